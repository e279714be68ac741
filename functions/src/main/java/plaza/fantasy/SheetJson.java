package plaza.fantasy;

import plaza.fantasy.model.AcceptedSheet;
import plaza.fantasy.model.GameweekScore;
import plaza.fantasy.model.SheetScore;
import plaza.http.Json;
import plaza.id.FootballerId;
import plaza.id.GamerId;
import plaza.id.Gameweek;

/// Converts accepted team sheets to JSON.
final class SheetJson {
    private SheetJson() {}

    /// Returns what is known about a gameweek without a sheet.
    static Json none(GamerId gamer, Gameweek gameweek) {
        return Json.object().with("gamerId", gamer.value()).with("gameweek", gameweek.text());
    }

    static Json sheet(GamerId gamer, AcceptedSheet accepted) {
        var sheet = accepted.sheet();
        var chip = sheet.chip();
        var score = accepted.score();
        var json =
                none(gamer, accepted.gameweek())
                        .with("goalKeeper", sheet.goalKeeper().value())
                        .withTexts(
                                "players",
                                sheet.players().stream().map(FootballerId::value).toList())
                        .withTexts("subs", sheet.subs().stream().map(FootballerId::value).toList())
                        .with("captain", sheet.captain().value())
                        .with("viceCaptain", sheet.viceCaptain().value())
                        .with("chip", chip == null ? null : chip.text())
                        .with("transferCost", accepted.transferCost())
                        .with("bank", accepted.after().squad().bankTenths())
                        .with("freeTransfers", accepted.after().freeTransfers());
        if (score == null) {
            return json;
        }
        json = json.with("points", score.points());
        return score.footballers().isEmpty()
                ? json
                : json.with("score", score(score, accepted.transferCost()));
    }

    private static Json score(SheetScore score, int transferCost) {
        var captain = score.captain();
        return Json.object()
                .withAll("players", score.footballers(), SheetJson::footballerScore)
                .withAll("substitutions", score.substitutions(), SheetJson::substitution)
                .with("captain", captain == null ? null : captain.value())
                .with("transferCost", transferCost);
    }

    private static Json footballerScore(SheetScore.FootballerScore score) {
        return Json.object()
                .with("footballerId", score.footballer().value())
                .with("points", score.points())
                .with("multiplier", score.multiplier());
    }

    private static Json substitution(GameweekScore.Substitution substitution) {
        return Json.object()
                .with("out", substitution.off().value())
                .with("in", substitution.on().value());
    }
}
