package plaza.testkit;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;

/// A table that runs a test's code before each write: to write something else, or to crash.
///
/// Batches are written one item at a time, so that a crash leaves a part of the batch written.
public final class InterceptedTable extends ForwardingTable {
    /// Stops the work before a write, as the end of a process does: earlier writes remain.
    public static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private final Table table;
    private final Consumer<List<Write>> beforeRequest;

    private InterceptedTable(Consumer<List<Write>> beforeRequest, Table table) {
        super(table);
        this.table = table;
        this.beforeRequest = beforeRequest;
    }

    /// @param beforeWrite receives each write, and each write of a transaction, before it is sent
    public InterceptedTable(Table table, Consumer<Write> beforeWrite) {
        this(writes -> writes.forEach(beforeWrite), table);
    }

    /// Returns a table that throws [Crash] instead of sending any write after the first `writes`. A
    /// transaction counts as one write.
    public static InterceptedTable crashingAfter(int writes, Table table) {
        var sent = new AtomicInteger();
        return new InterceptedTable(
                _ -> {
                    if (sent.getAndIncrement() >= writes) {
                        throw new Crash();
                    }
                },
                table);
    }

    @Override
    public Outcome<Key> write(Write write) {
        beforeRequest.accept(List.of(write));
        return super.write(write);
    }

    @Override
    public @Nullable Item update(Write.Update update) {
        beforeRequest.accept(List.of(update));
        return table.update(update);
    }

    @Override
    public @Nullable Item updateAtLeastOnce(Write.Update update) {
        beforeRequest.accept(List.of(update));
        return super.updateAtLeastOnce(update);
    }

    @Override
    public Outcome<Key> transact(List<Write> writes) {
        beforeRequest.accept(writes);
        return super.transact(writes);
    }

    @Override
    public void writeAll(List<Write> writes) {
        for (var write : writes) {
            beforeRequest.accept(List.of(write));
            super.writeAll(List.of(write));
        }
    }
}
