package plaza.stream;

import static java.util.stream.Collectors.joining;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse.BatchItemFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import plaza.log.InvocationTelemetry;
import plaza.log.Log;
import plaza.log.Metric;
import plaza.table.InvocationBudget;
import plaza.table.Key;
import plaza.table.Retry;
import plaza.table.TableSchema;
import plaza.table.Unavailable;

/// The records of an invocation that a stream function could not process.
///
/// The event source mapping continues from the lowest sequence number reported. *All* unprocessed
/// records are reported. The lowest number would be enough if every batch were in the order of its
/// sequence numbers, but only the order of the records of one item is guaranteed, and the mapping
/// never skips a reported record.
///
/// A record fails for one of two reasons. If the table was [Unavailable], the invocation waits and
/// tries again, until only [#LAST_ATTEMPT] of its time is left. An attempt of the mapping during an
/// outage therefore lasts minutes, and the mapping's limit on retries is longer than the greatest
/// age of a record. Any other exception is reported at once: the mapping bisects the batch, and
/// soon gives up the one record that causes it.
final class Batch {
    /// The time that an invocation reserves for its last attempt: many times as long as one slice
    /// of work takes.
    static final Duration LAST_ATTEMPT = Duration.ofMinutes(1);

    /// The pause before the records are tried again. The retries of each request have taken 4 s
    /// before it.
    private static final Duration OUTAGE_PAUSE = Duration.ofSeconds(10);

    private final Set<String> failures = new LinkedHashSet<>();
    private boolean unavailable;

    /// Processes records and reports those that failed.
    @FunctionalInterface
    interface Work {
        void process(List<DynamodbStreamRecord> records, Batch batch);
    }

    /// Runs `work` on the records of an event within Lambda's deadline, again while the table is
    /// unavailable, and logs its metrics.
    static StreamsEventResponse respond(
            DynamodbEvent event, Context context, Retry.Pause pause, Work work) {
        var records = event.getRecords();
        var telemetry = InvocationTelemetry.of(context);
        var budget = InvocationBudget.within(Duration.ofMillis(context.getRemainingTimeInMillis()));
        return telemetry.run(() ->
                budget.run(() -> {
                    var startNanos = System.nanoTime();
                    var failed = true;
                    try {
                        var response = outlast(records, context, pause, work).response();
                        failed = !response.getBatchItemFailures().isEmpty();
                        return response;
                    } finally {
                        telemetry.measure(Metric.RECORDS, records.size());
                        telemetry.measure(Metric.FAILED_BATCHES, failed ? 1 : 0);
                        telemetry.took(System.nanoTime() - startNanos);
                        telemetry.measure(Metric.STREAM_AGE, ageMillis(records));
                        budget.measure(telemetry);
                        Log.ended("batch was processed", Map.of());
                    }
                }));
    }

    private static Batch outlast(
            List<DynamodbStreamRecord> records, Context context, Retry.Pause pause, Work work) {
        var batch = new Batch();
        work.process(records, batch);
        while (batch.unavailable && context.getRemainingTimeInMillis() > LAST_ATTEMPT.toMillis()) {
            pause.pause(OUTAGE_PAUSE);
            var failed = batch.failures;
            batch = new Batch();
            work.process(
                    records.stream()
                            .filter(streamRecord -> failed.contains(sequence(streamRecord)))
                            .toList(),
                    batch);
        }
        return batch;
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

    /// Reports records that could not be processed, and logs why.
    ///
    /// @param message what failed; constant
    void failed(
            Collection<DynamodbStreamRecord> streamRecords,
            RuntimeException fault,
            String message) {
        var items = streamRecords.stream().flatMap(Batch::key).map(Key::fingerprint);
        Log.fault(message, fault, Map.of(Log.ITEMS, items.collect(joining(" "))));
        unavailable |= fault instanceof Unavailable;
        streamRecords.forEach(streamRecord -> failures.add(sequence(streamRecord)));
    }

    /// The key of the record's item. A record without a valid key has failed for that reason.
    private static Stream<Key> key(DynamodbStreamRecord streamRecord) {
        var keys = streamRecord.getDynamodb().getKeys();
        var pk = keys == null ? null : keys.get(TableSchema.PK);
        var sk = keys == null ? null : keys.get(TableSchema.SK);
        return pk == null || sk == null ? Stream.empty() : Stream.of(new Key(pk.getS(), sk.getS()));
    }

    private static String sequence(DynamodbStreamRecord streamRecord) {
        return streamRecord.getDynamodb().getSequenceNumber();
    }

    private StreamsEventResponse response() {
        var failed =
                failures.stream()
                        .map(number ->
                                BatchItemFailure.builder().withItemIdentifier(number).build())
                        .toList();
        return StreamsEventResponse.builder().withBatchItemFailures(failed).build();
    }
}
