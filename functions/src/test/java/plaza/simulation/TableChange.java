package plaza.simulation;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.StreamRecord;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.Key;

/// One change of one item, as a record of the table's stream.
///
/// @param number the position of the change in the history of the whole table, from 0; the audit
///   uses it as time
/// @param sequence the sequence number of the record
public record TableChange(
        int number,
        Key key,
        Family family,
        @Nullable Item before,
        @Nullable Item after,
        String sequence,
        Instant at) {
    /// The name of the event in the record.
    public String event() {
        if (before == null) {
            return "INSERT";
        }
        return after == null ? "REMOVE" : "MODIFY";
    }

    /// The record as Lambda passes it to a function, with the creation time in whole seconds.
    ///
    /// @param sequenceNumber the sequence number in the record
    public DynamodbStreamRecord delivered(String sequenceNumber) {
        var data = new StreamRecord();
        data.setKeys(
                Map.of(
                        "pk", new AttributeValue().withS(key.pk()),
                        "sk", new AttributeValue().withS(key.sk())));
        if (before != null) {
            data.setOldImage(image(before));
        }
        if (after != null) {
            data.setNewImage(image(after));
        }
        data.setSequenceNumber(sequenceNumber);
        data.setApproximateCreationDateTime(Date.from(Instant.ofEpochSecond(at.getEpochSecond())));
        var delivered = new DynamodbStreamRecord();
        delivered.setEventID(Integer.toString(number));
        delivered.setEventName(event());
        delivered.setDynamodb(data);
        return delivered;
    }

    @Override
    public String toString() {
        return event() + " " + key.pk() + " " + key.sk() + " (record " + number + ")";
    }

    private static Map<String, AttributeValue> image(Item item) {
        var image = new HashMap<String, AttributeValue>();
        item.attributes().forEach((name, value) -> image.put(name, value(value)));
        return image;
    }

    private static AttributeValue value(
            software.amazon.awssdk.services.dynamodb.model.AttributeValue value) {
        if (value.s() != null) {
            return new AttributeValue().withS(value.s());
        }
        if (value.n() != null) {
            return new AttributeValue().withN(value.n());
        }
        if (value.bool() != null) {
            return new AttributeValue().withBOOL(value.bool());
        }
        if (value.hasM()) {
            var entries = new HashMap<String, AttributeValue>();
            value.m().forEach((name, entry) -> entries.put(name, value(entry)));
            return new AttributeValue().withM(entries);
        }
        return new AttributeValue().withL(value.l().stream().map(TableChange::value).toList());
    }
}
