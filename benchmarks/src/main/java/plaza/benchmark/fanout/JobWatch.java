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

/// A table that remembers the one job that is under way, as the stream would bring it back.
final class JobWatch extends ForwardingTable {
    private final Table table;
    private @Nullable Item job;

    JobWatch(Table table) {
        super(table);
        this.table = table;
    }

    /// The job as it was last written; null where there is none, or no more.
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
                        case Write.Update update -> changed(update);
                        case Write.Delete _, Write.Check _ -> null;
                    };
        }
        return outcome;
    }

    private Item changed(Write.Update update) {
        if (job == null) {
            throw new IllegalStateException("a job continued that never started");
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
