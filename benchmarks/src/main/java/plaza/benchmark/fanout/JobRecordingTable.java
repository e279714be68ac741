package plaza.benchmark.fanout;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import plaza.functions.Catalogue;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.PlatformKeys;
import plaza.table.Table;
import plaza.table.Write;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A table that records the fan-out jobs, as the stream would deliver them, and counts the timeline
/// entries.
final class JobRecordingTable extends ForwardingTable {
    private final Table table;
    private final Map<Key, Item> running = new HashMap<>();
    private final Queue<Item> written = new ArrayDeque<>();
    private long entries;

    JobRecordingTable(Table table) {
        super(table);
        this.table = table;
    }

    /// Removes and returns the job that was written first, or null if all have been returned. A job
    /// that has several slices is written again after each of them.
    @Nullable Item nextJob() {
        return written.poll();
    }

    /// Returns how many timeline entries have been written.
    long entries() {
        return entries;
    }

    @Override
    public Outcome<Key> write(Write write) {
        var outcome = table.write(write);
        record(write, outcome);
        return outcome;
    }

    @Override
    public List<Outcome<Key>> writeEach(List<Write> writes) {
        var outcomes = table.writeEach(writes);
        for (var index = 0; index < writes.size(); index++) {
            record(writes.get(index), outcomes.get(index));
        }
        return outcomes;
    }

    @Override
    public void writeAll(List<Write> writes) {
        table.writeAll(writes);
        entries += writes.size();
    }

    private void record(Write write, Outcome<Key> outcome) {
        var key = write.key();
        if (!(outcome instanceof Outcome.Done)
                || Catalogue.ALL.keySpace().familyOf(key.pk()) != PlatformKeys.JOBS) {
            return;
        }
        switch (write) {
            case Write.Put put -> save(key, put.item());
            case Write.Update update -> save(key, updated(update));
            case Write.Delete _ -> running.remove(key);
            case Write.Check _ -> {}
        }
    }

    private void save(Key key, Item job) {
        running.put(key, job);
        written.add(job);
    }

    private Item updated(Write.Update update) {
        var job = running.get(update.key());
        if (job == null) {
            throw new IllegalStateException("The update continues a job that was not put");
        }
        var attributes = new HashMap<String, AttributeValue>(job.attributes());
        update.changes()
                .forEach((name, change) -> {
                    if (change instanceof Write.AttributeUpdate.Set(var value)) {
                        attributes.put(name, value);
                    }
                });
        return new Item(attributes);
    }
}
