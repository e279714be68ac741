package plaza.benchmark.fanout;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import plaza.benchmark.record.StreamEvents;
import plaza.event.StreamRules;
import plaza.id.UserId;
import plaza.leaving.Departure;
import plaza.leaving.Eraser;
import plaza.leaving.Erasures;
import plaza.objects.UnusedObjects;
import plaza.social.SocialEventRules;
import plaza.social.id.PostId;
import plaza.social.post.Post;
import plaza.social.post.PostItems;
import plaza.social.timeline.Timelines;
import plaza.stream.FanOut;
import plaza.stream.SliceLimit;
import plaza.table.Item;
import plaza.table.Retry;
import plaza.table.Table;
import plaza.testkit.invocation.TestContext;

/// Invokes the function FanOut as its event source mapping would: with the record of a post, then
/// with the record of each job after each slice, and again after a failure. One invocation follows
/// the other; in the service, the jobs of a large delivery run in parallel.
final class Deliveries {
    private static final Duration INVOCATION_MAX = Duration.ofMinutes(1);

    /// The number of invocations after which a slice counts as stuck.
    private static final int ATTEMPTS_MAX = 100;

    private final JobRecordingTable table;
    private final FanOut function;
    private int failures;

    Deliveries(Table table) {
        this.table = new JobRecordingTable(table);
        this.function =
                new FanOut(
                        this.table,
                        Clock.systemUTC(),
                        Retry.Pause.REAL,
                        SliceLimit.STANDARD,
                        new StreamRules(
                                List.of(
                                        new SocialEventRules(
                                                this.table,
                                                Clock.systemUTC(),
                                                Timelines.Limits.STANDARD,
                                                Erasures.of(List.of()),
                                                Departure.WITHIN_TABLE,
                                                new UnusedObjects(),
                                                Eraser.Limit.STANDARD))));
    }

    /// Returns a post that the author writes now.
    static Post post(UserId author, String id) {
        return new Post(
                author, PostId.of(id), "Fog over the harbour.", null, Instant.now(), null, 1);
    }

    /// Delivers a post to all followers of its author.
    ///
    /// @param followers how many the author has
    /// @param afterInvocation runs after each invocation and is not timed
    /// @return the total time of the invocations
    Duration deliver(Post post, int followers, Runnable afterInvocation) {
        var entriesBefore = table.entries();
        var nanos = invoke(PostItems.post(post));
        afterInvocation.run();
        for (var job = table.nextJob(); job != null; job = table.nextJob()) {
            nanos += invoke(job);
            afterInvocation.run();
        }
        var entries = table.entries() - entriesBefore;
        // one of them is the author's own; a failed slice may have written some of them twice
        if (entries < followers + 1) {
            throw new IllegalStateException(
                    "The post reached " + (entries - 1) + " of " + followers + " followers");
        }
        return Duration.ofNanos(nanos);
    }

    /// Returns how many invocations have reported their record as failed.
    int failures() {
        return failures;
    }

    private long invoke(Item item) {
        var start = System.nanoTime();
        var event = StreamEvents.batch(List.<DynamodbStreamRecord>of(StreamEvents.inserted(item)));
        for (var attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            var response = function.handleRequest(event, new TestContext("FanOut", INVOCATION_MAX));
            if (response.getBatchItemFailures().isEmpty()) {
                return System.nanoTime() - start;
            }
            failures++;
        }
        throw new IllegalStateException(
                "A slice of the fan-out still fails after " + ATTEMPTS_MAX + " invocations");
    }
}
