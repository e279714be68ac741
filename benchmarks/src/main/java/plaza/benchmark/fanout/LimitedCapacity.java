package plaza.benchmark.fanout;

import static plaza.benchmark.report.Samples.number;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import plaza.benchmark.report.Effort;
import plaza.benchmark.report.MarkdownTable;
import plaza.benchmark.report.Section;
import plaza.http.Cursors;
import plaza.http.Cursors.Keyring;
import plaza.http.Cursors.Secret;
import plaza.id.PostId;
import plaza.id.PostIds;
import plaza.id.UserId;
import plaza.local.emulator.Emulator;
import plaza.social.CreatePost;
import plaza.social.GetTimelineByUserId;
import plaza.social.SocialItems;
import plaza.social.model.Follow;
import plaza.table.DynamoDbTable;
import plaza.table.KeySpace;
import plaza.table.Retry;
import plaza.table.Write;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

/// Measures a fan-out with little capacity: 10,000 followers within 120 seconds at 100 write units
/// per second, while a post and a page each take at most one second.
final class LimitedCapacity {
    private static final int UNITS_PER_SECOND = 100;
    private static final int FOLLOWERS = 10_000;
    private static final Duration TIME_MAX = Duration.ofSeconds(120);
    private static final Duration ANSWER_MAX = Duration.ofSeconds(1);
    private static final Duration BETWEEN_CALLS = Duration.ofMillis(500);

    private static final UserId AUTHOR = UserId.of("author");

    private LimitedCapacity() {}

    static Section run(Section section, Effort effort) throws Exception {
        var followers = effort == Effort.SMOKE ? FOLLOWERS / 20 : FOLLOWERS;
        var timeMax = TIME_MAX.toMillis() / 1e3 * followers / FOLLOWERS;
        try (var bed = new TestBed()) {
            bed.user(AUTHOR.value());
            bed.user("other");
            FanOutBenchmark.follow(bed.table(), AUTHOR, followers);
            var reader = FanOutBenchmark.follower(0);
            bed.table()
                    .write(
                            Write.Put.of(
                                    SocialItems.following(
                                            new Follow(reader, AUTHOR, bed.clock().instant()))));
            var limited =
                    new DynamoDbTable(
                            new LimitedClient(bed.emulator().client(), UNITS_PER_SECOND),
                            Emulator.TABLE,
                            Retry.standard());
            var keyring = new Keyring(List.of(new Secret(1, new byte[32])));
            var create =
                    new CreatePost(
                            limited,
                            Clock.systemUTC(),
                            new PostIds(Clock.systemUTC(), new SecureRandom()));
            var timeline =
                    new GetTimelineByUserId(
                            limited,
                            Clock.systemUTC(),
                            new Cursors(() -> keyring, Clock.systemUTC()));

            var posts = new ArrayList<Double>();
            var pages = new ArrayList<Double>();
            var refused = new AtomicInteger();
            Supplier<TestResponse> post =
                    () -> {
                        var reply = post(bed, "other", create);
                        if (reply.status() == 503) {
                            refused.incrementAndGet();
                        }
                        return reply;
                    };
            Supplier<TestResponse> page =
                    () ->
                            bed.as(reader.value())
                                    .at("userId", reader.value())
                                    .send("GetTimelineByUserId", timeline);
            timed(() -> post(bed, "other", create));
            timed(page);
            // the second's capacity that is saved up at most
            LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
            var begun = System.nanoTime();
            var written = posted(bed, AUTHOR.value(), create);
            var postSeconds = (System.nanoTime() - begun) / 1e9;
            var deliveries = new Deliveries(limited);
            // not in the common pool, where java.net.http completes its answers
            var delivered =
                    CompletableFuture.runAsync(
                            () -> {
                                var id = written.json().path("postId").asText();
                                var item =
                                        SocialItems.post(
                                                bed.table()
                                                        .getConsistent(
                                                                KeySpace.post(
                                                                        AUTHOR, PostId.of(id))));
                                var _ = deliveries.deliver(item, () -> {});
                            },
                            Thread::startVirtualThread);
            while (!delivered.isDone()) {
                posts.add(timed(post));
                pages.add(timed(page));
                LockSupport.parkNanos(BETWEEN_CALLS.toNanos());
            }
            finished(delivered);
            var seconds = (System.nanoTime() - begun) / 1e9;
            var slowestPost = posts.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
            var slowestPage = pages.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
            return section.heading("With little capacity")
                    .prose(
                            "The goal is %s followers within %s s at %s write units per second, and a post and a page within one second. The client rejects, or leaves unprocessed, what exceeds the capacity, as the service does, but saves up one second of capacity instead of five minutes. Meanwhile another author posts and a reader requests their timeline. At %s units per second the deliveries alone need %s s."
                                    .formatted(
                                            number(followers, 0),
                                            number(timeMax, 0),
                                            UNITS_PER_SECOND,
                                            UNITS_PER_SECOND,
                                            number((double) followers / UNITS_PER_SECOND, 0)))
                    .table(
                            MarkdownTable.of("", "s", "of the time allowed")
                                    .row(
                                            "the last follower has the post",
                                            number(seconds, 1),
                                            share(seconds, timeMax))
                                    .row(
                                            "the post itself",
                                            number(postSeconds, 3),
                                            share(postSeconds, ANSWER_MAX.toSeconds()))
                                    .row(
                                            "the slowest of %d posts by another meanwhile, of which %d were answered 503"
                                                    .formatted(posts.size(), refused.get()),
                                            number(slowestPost, 3),
                                            share(slowestPost, ANSWER_MAX.toSeconds()))
                                    .row(
                                            "the slowest of %d pages meanwhile"
                                                    .formatted(pages.size()),
                                            number(slowestPage, 3),
                                            share(slowestPage, ANSWER_MAX.toSeconds())))
                    .goal(
                            "%s followers within %s s at 100 write units a second"
                                    .formatted(number(followers, 0), number(timeMax, 0)),
                            number(seconds, 1) + " s",
                            seconds <= timeMax,
                            deliveries.failures() + " slices were begun again")
                    .goal(
                            "a post within 1 s",
                            number(postSeconds, 2) + " s",
                            postSeconds < ANSWER_MAX.toSeconds(),
                            "the slowest by another while the table is at its limit: "
                                    + number(slowestPost, 2)
                                    + " s, and "
                                    + refused
                                    + " of "
                                    + posts.size()
                                    + " were answered 503")
                    .goal(
                            "a page within 1 s, meanwhile",
                            number(slowestPage, 2) + " s",
                            slowestPage < ANSWER_MAX.toSeconds(),
                            "");
        }
    }

    private static TestResponse post(TestBed bed, String author, CreatePost create) {
        return bed.as(author)
                .at("userId", author)
                .body("{\"content\": \"Fog over the harbour.\"}")
                .send("CreatePost", create);
    }

    private static TestResponse posted(TestBed bed, String author, CreatePost create) {
        var reply = post(bed, author, create);
        if (reply.status() != 201) {
            throw new IllegalStateException("a post was not taken: " + reply);
        }
        return reply;
    }

    private static double timed(Supplier<TestResponse> call) {
        var begun = System.nanoTime();
        var reply = call.get();
        if (reply.status() > 299 && reply.status() != 503) {
            throw new IllegalStateException("not answered: " + reply);
        }
        return (System.nanoTime() - begun) / 1e9;
    }

    private static void finished(CompletableFuture<Void> work) throws InterruptedException {
        try {
            work.get();
        } catch (ExecutionException failed) {
            throw new IllegalStateException("the fan-out failed", failed.getCause());
        }
    }

    private static String share(double seconds, double allowed) {
        return number(100 * seconds / allowed, 0) + " %";
    }
}
