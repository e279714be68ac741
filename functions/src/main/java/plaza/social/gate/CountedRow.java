package plaza.social.gate;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.exists;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.audit.Counter;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Table;
import plaza.table.Write;

/// A row of a list, and the number that counts the rows of the list.
///
/// A row that is hidden from everyone does not count. The transaction that hides a row, shows it
/// again or removes it therefore changes the number as well, on the condition that the row is still
/// as it was read. So the number is right at every moment, in whatever order hiding, showing and
/// removing take place, and if they are repeated.
///
/// @param counter the item that has the number
/// @param attribute the number
/// @param isShown whether the row counts
/// @param isStill the condition that the row, if it exists, is hidden or shown as when it was read
public record CountedRow(Key counter, String attribute, boolean isShown, Condition isStill) {
    /// What the removal of the row adds to the number.
    public long removal() {
        return isShown ? -1 : 0;
    }

    /// The writes of a transaction that hides rows or shows them again, with the numbers that count
    /// them. Rows that remain the same are not written. Nor is a number without its item: Reconcile
    /// creates the item from the list, or the list is being erased.
    ///
    /// @param rows rows as they were read
    /// @param change returns the update of a row
    /// @param counting returns how a row is counted, or null if it is not
    public static List<Write> writes(
            Table table,
            Collection<Item> rows,
            Function<Item, Write.Update> change,
            Function<Item, @Nullable CountedRow> counting) {
        var writes = new LinkedHashMap<Key, Write>();
        var changes = new ArrayList<Change>();
        for (var row : rows) {
            var update = change.apply(row);
            var changed = update.appliedTo(row);
            if (changed.equals(row)) {
                continue;
            }
            var before = counting.apply(row);
            var after = counting.apply(changed);
            var isStill = before == null ? exists() : exists().and(before.isStill());
            writes.put(row.key(), update.onlyIf(isStill));
            if (before != null && after != null && before.isShown() != after.isShown()) {
                changes.add(new Change(after, after.isShown() ? 1 : -1));
            }
        }
        var counters =
                table.getByKey(
                        changes.stream().map(each -> each.row().counter()).distinct().toList());
        for (var each : changes) {
            writes.compute(
                    each.row().counter(),
                    (counter, earlier) ->
                            counters.containsKey(counter)
                                    ? each.addedTo(earlier)
                                    : new Write.Check(counter, absent()));
        }
        return List.copyOf(writes.values());
    }

    /// A row that is hidden or shown, and by how much its number changes.
    private record Change(CountedRow row, long delta) {
        Write.Update addedTo(@Nullable Write other) {
            var update =
                    other instanceof Write.Update earlier
                            ? earlier
                            : Write.Update.of(row.counter()).onlyIf(exists());
            return update.add(row.attribute(), delta).add(Counter.CORRECTIONS, 1);
        }
    }
}
