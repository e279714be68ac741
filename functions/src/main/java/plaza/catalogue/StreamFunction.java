package plaza.catalogue;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.time.Duration;
import java.util.List;

/// A function behind the table's stream.
///
/// @param handler its class
/// @param summary what the function does, as a short imperative
/// @param filters patterns of the event source mapping; it delivers a record that matches any
/// @param batchSize the most records in one invocation
/// @param windowSeconds how long the mapping collects a batch
/// @param parallelBatches the batches of one shard that are processed at once, from 1 to 10.
///   Records of one item stay in order
/// @param grants all permissions on the table
/// @param parts the classes of contexts that it loads by name
public record StreamFunction(
        Class<? extends RequestHandler<DynamodbEvent, StreamsEventResponse>> handler,
        String summary,
        List<String> filters,
        int batchSize,
        int windowSeconds,
        int parallelBatches,
        List<Grant> grants,
        List<Class<?>> parts)
        implements FunctionRow {
    /// The time limit of an invocation: the longest that Lambda allows. An invocation that finds
    /// the table unavailable keeps trying until one minute before this limit.
    public static final Duration INVOCATION_MAX = Duration.ofMinutes(15);

    /// The age at which the mapping stops retrying a record. An outage may last an afternoon; the
    /// stream keeps records for 24 hours.
    public static final Duration RECORD_AGE_MAX = Duration.ofHours(6);

    /// How often the mapping retries a batch that it cannot split further before it sends it to the
    /// failure bucket.
    ///
    /// During an outage each attempt lasts 14 minutes, so all attempts together last longer than
    /// [#RECORD_AGE_MAX] and never run out. A record that fails for another reason fails at once,
    /// and delays the records behind it only by these attempts.
    public static final int RETRIES_MAX = 25;

    /// The kinds of change that a stream record reports, as filters name them.
    public enum EventName {
        INSERT,
        MODIFY,
        REMOVE
    }
}
