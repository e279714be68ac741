package plaza.stream;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse.BatchItemFailure;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.tally.Sequence;

/// The answer of a stream function: everything was processed, or everything before one record was.
///
/// The event source mapping goes on from the lowest sequence number that is reported, so one is
/// enough.
final class Batch {
    private @Nullable String lowest;

    /// Says that a record could not be processed now.
    void failed(DynamodbStreamRecord streamRecord) {
        var number = streamRecord.getDynamodb().getSequenceNumber();
        if (lowest == null || Sequence.of(number).compareTo(Sequence.of(lowest)) < 0) {
            lowest = number;
        }
    }

    StreamsEventResponse response() {
        var failures =
                lowest == null
                        ? List.<BatchItemFailure>of()
                        : List.of(BatchItemFailure.builder().withItemIdentifier(lowest).build());
        return StreamsEventResponse.builder().withBatchItemFailures(failures).build();
    }
}
