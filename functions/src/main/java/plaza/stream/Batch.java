package plaza.stream;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse.BatchItemFailure;
import java.util.LinkedHashSet;
import java.util.Set;

/// The answer of a stream function: everything was processed, or everything but some records.
///
/// The event source mapping goes on from the lowest sequence number that is reported. *All* records
/// that are not done are reported, though the lowest would do where a batch is in the order of its
/// sequence numbers: only the order of records of one item is promised, and a record that is
/// reported cannot be passed over.
final class Batch {
    private final Set<String> failures = new LinkedHashSet<>();

    /// Says that a record could not be processed now.
    void failed(DynamodbStreamRecord streamRecord) {
        failures.add(streamRecord.getDynamodb().getSequenceNumber());
    }

    StreamsEventResponse response() {
        var failed =
                failures.stream()
                        .map(number ->
                                BatchItemFailure.builder().withItemIdentifier(number).build())
                        .toList();
        return StreamsEventResponse.builder().withBatchItemFailures(failed).build();
    }
}
