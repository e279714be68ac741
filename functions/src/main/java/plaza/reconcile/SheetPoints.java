package plaza.reconcile;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.FantasyItems;
import plaza.fantasy.model.Gamer;
import plaza.id.GamerId;
import plaza.id.Gameweek;
import plaza.table.Condition.Predicate;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Write;

/// [Check#SHEET_POINTS]. A sheet without points is right at any time: it was put after the last
/// settlement.
record SheetPoints(AuditContext desk) implements Audit {
    @Override
    public List<Drift> look(List<Item> items) {
        var sheets =
                items.stream()
                        .filter(FantasyItemKind::isSheet)
                        .filter(sheet -> sheet.has(FantasyItems.POINTS))
                        .toList();
        var there = desk.read(sheets.stream().map(SheetPoints::gamer).toList());
        var drift = new ArrayList<Drift>();
        for (var sheet : sheets) {
            var gamer = there.get(gamer(sheet));
            if (gamer != null) {
                var found = look(sheet, FantasyItems.gamer(gamer));
                if (found != null) {
                    drift.add(found);
                }
            }
        }
        return drift;
    }

    private static @Nullable Drift look(Item sheet, Gamer gamer) {
        var gameweek = KeySpace.teamSheetGameweek(sheet.key().sk());
        var settled = gamer.gameweekPoints().get(gameweek);
        var found = sheet.number(FantasyItems.POINTS);
        return settled != null && settled == found
                ? null
                : new Drift(
                        Check.SHEET_POINTS,
                        sheet.key(),
                        sheet.key(),
                        settled == null ? "no points" : "points " + settled,
                        "points " + found,
                        sheet.numbers() + " " + gamer.version(),
                        List.of(
                                AuditContext.holds(
                                        gamer(sheet),
                                        new Predicate.NumberIs(
                                                FantasyItems.VERSION, gamer.version())),
                                AuditContext.ifUnchanged(repair(gamer, gameweek, settled), sheet)));
    }

    private static Write repair(Gamer gamer, Gameweek gameweek, @Nullable Integer settled) {
        return settled == null
                ? Write.Update.of(KeySpace.teamSheet(gamer.id(), gameweek))
                        .remove(FantasyItems.POINTS)
                        .remove(FantasyItems.GAMER_VERSION)
                : FantasyItems.score(gamer.id(), gameweek, settled, gamer.version());
    }

    private static Key gamer(Item sheet) {
        return KeySpace.gamer(GamerId.of(KeySpace.ownerPart(sheet.key().pk())));
    }
}
