package plaza.benchmark.record;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.StreamRecord;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import plaza.table.Item;
import plaza.table.TableSchema;

/// Factory of DynamoDB stream events in the form that a stream function receives.
public final class StreamEvents {
    private static final AtomicLong SEQUENCE = new AtomicLong(1);

    private StreamEvents() {}

    /// Returns an event with these records.
    public static DynamodbEvent batch(List<DynamodbStreamRecord> records) {
        var event = new DynamodbEvent();
        event.setRecords(records);
        return event;
    }

    /// Returns the `INSERT` record of an item.
    public static DynamodbStreamRecord inserted(Item item) {
        var image = values(item.attributes());
        var change = new StreamRecord();
        change.setKeys(
                Map.of(
                        TableSchema.PK, image.get(TableSchema.PK),
                        TableSchema.SK, image.get(TableSchema.SK)));
        change.setNewImage(image);
        change.setApproximateCreationDateTime(Date.from(Instant.now()));
        change.setSequenceNumber("%021d".formatted(SEQUENCE.getAndIncrement()));
        var streamRecord = new DynamodbStreamRecord();
        streamRecord.setEventName("INSERT");
        streamRecord.setDynamodb(change);
        return streamRecord;
    }

    private static Map<String, AttributeValue> values(
            Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> image) {
        var values = new HashMap<String, AttributeValue>();
        image.forEach((name, value) -> values.put(name, value(value)));
        return values;
    }

    private static AttributeValue value(
            software.amazon.awssdk.services.dynamodb.model.AttributeValue value) {
        return switch (value.type()) {
            case S -> new AttributeValue().withS(value.s());
            case N -> new AttributeValue().withN(value.n());
            case BOOL -> new AttributeValue().withBOOL(value.bool());
            case L ->
                    new AttributeValue()
                            .withL(value.l().stream().map(StreamEvents::value).toList());
            default ->
                    throw new IllegalArgumentException(
                            "Unsupported attribute type: " + value.type());
        };
    }
}
