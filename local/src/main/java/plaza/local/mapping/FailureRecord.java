package plaza.local.mapping;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import plaza.lambda.FailureStore;
import plaza.local.runtime.LambdaEnvironment;

/// The invocation record that a mapping sends to its failure destination, as in AWS's page "Retain
/// discarded records for a DynamoDB event source in Lambda". It includes the event as `payload`, as
/// for an S3 destination.
///
/// Its ids are derived from its content: if the same records are discarded again after a crash, the
/// new record replaces the first.
final class FailureRecord {
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("yyyy/MM/dd").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter SECOND =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH.mm.ss").withZone(ZoneOffset.UTC);

    /// The reason why records were discarded.
    enum Condition {
        RETRY_ATTEMPTS_EXHAUSTED("RetryAttemptsExhausted"),
        RECORD_AGE_EXCEEDED("RecordAgeExceeded");

        private final String name;

        Condition(String name) {
            this.name = name;
        }
    }

    /// The result of the last invocation.
    enum Ending {
        /// The function was not invoked.
        NOT_INVOKED,
        /// The function reported failed records.
        REPORTED,
        /// The function threw an exception or exceeded its time limit.
        UNHANDLED
    }

    private final String functionName;
    private final String streamArn;
    private final String shardId;
    private final List<StreamRecord> records;
    private final Instant now;

    FailureRecord(
            String functionName,
            String streamArn,
            String shardId,
            List<StreamRecord> records,
            Instant now) {
        this.functionName = functionName;
        this.streamArn = streamArn;
        this.shardId = shardId;
        this.records = records;
        this.now = now;
    }

    /// `aws/lambda/<mapping's id>/<shard>/YYYY/MM/DD/YYYY-MM-DDTHH.MM.SS-<id>`.
    String key() {
        return String.join(
                "/",
                FailureStore.PREFIX + mappingId(functionName),
                shardId,
                DAY.format(now),
                SECOND.format(now) + "-" + id("object"));
    }

    String json(Condition condition, int invocations, Ending ending) {
        var json = LambdaJson.MAPPER.createObjectNode();
        json.putObject("requestContext")
                .put("requestId", id("request"))
                .put("functionArn", LambdaEnvironment.functionArn(functionName))
                .put("condition", condition.name)
                .put("approximateInvokeCount", invocations);
        if (ending != Ending.NOT_INVOKED) {
            var response =
                    json.putObject("responseContext")
                            .put("statusCode", 200)
                            .put("executedVersion", "$LATEST");
            if (ending == Ending.UNHANDLED) {
                response.put("functionError", "Unhandled");
            }
        }
        json.put("version", "1.0");
        json.put("timestamp", now.truncatedTo(ChronoUnit.MILLIS).toString());
        json.putObject("DDBStreamBatchInfo")
                .put("shardId", shardId)
                .put("startSequenceNumber", records.getFirst().sequenceNumber().digits())
                .put("endSequenceNumber", records.getLast().sequenceNumber().digits())
                .put("approximateArrivalOfFirstRecord", second(records.getFirst().created()))
                .put("approximateArrivalOfLastRecord", second(records.getLast().created()))
                .put("batchSize", records.size())
                .put("streamArn", streamArn);
        json.put("payload", new String(LambdaJson.event(records), StandardCharsets.UTF_8));
        try {
            return LambdaJson.MAPPER.writeValueAsString(json);
        } catch (JsonProcessingException fault) {
            throw new IllegalStateException("JSON that cannot be written", fault);
        }
    }

    private static String mappingId(String functionName) {
        return UUID.nameUUIDFromBytes(functionName.getBytes(StandardCharsets.UTF_8)).toString();
    }

    private String id(String purpose) {
        var about =
                String.join(
                        "|",
                        purpose,
                        functionName,
                        streamArn,
                        shardId,
                        records.getFirst().sequenceNumber().digits(),
                        records.getLast().sequenceNumber().digits());
        return UUID.nameUUIDFromBytes(about.getBytes(StandardCharsets.UTF_8)).toString();
    }

    private static String second(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
