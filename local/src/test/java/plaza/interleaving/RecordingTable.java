package plaza.interleaving;

import java.util.ArrayList;
import java.util.HashMap;
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
/// it. Requests that DynamoDB may process in any order are sent one after the other, and so are the
/// reads of a batch, which returns no items of one moment. The reads of a page can be, too.
public final class RecordingTable extends ForwardingTable {
    private final Table table;
    private final Gate gate;
    private final Order order;
    private final boolean dividesPages;

    /// When a batch reads its items.
    enum Order {
        FIRST_TO_LAST,
        LAST_TO_FIRST,
        /// All at once, which has fewer gaps.
        AT_ONCE
    }

    /// Receives each request before it is sent.
    @FunctionalInterface
    public interface Gate {
        void before(TableRequest request);
    }

    /// @param dividesPages whether each item of a page is read by a request of its own
    RecordingTable(Table table, Gate gate, Order order, boolean dividesPages) {
        super(table);
        this.table = table;
        this.gate = gate;
        this.order = order;
        this.dividesPages = dividesPages;
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
        return batch(keys, super::getAll);
    }

    @Override
    public List<Item> getAllEventually(List<Key> keys) {
        return batch(keys, super::getAllEventually);
    }

    private List<Item> batch(List<Key> keys, Function<List<Key>, List<Item>> read) {
        if (keys.isEmpty()) {
            return List.of();
        }
        if (order == Order.AT_ONCE) {
            return send(TableRequest.of(keys), () -> read.apply(keys));
        }
        var distinct = keys.stream().distinct().toList();
        var found = new HashMap<Key, Item>();
        for (var key : order == Order.FIRST_TO_LAST ? distinct : distinct.reversed()) {
            var one = List.of(key);
            send(TableRequest.of(one), () -> read.apply(one))
                    .forEach(item -> found.put(item.key(), item));
        }
        return distinct.stream().filter(found::containsKey).map(found::get).toList();
    }

    @Override
    public <T, R> List<R> concurrently(int concurrencyMax, List<T> elements, Function<T, R> work) {
        return elements.stream().map(work).toList();
    }

    @Override
    public Page<Item> read(Query query, int limit, Page.@Nullable Position after) {
        var most = ShortPages.limit(query, limit);
        if (!dividesPages) {
            return send(TableRequest.of(query), () -> super.read(query, most, after));
        }
        var items = new ArrayList<Item>();
        var last = after;
        do {
            var from = last;
            var page = send(TableRequest.of(query), () -> super.read(query, 1, from));
            items.addAll(page.items());
            last = page.next();
        } while (last != null && items.size() < most);
        return new Page<>(items, last);
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
