package plaza.benchmark.fanout;

import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A table that records the one fan-out job in progress, as the stream would deliver it.
final class JobRecordingTable extends ForwardingTable {
    private final Table table;
    private @Nullable Item job;

    JobRecordingTable(Table table) {
        super(table);
        this.table = table;
    }

    /// Returns the job as last written, or null if none has started or the last one has ended.
    @Nullable Item job() {
        return job;
    }

    @Override
    public Outcome write(Write write) {
        var outcome = table.write(write);
        if (outcome instanceof Outcome.Done
                && KeySpace.familyOf(write.key().pk()) == KeySpace.Family.JOB) {
            job =
                    switch (write) {
                        case Write.Put put -> put.item();
                        case Write.Update update -> updated(update);
                        case Write.Delete _, Write.Check _ -> null;
                    };
        }
        return outcome;
    }

    private Item updated(Write.Update update) {
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

    @Override
    public List<Outcome> writeEach(List<Write> writes) {
        return table.writeEach(writes);
    }
}
