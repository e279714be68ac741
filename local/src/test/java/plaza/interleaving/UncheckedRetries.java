package plaza.interleaving;

import static plaza.table.Condition.exists;

import java.util.List;
import java.util.function.Supplier;
import plaza.table.Attempt;
import plaza.table.ForwardingTable;
import plaza.table.ItemKind;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;

/// A wrong design: an optimistic transaction checks only in its first attempt that an item of a
/// kind has not changed since it was read.
final class UncheckedRetries extends ForwardingTable {
    private final ThreadLocal<Integer> attempt = ThreadLocal.withInitial(() -> 1);

    private final ItemKind kind;

    UncheckedRetries(Table table, ItemKind kind) {
        super(table);
        this.kind = kind;
    }

    @Override
    public <T> T optimistically(Supplier<Attempt<T>> work) {
        var outer = attempt.get();
        var attempts = new int[1];
        try {
            return super.optimistically(() -> {
                attempt.set(++attempts[0]);
                return work.get();
            });
        } finally {
            attempt.set(outer);
        }
    }

    @Override
    public Outcome<Key> transact(List<Write> writes) {
        return super.transact(
                writes.stream()
                        .map(write ->
                                attempt.get() > 1
                                                && write.condition() != null
                                                && kind.is(write.key())
                                        ? write.onlyIf(exists())
                                        : write)
                        .toList());
    }
}
