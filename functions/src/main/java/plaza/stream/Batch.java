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

/// The response of a stream function: the records that it could not process.
///
/// The event source mapping continues from the lowest sequence number reported. *All* unprocessed
/// records are reported. The lowest number would be enough if every batch were in the order of its
/// sequence numbers, but only the order of the records of one item is guaranteed, and the mapping
/// never skips a reported record.
final class Batch {
    private final Set<String> failures = new LinkedHashSet<>();

    /// Runs `work` on the records of an event as one budget, within Lambda's deadline, and logs its
    /// metrics.
    static StreamsEventResponse respond(
            DynamodbEvent event,
            Context context,
            Function<List<DynamodbStreamRecord>, StreamsEventResponse> work) {
        var records = event.getRecords();
        var telemetry = InvocationTelemetry.of(context);
        var budget = InvocationBudget.within(Duration.ofMillis(context.getRemainingTimeInMillis()));
        return telemetry.run(() -> budget.run(() -> observed(records, work, telemetry, budget)));
    }

    private static StreamsEventResponse observed(
            List<DynamodbStreamRecord> records,
            Function<List<DynamodbStreamRecord>, StreamsEventResponse> work,
            InvocationTelemetry telemetry,
            InvocationBudget budget) {
        var startNanos = System.nanoTime();
        var failed = true;
        try {
            var response = work.apply(records);
            failed = !response.getBatchItemFailures().isEmpty();
            return response;
        } finally {
            telemetry.measure(Metric.RECORDS, records.size());
            telemetry.measure(Metric.FAILED_BATCHES, failed ? 1 : 0);
            telemetry.took(System.nanoTime() - startNanos);
            telemetry.measure(Metric.STREAM_AGE, ageMillis(records));
            telemetry.measure(Metric.READ_UNITS, budget.readUnits());
            telemetry.measure(Metric.WRITE_UNITS, budget.writeUnits());
            telemetry.measure(Metric.ROUND_TRIPS, budget.roundTrips());
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

    /// Reports a record that could not be processed now.
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
