package plaza.fantasy.check;

import static plaza.table.Condition.attribute;
import static plaza.table.Condition.exists;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import plaza.audit.AuditContext;
import plaza.audit.Drift;
import plaza.audit.ItemAudit;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.sheet.SheetItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;

/// Follows the pointers from a gamer to the first team sheet, and from each sheet to the next. Of
/// two concurrent writes of sheets, the later one fails on a pointer that the earlier one has set.
record SheetChainAudit() implements ItemAudit {
    /// More gameweeks than a season has.
    private static final int SHEETS_MAX = 100;

    @Override
    public boolean covers(Item item, AuditContext context) {
        return FantasyKeys.GAMER.is(item.key());
    }

    @Override
    public List<Drift> compare(Item gamer, Map<Key, Item> related, AuditContext context) {
        var drift = new ArrayList<Drift>();
        var previous = gamer;
        var pointer = GamerItems.FIRST_SHEET;
        for (var sheet : sheets(gamer, context)) {
            var gameweek = FantasyKeys.TEAM_SHEET.parse(sheet.key(), (_, week) -> week).number();
            drift.addAll(compare(gamer, previous, pointer, Long.valueOf(gameweek)));
            previous = sheet;
            pointer = SheetItems.FOLLOWED_BY;
        }
        drift.addAll(compare(gamer, previous, pointer, null));
        return drift;
    }

    private static List<Drift> compare(
            Item gamer, Item item, String pointer, @Nullable Long expected) {
        var found = item.numberOrNull(pointer);
        if (Objects.equals(found, expected)) {
            return List.of();
        }
        var update = Write.Update.of(item.key());
        var repair = expected == null ? update.remove(pointer) : update.set(pointer, expected);
        return List.of(
                Drift.wrong(
                                gamer,
                                pointer + " " + expected,
                                pointer + " " + found,
                                repair.onlyIf(exists().and(attribute(pointer).isStill(found))))
                        .about(item.key())
                        .atVersion(item.numbers()));
    }

    private static List<Item> sheets(Item gamer, AuditContext context) {
        var query = FantasyKeys.TEAM_SHEET.query(FantasyKeys.GAMER.parse(gamer.key())).consistent();
        return context.table().read(query, SHEETS_MAX, null).items();
    }
}
