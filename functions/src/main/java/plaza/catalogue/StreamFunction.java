package plaza.catalogue;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A function behind the table's stream.
///
/// @param handler its class
/// @param summary what the function does, as a short imperative
/// @param filters patterns of the event source mapping; it delivers a record that matches any
/// @param batchSize the most records in one invocation
/// @param windowSeconds how long the mapping collects a batch
/// @param grants all permissions on the table
public record StreamFunction(
        Class<? extends RequestHandler<DynamodbEvent, StreamsEventResponse>> handler,
        String summary,
        List<String> filters,
        int batchSize,
        int windowSeconds,
        List<Grant> grants)
        implements FunctionRow {
    /// How often the mapping retries a failed batch before it sends it to the dead-letter queue.
    /// With Lambda's growing delays between retries this outlasts an outage of a minute.
    public static final int RETRIES_MAX = 8;

    /// The age at which the mapping stops retrying a record. An outage may last an afternoon; the
    /// stream keeps records for 24 hours.
    public static final Duration RECORD_AGE_MAX = Duration.ofHours(6);

    /// The kinds of change that a stream record reports, as filters name them.
    public enum EventName {
        INSERT,
        MODIFY,
        REMOVE
    }

    /// A filter on the event and the partition key.
    ///
    /// @param partitionKeys what the partition key must match, in the syntax of event filters
    public static String filter(String partitionKeys, EventName... events) {
        return "{\"eventName\": [%s], \"dynamodb\": {\"Keys\": {\"pk\": {\"S\": [%s]}}}}"
                .formatted(names(events), partitionKeys);
    }

    /// A filter on the event and both keys.
    ///
    /// @param partitionKeys what the partition key must match, in the syntax of event filters
    /// @param sortKeys what the sort key must match
    public static String filter(String partitionKeys, String sortKeys, EventName... events) {
        return "{\"eventName\": [%s], \"dynamodb\": {\"Keys\": {\"pk\": {\"S\": [%s]}, \"sk\": {\"S\": [%s]}}}}"
                .formatted(names(events), partitionKeys, sortKeys);
    }

    private static String names(EventName... events) {
        return Stream.of(events)
                .map(event -> "\"" + event + "\"")
                .collect(Collectors.joining(", "));
    }
}
