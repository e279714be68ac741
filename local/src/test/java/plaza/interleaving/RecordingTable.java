package plaza.interleaving;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Write;

/// The table as one operation uses it. It records each request, and other operations may run before
/// it. Requests that DynamoDB may process in any order are sent one after the other.
final class RecordingTable extends ForwardingTable {
    private final Table table;
    private final Gate gate;

    /// Receives each request before it is sent.
    @FunctionalInterface
    interface Gate {
        void before(TableRequest request);
    }

    RecordingTable(Table table, Gate gate) {
        super(table);
        this.table = table;
        this.gate = gate;
    }

    private <T> T send(TableRequest request, Supplier<T> action) {
        gate.before(request);
        return action.get();
    }

    @Override
    public @Nullable Item get(Key key) {
        return send(TableRequest.of(List.of(key)), () -> super.get(key));
    }

    @Override
    public @Nullable Item getConsistent(Key key) {
        return send(TableRequest.of(List.of(key)), () -> super.getConsistent(key));
    }

    @Override
    public List<Item> getAll(List<Key> keys) {
        return keys.isEmpty() ? List.of() : send(TableRequest.of(keys), () -> super.getAll(keys));
    }

    @Override
    public List<Item> getAllEventually(List<Key> keys) {
        return keys.isEmpty()
                ? List.of()
                : send(TableRequest.of(keys), () -> super.getAllEventually(keys));
    }

    @Override
    public <T, R> List<R> concurrently(int concurrencyMax, List<T> elements, Function<T, R> work) {
        return elements.stream().map(work).toList();
    }

    @Override
    public Page<Item> read(Query query, int limit, Page.@Nullable Position after) {
        return send(TableRequest.of(query), () -> super.read(query, limit, after));
    }

    @Override
    public Outcome<Key> write(Write write) {
        return send(TableRequest.of(List.of(write)), () -> super.write(write));
    }

    @Override
    public @Nullable Item update(Write.Update update) {
        return send(TableRequest.of(List.of(update)), () -> table.update(update));
    }

    @Override
    public @Nullable Item updateAtLeastOnce(Write.Update update) {
        return send(TableRequest.of(List.of(update)), () -> table.updateAtLeastOnce(update));
    }

    @Override
    public Outcome<Key> transact(List<Write> writes) {
        return send(TableRequest.of(writes), () -> super.transact(writes));
    }

    @Override
    public void writeAll(List<Write> writes) {
        for (var start = 0; start < writes.size(); start += BATCH_WRITE_MAX) {
            var batch = writes.subList(start, Math.min(start + BATCH_WRITE_MAX, writes.size()));
            send(
                    TableRequest.of(batch),
                    () -> {
                        super.writeAll(batch);
                        return batch.size();
                    });
        }
    }
}
