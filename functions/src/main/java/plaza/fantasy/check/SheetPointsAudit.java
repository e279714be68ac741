package plaza.fantasy.check;

import static plaza.table.Condition.attribute;
import static plaza.table.Condition.unchanged;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.audit.AuditContext;
import plaza.audit.Drift;
import plaza.audit.ItemAudit;
import plaza.fantasy.gamer.Gamer;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.sheet.AcceptedSheet;
import plaza.fantasy.sheet.SheetItems;
import plaza.fantasy.sheet.SheetScore;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;

/// Compares the points of team sheets with their gamers, and with the points of the footballers on
/// the sheet. A sheet without points is always right: it was put after the last settlement.
record SheetPointsAudit() implements ItemAudit {
    @Override
    public boolean covers(Item item, AuditContext context) {
        return FantasyKeys.TEAM_SHEET.is(item.key()) && item.has(SheetItems.POINTS);
    }

    @Override
    public List<Key> related(Item sheet) {
        return List.of(gamer(sheet));
    }

    @Override
    public List<Drift> compare(Item sheet, Map<Key, Item> related, AuditContext context) {
        var item = related.get(gamer(sheet));
        if (item == null) {
            return List.of();
        }
        var gamer = GamerItems.gamer(item);
        var gameweek = FantasyKeys.TEAM_SHEET.parse(sheet.key(), (_, week) -> week);
        var expected = gamer.gameweekPoints().get(gameweek);
        var found = sheet.number(SheetItems.POINTS);
        if (expected != null && expected == found && isSum(SheetItems.sheet(sheet))) {
            return List.of();
        }
        return List.of(
                Drift.wrong(
                                sheet,
                                expected == null ? "no points" : "points " + expected,
                                "points %d with the scores %s"
                                        .formatted(found, sheet.textOrNull(SheetItems.SCORES)),
                                new Write.Check(
                                        gamer(sheet),
                                        attribute(GamerItems.VERSION).is(gamer.version())),
                                repair(gamer, gameweek, expected).onlyIf(unchanged(sheet)))
                        .atVersion(sheet.numbers() + " " + gamer.version()));
    }

    /// Whether the points are the sum of the footballers' points minus the transfer cost.
    private static boolean isSum(AcceptedSheet sheet) {
        var score = sheet.score();
        return score == null
                || score.footballers().isEmpty()
                || score.points() == score.sum() - sheet.transferCost();
    }

    private static Write repair(Gamer gamer, Gameweek gameweek, @Nullable Integer points) {
        var score = points == null ? null : new SheetScore(points, List.of(), List.of(), null);
        var repair = SheetItems.score(gamer.id(), gameweek, score, gamer.version());
        return score == null ? repair.remove(SheetItems.GAMER_VERSION) : repair;
    }

    private static Key gamer(Item sheet) {
        return FantasyKeys.GAMER.key(FantasyKeys.GAMERS.parse(sheet.key()));
    }
}
