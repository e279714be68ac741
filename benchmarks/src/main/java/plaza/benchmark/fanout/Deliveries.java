package plaza.benchmark.fanout;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import plaza.benchmark.StreamEvents;
import plaza.fantasy.Rankings;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.lambda.Quotas;
import plaza.social.SocialItems;
import plaza.social.Timelines;
import plaza.social.model.Post;
import plaza.stream.FanOut;
import plaza.table.Item;
import plaza.table.Table;
import plaza.testkit.TestContext;

/// The function FanOut at work, and what its event source mapping would do: hand it a post's
/// record, then the job's after each slice, and again what has failed.
final class Deliveries {
    private static final Duration INVOCATION_MAX = Duration.ofMinutes(1);

    /// Invocations of one slice, after which it counts as stuck.
    private static final int TRIES_MAX = 100;

    private final JobWatch table;
    private final FanOut function;
    private int failures;

    Deliveries(Table table) {
        this.table = new JobWatch(table);
        this.function =
                new FanOut(
                        this.table,
                        Clock.systemUTC(),
                        Timelines.Limits.STANDARD,
                        Rankings.Limits.STANDARD,
                        Quotas.STANDARD);
    }

    /// A post of an author that was written just now.
    static Post post(UserId author, String id) {
        return new Post(
                author, PostId.of(id), "Fog over the harbour.", null, Instant.now(), null, 1);
    }

    /// Takes a post to all of its author's followers.
    ///
    /// @param between done after each invocation, outside of the time
    /// @return how long the function has worked
    Duration deliver(Post post, Runnable between) {
        var nanos = invoke(SocialItems.post(post));
        between.run();
        for (var job = table.job(); job != null; job = table.job()) {
            nanos += invoke(job);
            between.run();
        }
        return Duration.ofNanos(nanos);
    }

    /// How many invocations reported their record as failed so far.
    int failures() {
        return failures;
    }

    private long invoke(Item item) {
        var begun = System.nanoTime();
        var event = StreamEvents.batch(List.<DynamodbStreamRecord>of(StreamEvents.inserted(item)));
        for (var number = 0; number < TRIES_MAX; number++) {
            var answer = function.handleRequest(event, new TestContext("FanOut", INVOCATION_MAX));
            if (answer.getBatchItemFailures().isEmpty()) {
                return System.nanoTime() - begun;
            }
            failures++;
        }
        throw new IllegalStateException("a slice of the fan-out fails again and again");
    }
}
