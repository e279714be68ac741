package plaza.stream;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.event.ItemChange;
import plaza.table.Item;
import plaza.tally.SequenceNumber;

/// Reads the records of the stream.
public final class Changes {
    private Changes() {}

    /// Returns the change that a record reports.
    ///
    /// @throws RuntimeException of some kind if the record has no valid key
    public static ItemChange of(DynamodbStreamRecord streamRecord) {
        var data = streamRecord.getDynamodb();
        return new ItemChange(
                new Item(Attributes.of(data.getKeys())).key(),
                image(data.getOldImage()),
                image(data.getNewImage()),
                SequenceNumber.of(data.getSequenceNumber()),
                data.getApproximateCreationDateTime().toInstant());
    }

    private static @Nullable Item image(@Nullable Map<String, AttributeValue> image) {
        return image == null || image.isEmpty() ? null : new Item(Attributes.of(image));
    }
}
