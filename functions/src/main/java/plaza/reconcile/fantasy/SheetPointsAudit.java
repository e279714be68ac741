package plaza.reconcile.fantasy;

import static plaza.reconcile.Repair.onlyIf;
import static plaza.reconcile.Repair.require;
import static plaza.table.Condition.attribute;
import static plaza.table.Condition.unchanged;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.FantasyItems;
import plaza.fantasy.model.Gamer;
import plaza.id.Gameweek;
import plaza.reconcile.AuditContext;
import plaza.reconcile.Drift;
import plaza.reconcile.ItemAudit;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Write;

/// Compares the points of team sheets with their gamers. A sheet without points is always right: it
/// was put after the last settlement.
record SheetPointsAudit() implements ItemAudit {
    @Override
    public boolean covers(Item item, AuditContext context) {
        return FantasyItemKind.TEAM_SHEET.is(item) && item.has(FantasyItems.POINTS);
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
        var gamer = FantasyItems.gamer(item);
        var gameweek = KeySpace.gameweekOf(sheet.key());
        var expected = gamer.gameweekPoints().get(gameweek);
        var found = sheet.number(FantasyItems.POINTS);
        if (expected != null && expected == found) {
            return List.of();
        }
        return List.of(
                Drift.wrong(
                                sheet,
                                expected == null ? "no points" : "points " + expected,
                                "points " + found,
                                require(
                                        gamer(sheet),
                                        attribute(FantasyItems.VERSION).is(gamer.version())),
                                onlyIf(unchanged(sheet), repair(gamer, gameweek, expected)))
                        .atVersion(sheet.numbers() + " " + gamer.version()));
    }

    private static Write repair(Gamer gamer, Gameweek gameweek, @Nullable Integer points) {
        return points == null
                ? Write.Update.of(KeySpace.teamSheet(gamer.id(), gameweek))
                        .remove(FantasyItems.POINTS)
                        .remove(FantasyItems.GAMER_VERSION)
                : FantasyItems.score(gamer.id(), gameweek, points, gamer.version());
    }

    private static Key gamer(Item sheet) {
        return KeySpace.gamer(KeySpace.gamerOf(sheet.key()));
    }
}
