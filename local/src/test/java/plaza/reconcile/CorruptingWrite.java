package plaza.reconcile;

import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import plaza.audit.Check;
import plaza.reconcile.ReconcileRun.Found;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.Key;
import plaza.table.Write;

/// A write that corrupts the table; returns the key of the item that the check must find, or null
/// if no item fits.
public interface CorruptingWrite {
    @Nullable Key applyTo(CorruptedTable table);

    /// Corrupts the table, and returns what a check must find.
    default Set<Found> found(Check check, CorruptedTable table) {
        var key = applyTo(table);
        return key == null ? Set.of() : Set.of(Found.of(check, key));
    }

    static Target any(Predicate<Item> filter) {
        return new Target(filter);
    }

    static Target any(ItemKind kind) {
        return any(item -> kind.is(item.key()));
    }

    static Target any(ItemKind kind, Predicate<Item> filter) {
        return any(item -> kind.is(item.key()) && filter.test(item));
    }

    static CorruptingWrite put(Function<CorruptedTable, @Nullable Item> made) {
        return table -> {
            var item = made.apply(table);
            return item == null ? null : table.write(Write.Put.of(item));
        };
    }

    /// Any item that fits.
    record Target(Predicate<Item> filter) {
        public CorruptingWrite write(BiFunction<Item, CorruptedTable, @Nullable Write> write) {
            return table -> {
                var item = table.pick(filter);
                var corrupting = item == null ? null : write.apply(item, table);
                return corrupting == null ? null : table.write(corrupting);
            };
        }

        /// Puts an item that is made from the target, unless it is null.
        public CorruptingWrite put(BiFunction<Item, CorruptedTable, @Nullable Item> made) {
            return write((item, table) -> {
                var put = made.apply(item, table);
                return put == null ? null : Write.Put.of(put);
            });
        }

        public CorruptingWrite update(BiFunction<Item, Write.Update, Write.Update> update) {
            return write((item, _) -> update.apply(item, Write.Update.of(item.key())));
        }

        public CorruptingWrite delete() {
            return write((item, _) -> Write.Delete.of(item.key()));
        }

        /// Changes a number.
        public CorruptingWrite move(String attribute) {
            return write((item, table) ->
                    Write.Update.of(item.key())
                            .set(attribute, item.number(attribute) + table.difference()));
        }

        /// Changes a text.
        public CorruptingWrite replace(String attribute) {
            return write(
                    (item, table) -> Write.Update.of(item.key()).set(attribute, table.unusedId()));
        }
    }
}
