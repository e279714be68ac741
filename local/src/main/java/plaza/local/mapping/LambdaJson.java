package plaza.local.mapping;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.local.emulator.ItemJson;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Record;

/// The JSON of stream records in Lambda's events. It has the stream's own names and a few more
/// fields.
final class LambdaJson {
    static final ObjectMapper MAPPER = new ObjectMapper();

    private static final double MILLIS_PER_SECOND = 1_000;

    private LambdaJson() {}

    /// Returns an event with these records.
    static byte[] event(List<StreamRecord> records) {
        var text = new StringBuilder("{\"Records\":[");
        var separator = "";
        for (var record : records) {
            text.append(separator).append(record.json());
            separator = ",";
        }
        return text.append("]}").toString().getBytes(StandardCharsets.UTF_8);
    }

    /// Returns a record of an event.
    ///
    /// @param expired whether DynamoDB itself removed the item because it had expired
    static StreamRecord record(Record record, String streamArn, boolean expired) {
        var change = record.dynamodb();
        var json = MAPPER.createObjectNode();
        json.put("eventID", record.eventID());
        json.put("eventName", record.eventNameAsString());
        json.put("eventVersion", record.eventVersion());
        json.put("eventSource", record.eventSource());
        json.put("awsRegion", record.awsRegion());
        if (expired) {
            json.putObject("userIdentity")
                    .put("type", "Service")
                    .put("principalId", "dynamodb.amazonaws.com");
        }
        var dynamodb = json.putObject("dynamodb");
        dynamodb.put(
                "ApproximateCreationDateTime",
                change.approximateCreationDateTime().toEpochMilli() / MILLIS_PER_SECOND);
        image(dynamodb, "Keys", change.hasKeys() ? change.keys() : null);
        image(dynamodb, "NewImage", change.hasNewImage() ? change.newImage() : null);
        image(dynamodb, "OldImage", change.hasOldImage() ? change.oldImage() : null);
        dynamodb.put("SequenceNumber", change.sequenceNumber());
        dynamodb.put("SizeBytes", change.sizeBytes());
        dynamodb.put("StreamViewType", change.streamViewTypeAsString());
        json.put("eventSourceARN", streamArn);
        return new StreamRecord(
                new ShardPosition(change.sequenceNumber()),
                change.approximateCreationDateTime(),
                json.toString());
    }

    private static void image(
            ObjectNode into, String name, @Nullable Map<String, AttributeValue> attributes) {
        if (attributes != null) {
            var image = into.putObject(name);
            attributes.forEach((attribute, value) -> image.set(attribute, ItemJson.typed(value)));
        }
    }
}
