package plaza.continuation;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import plaza.catalogue.HttpFunction;
import plaza.id.Ulids;
import plaza.interleaving.Operation.Call;
import plaza.simulation.MemoryTable;
import plaza.simulation.TableChange;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Table;
import plaza.testkit.ContextKits;
import plaza.testkit.SampleEvents;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.testkit.TestResponse;
import plaza.testkit.invocation.TestContext;

/// A table in memory on which the sample event of each function succeeds.
public final class SampleBackend implements AutoCloseable {
    private final MemoryBackend backend;
    private final TestBed bed;
    private final Map<Key, Item> items;
    private final Instant now;

    public SampleBackend(Conditions conditions) {
        backend = new MemoryBackend(conditions);
        bed = new TestBed(backend.table(), backend::drain);
        SampleEvents.prepareAll(bed);
        ContextKits.all().forEach(kit -> kit.interleavings().prepare(bed));
        bed.drain();
        items = backend.items();
        now = bed.clock().instant();
    }

    public TestBed bed() {
        return bed;
    }

    public MemoryTable table() {
        return backend.table();
    }

    /// The items as they are now.
    public Map<Key, Item> items() {
        return backend.items();
    }

    /// The changes of items so far.
    public List<TableChange> changes() {
        return backend.changes();
    }

    /// Restores the items and the time of the sample events.
    public void restore() {
        backend.restore(items);
        bed.clock().set(now);
    }

    /// Adds items, without records in the stream.
    public void add(Map<Key, Item> others) {
        backend.add(others);
    }

    /// Removes items, without records in the stream.
    public void remove(Set<Key> keys) {
        keys.forEach(key -> backend.table().replace(key, null));
    }

    /// The request of a function's sample event.
    public TestRequest request(HttpFunction row) {
        return SampleEvents.request(bed, row.name());
    }

    /// Sends a request. Every function chooses the same ids.
    public TestResponse send(HttpFunction row, TestRequest request, Table table) {
        var handler =
                bed.functions()
                        .with(Table.class, table)
                        .with(Ulids.class, new Ulids(bed.clock(), new SplittableRandom(1)))
                        .http(row);
        return request.send(row.name(), handler);
    }

    /// The effect of a call.
    ///
    /// @param written the items that it wrote, as text
    /// @param deleted the keys of the items that it deleted
    public record Sent(int status, Map<String, Map<String, String>> written, Set<String> deleted) {}

    /// Sends a call. Every function chooses the same ids.
    public Sent send(Call call, Table table) {
        var begin = changes().size();
        var handler =
                bed.functions()
                        .with(Table.class, table)
                        .with(Ulids.class, new Ulids(bed.clock(), new SplittableRandom(1)))
                        .http(call.route());
        var response =
                handler.handleRequest(
                        call.event(), new TestContext(call.route().name(), Duration.ofMinutes(1)));
        var changed = new HashMap<Key, Item>();
        var deleted = new TreeSet<String>();
        for (var change : changes().subList(begin, changes().size())) {
            if (change.after() == null) {
                changed.remove(change.key());
                deleted.add(change.key().toString());
            } else {
                changed.put(change.key(), change.after());
            }
        }
        return new Sent(response.getStatusCode(), ContinuationsTest.text(changed), deleted);
    }

    @Override
    public void close() {
        bed.close();
    }
}
