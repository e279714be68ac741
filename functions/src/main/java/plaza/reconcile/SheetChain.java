package plaza.reconcile;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.FantasyItems;
import plaza.id.GamerId;
import plaza.table.Condition.Predicate;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Query;
import plaza.table.Write;

/// [Check#SHEET_CHAIN]: the gamer points to his first sheet, and each sheet to the next. By these
/// pointers the one of two sheets that comes too late learns of the other.
record SheetChain(AuditContext desk) implements Audit {
    /// More gameweeks than a season has.
    private static final int SHEETS_MAX = 100;

    @Override
    public List<Drift> look(List<Item> items) {
        var drift = new ArrayList<Drift>();
        for (var item : items) {
            if (FantasyItemKind.isMain(item)) {
                look(item, drift);
            }
        }
        return drift;
    }

    private void look(Item gamer, List<Drift> drift) {
        var before = gamer;
        var pointer = FantasyItems.FIRST_SHEET;
        for (var sheet : sheets(gamer)) {
            compare(gamer, before, pointer, sheet, drift);
            before = sheet;
            pointer = FantasyItems.FOLLOWED_BY;
        }
        compare(gamer, before, pointer, null, drift);
    }

    private static void compare(
            Item gamer, Item before, String pointer, @Nullable Item next, List<Drift> drift) {
        var found = before.numberOrNull(pointer);
        var wanted =
                next == null
                        ? null
                        : Long.valueOf(KeySpace.teamSheetGameweek(next.key().sk()).number());
        if (!Objects.equals(found, wanted)) {
            var update = Write.Update.of(before.key());
            drift.add(
                    new Drift(
                            Check.SHEET_CHAIN,
                            gamer.key(),
                            before.key(),
                            pointer + " " + wanted,
                            pointer + " " + found,
                            before.numbers().toString(),
                            List.of(
                                    AuditContext.onlyIf(
                                            wanted == null
                                                    ? update.remove(pointer)
                                                    : update.set(pointer, wanted),
                                            new Predicate.Exists(),
                                            found == null
                                                    ? new Predicate.AttributeAbsent(pointer)
                                                    : new Predicate.NumberIs(pointer, found)))));
        }
    }

    private List<Item> sheets(Item gamer) {
        var query =
                Query.in(KeySpace.gamerItems(GamerId.of(KeySpace.ownerPart(gamer.key().pk()))))
                        .beginningWith(KeySpace.teamSheetPrefix())
                        .consistent();
        return desk.table.read(query, SHEETS_MAX, null).items();
    }
}
