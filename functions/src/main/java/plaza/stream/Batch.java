package plaza.stream;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse.BatchItemFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import plaza.log.InvocationTelemetry;
import plaza.log.Log;
import plaza.log.Metric;
import plaza.table.InvocationBudget;

/// The answer of a stream function: everything was processed, or everything but some records.
///
/// The event source mapping goes on from the lowest sequence number that is reported. *All* records
/// that are not done are reported, though the lowest would do where a batch is in the order of its
/// sequence numbers: only the order of records of one item is promised, and a record that is
/// reported cannot be passed over.
final class Batch {
    private final Set<String> failures = new LinkedHashSet<>();

    /// What `work` answers to an event's records, as one invocation: bounded by Lambda's deadline,
    /// and measured.
    static StreamsEventResponse answer(
            DynamodbEvent event,
            Context context,
            Function<List<DynamodbStreamRecord>, StreamsEventResponse> work) {
        var records = event.getRecords();
        var activity = InvocationTelemetry.of(context);
        var invocation =
                InvocationBudget.within(Duration.ofMillis(context.getRemainingTimeInMillis()));
        return activity.run(
                () -> invocation.run(() -> observed(records, work, activity, invocation)));
    }

    private static StreamsEventResponse observed(
            List<DynamodbStreamRecord> records,
            Function<List<DynamodbStreamRecord>, StreamsEventResponse> work,
            InvocationTelemetry activity,
            InvocationBudget invocation) {
        var startNanos = System.nanoTime();
        var failed = true;
        try {
            var response = work.apply(records);
            failed = !response.getBatchItemFailures().isEmpty();
            return response;
        } finally {
            activity.measure(Metric.RECORDS, records.size());
            activity.measure(Metric.FAILED_BATCHES, failed ? 1 : 0);
            activity.took(System.nanoTime() - startNanos);
            activity.measure(Metric.STREAM_AGE, ageMillis(records));
            activity.measure(Metric.READ_UNITS, invocation.readUnits());
            activity.measure(Metric.WRITE_UNITS, invocation.writeUnits());
            activity.measure(Metric.ROUND_TRIPS, invocation.roundTrips());
            Log.ended("batch was processed", Map.of());
        }
    }

    /// The age of the oldest record.
    private static long ageMillis(List<DynamodbStreamRecord> records) {
        var now = Instant.now();
        var oldest = now;
        for (var streamRecord : records) {
            var data = streamRecord.getDynamodb();
            var at = data == null ? null : data.getApproximateCreationDateTime();
            if (at != null && at.toInstant().isBefore(oldest)) {
                oldest = at.toInstant();
            }
        }
        return Duration.between(oldest, now).toMillis();
    }

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
