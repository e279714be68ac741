package plaza.benchmark.fanout;

import static plaza.benchmark.report.Samples.number;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import plaza.benchmark.report.Effort;
import plaza.benchmark.report.MarkdownTable;
import plaza.benchmark.report.Section;
import plaza.dynamodb.DynamoDbTable;
import plaza.id.UserId;
import plaza.local.emulator.Emulator;
import plaza.social.follow.Follow;
import plaza.social.follow.FollowItems;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.post.CreatePost;
import plaza.social.post.PostItems;
import plaza.social.timeline.GetTimelineByUserId;
import plaza.table.Retry;
import plaza.table.Write;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;
import plaza.testkit.capacity.LimitedClient;
import plaza.testkit.invocation.TestServices;

/// Measures a fan-out with little capacity. The goal is 10,000 followers within 120 seconds at 100
/// write units per second, while a post and a page each take at most one second.
final class LimitedCapacity {
    private static final int UNITS_PER_SECOND = 100;
    private static final int FOLLOWERS = 10_000;
    private static final Duration TIME_MAX = Duration.ofSeconds(120);
    private static final Duration RESPONSE_MAX = Duration.ofSeconds(1);
    private static final Duration CALL_INTERVAL = Duration.ofSeconds(1);

    private static final UserId AUTHOR = UserId.of("author");

    private LimitedCapacity() {}

    static Section run(Section section, Effort effort) throws Exception {
        var followers = effort == Effort.SMOKE ? FOLLOWERS / 20 : FOLLOWERS;
        var timeMax = TIME_MAX.toMillis() / 1e3 * followers / FOLLOWERS;
        try (var bed = new TestBed()) {
            bed.user(AUTHOR.value());
            bed.user("other");
            FanOutBenchmark.follow(bed, AUTHOR, followers);
            var reader = FanOutBenchmark.follower(0);
            bed.table()
                    .write(
                            Write.Put.of(
                                    FollowItems.following(
                                            new Follow(reader, AUTHOR, bed.clock().instant()))));
            var client =
                    new LimitedClient(bed.emulator().client(), UNITS_PER_SECOND, System::nanoTime);
            var limited = new DynamoDbTable(client, Emulator.TABLE, Retry.standard());
            var services = TestServices.of(limited, Clock.systemUTC());
            var create = new CreatePost(services);
            var timeline = new GetTimelineByUserId(services);

            var posts = new ArrayList<Double>();
            var pages = new ArrayList<Double>();
            var unavailable = new AtomicInteger();
            Supplier<TestResponse> post =
                    () -> {
                        var response = post(bed, "other", create);
                        if (response.status() == 503) {
                            unavailable.incrementAndGet();
                        }
                        return response;
                    };
            Supplier<TestResponse> page =
                    () ->
                            bed.as(reader.value())
                                    .at("userId", reader.value())
                                    .send("GetTimelineByUserId", timeline);
            timed(() -> post(bed, "other", create));
            timed(page);
            // until the client has saved up its maximum, the capacity of one second
            LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
            var start = System.nanoTime();
            var written = postSuccessfully(bed, AUTHOR.value(), create);
            var postSeconds = (System.nanoTime() - start) / 1e9;
            var deliveries = new Deliveries(limited);
            // a thread of its own, because java.net.http completes its responses in the common pool
            var delivered =
                    CompletableFuture.runAsync(
                            () -> {
                                var id = written.json().path("postId").asText();
                                var item =
                                        PostItems.post(
                                                bed.table()
                                                        .getConsistent(
                                                                SocialKeys.POST.key(
                                                                        AUTHOR, PostId.of(id))));
                                var _ = deliveries.deliver(item, followers, () -> {});
                            },
                            Thread::startVirtualThread);
            while (!delivered.isDone()) {
                posts.add(timed(post));
                pages.add(timed(page));
                LockSupport.parkNanos(CALL_INTERVAL.toNanos());
            }
            awaitSuccess(delivered);
            var seconds = (System.nanoTime() - start) / 1e9;
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
                                            share(postSeconds, RESPONSE_MAX.toSeconds()))
                                    .row(
                                            "the slowest of %d posts by another meanwhile; %d received 503"
                                                    .formatted(posts.size(), unavailable.get()),
                                            number(slowestPost, 3),
                                            share(slowestPost, RESPONSE_MAX.toSeconds()))
                                    .row(
                                            "the slowest of %d pages meanwhile"
                                                    .formatted(pages.size()),
                                            number(slowestPage, 3),
                                            share(slowestPage, RESPONSE_MAX.toSeconds())))
                    .goal(
                            "%s followers within %s s at 100 write units a second"
                                    .formatted(number(followers, 0), number(timeMax, 0)),
                            number(seconds, 1) + " s",
                            seconds <= timeMax,
                            deliveries.failures() + " slices were begun again")
                    .goal(
                            "a post within 1 s",
                            number(postSeconds, 2) + " s",
                            postSeconds < RESPONSE_MAX.toSeconds(),
                            "")
                    .goal(
                            "a post by another within 1 s, and none receives 503, meanwhile",
                            number(slowestPost, 2) + " s; " + unavailable + " of " + posts.size(),
                            slowestPost < RESPONSE_MAX.toSeconds() && unavailable.get() == 0,
                            "")
                    .goal(
                            "a page within 1 s, meanwhile",
                            number(slowestPage, 2) + " s",
                            slowestPage < RESPONSE_MAX.toSeconds(),
                            "");
        }
    }

    private static TestResponse post(TestBed bed, String author, CreatePost create) {
        return bed.as(author)
                .at("userId", author)
                .body("{\"content\": \"Fog over the harbour.\"}")
                .send("CreatePost", create);
    }

    private static TestResponse postSuccessfully(TestBed bed, String author, CreatePost create) {
        var response = post(bed, author, create);
        if (response.status() != 201) {
            throw new IllegalStateException("The post was rejected: " + response);
        }
        return response;
    }

    private static double timed(Supplier<TestResponse> call) {
        var start = System.nanoTime();
        var response = call.get();
        if (response.status() > 299 && response.status() != 503) {
            throw new IllegalStateException("The request failed: " + response);
        }
        return (System.nanoTime() - start) / 1e9;
    }

    private static void awaitSuccess(CompletableFuture<Void> work) throws InterruptedException {
        try {
            work.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("The fan-out failed", e.getCause());
        }
    }

    private static String share(double seconds, double allowed) {
        return number(100 * seconds / allowed, 0) + " %";
    }
}
