package plaza.fantasy.settlement;

import plaza.fantasy.fixture.FixturePoints;
import plaza.fantasy.footballer.Footballer;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.sheet.SheetRules;
import plaza.fantasy.sheet.TeamSheet;

/// Converts values of the implementation into the plain values of [SeasonModel].
public final class SeasonModelInput {
    private SeasonModelInput() {}

    public static void put(SeasonModel model, Footballer footballer) {
        model.footballer(
                footballer.id().value(),
                footballer.position().text(),
                footballer.club().name(),
                footballer.priceTenths());
    }

    public static void put(
            SeasonModel model, FootballerId footballer, int gameweek, FixturePoints points) {
        model.fixturePoints(
                footballer.value(),
                gameweek,
                points.fixture().value(),
                points.points(),
                points.minutes(),
                points.yellowCards(),
                points.redCards());
    }

    public static SheetRules.Sheet sheet(TeamSheet sheet) {
        var chip = sheet.chip();
        return new SheetRules.Sheet(
                sheet.goalKeeper().value(),
                sheet.players().stream().map(FootballerId::value).toList(),
                sheet.subs().stream().map(FootballerId::value).toList(),
                sheet.captain().value(),
                sheet.viceCaptain().value(),
                chip == null ? null : chip.text(),
                sheet.transferCost());
    }
}
