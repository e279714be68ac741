package plaza.benchmark.record;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import plaza.functions.Catalogue;
import plaza.simulation.TableChange;
import plaza.table.Item;

/// Factory of DynamoDB stream events in the form that a stream function receives.
public final class StreamEvents {
    private static final AtomicInteger SEQUENCE = new AtomicInteger(1);

    private StreamEvents() {}

    /// Returns an event with these records.
    public static DynamodbEvent batch(List<DynamodbStreamRecord> records) {
        var event = new DynamodbEvent();
        event.setRecords(records);
        return event;
    }

    /// Returns the `INSERT` record of an item.
    public static DynamodbStreamRecord inserted(Item item) {
        var number = SEQUENCE.getAndIncrement();
        var sequence = "%021d".formatted(number);
        var family = Catalogue.ALL.keySpace().familyOf(item.key().pk());
        return new TableChange(number, item.key(), family, null, item, sequence, Instant.now())
                .delivered(sequence);
    }
}
