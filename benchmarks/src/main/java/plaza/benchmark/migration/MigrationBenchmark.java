package plaza.benchmark.migration;

import static plaza.benchmark.report.Samples.number;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import plaza.benchmark.report.Benchmark;
import plaza.benchmark.report.Effort;
import plaza.benchmark.report.MarkdownTable;
import plaza.benchmark.report.Section;
import plaza.dynamodb.DynamoDbScans;
import plaza.dynamodb.DynamoDbTable;
import plaza.evolution.Migration;
import plaza.evolution.MigrationSettings;
import plaza.id.UserId;
import plaza.local.emulator.Emulator;
import plaza.migrate.Migrate;
import plaza.migrate.Migrations;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.like.Like;
import plaza.social.like.LikeItems;
import plaza.social.like.LikePost;
import plaza.social.like.UnlikePost;
import plaza.social.timeline.GetTimelineByUserId;
import plaza.table.Item;
import plaza.table.Retry;
import plaza.table.Write;
import plaza.testkit.ScanExecution;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;
import plaza.testkit.capacity.LimitedClient;
import plaza.testkit.invocation.TestContext;
import plaza.testkit.invocation.TestServices;

/// Migrates likes on DynamoDB Local at a limited rate while other callers use the table, and
/// compares the run with its plan.
///
/// Time is virtual, so that the result does not depend on the machine: it passes in the pauses of
/// Migrate and, as much as a page takes, in its reads.
public final class MigrationBenchmark implements Benchmark {
    /// DynamoDB Local reads the table anew for each page, so that a million takes an hour.
    private static final int LIKES_LONG = 1_000_000;

    private static final int LIKES_STANDARD = 100_000;
    private static final int LIKES_SMOKE = 10_000;

    private static final int LIKES_PER_POST = 1_000;
    private static final int UNITS_PER_SECOND = 2_000;
    private static final double DEVIATION_PERCENT_MAX = 2;

    /// The writes to the table in a second: the limited client does not count those of indexes, so
    /// that a like is one.
    private static final int CAPACITY = UNITS_PER_SECOND / 2 + 100;

    private static final int CALLS_PER_SECOND = 10;
    private static final Duration PAGE_TIME = Duration.ofMillis(30);
    private static final int SEGMENTS = 1;

    private static final int PUT_AT_ONCE = 10_000;

    /// Adds the keys of the index that lists the likes of a user.
    private static final Migration LISTED =
            new Migration(
                    "listed-likes",
                    SocialKeys.LIKE,
                    2,
                    item -> {
                        var like = LikeItems.like(item);
                        return List.of(
                                Write.Update.of(item.key())
                                        .in(
                                                SocialKeys.LIKED.of(like.user()),
                                                SocialKeys.LIKE_ORDER.of(
                                                        like.likedAt(), like.post())));
                    },
                    List.of(new Migration.Access(SocialKeys.LIKES, Write.Update.class)),
                    "Every like is in the list of its user's likes.");

    /// What the callers have received.
    private static final class Calls {
        private int sent;
        private int unavailable;
    }

    @Override
    public String name() {
        return "migration";
    }

    @Override
    public Section run(Effort effort) {
        var likes =
                switch (effort) {
                    case SMOKE -> LIKES_SMOKE;
                    case STANDARD -> LIKES_STANDARD;
                    case LONG -> LIKES_LONG;
                };
        try (var bed = new TestBed()) {
            bed.user("caller");
            bed.user("author");
            var post = bed.post("author", "Fog over the harbour.");
            likes(bed, likes);
            var limited =
                    new LimitedClient(
                            bed.emulator().client(), CAPACITY, () -> nanos(bed.clock().instant()));
            bed.clock().advance(Duration.ofSeconds(1)); // until a second's capacity is available
            var calls = new Calls();
            var function = migrate(bed, limited, post, calls);

            var _ =
                    run(
                            bed,
                            function,
                            Map.of(
                                    "action",
                                    "plan",
                                    "migration",
                                    LISTED.id(),
                                    "segments",
                                    SEGMENTS));
            var planned = plannedUnits(send(function, Map.of("action", "status")));
            var began = bed.clock().instant();
            var run =
                    run(
                            bed,
                            function,
                            Map.of(
                                    "action",
                                    "migrate",
                                    "migration",
                                    LISTED.id(),
                                    "segments",
                                    SEGMENTS,
                                    "unitsPerSecond",
                                    UNITS_PER_SECOND));
            var seconds = Duration.between(began, bed.clock().instant()).toMillis() / 1e3;
            var rewritten = runNumber(run, "rewritten");
            if (rewritten < likes) { // the callers like posts as well
                throw new IllegalStateException("The run rewrote " + rewritten + " likes");
            }
            return section(runNumber(run, "writeUnits"), planned, seconds, likes, calls);
        }
    }

    private static Section section(
            double units, double planned, double seconds, int likes, Calls calls) {
        var rate = units / seconds;
        return Section.titled("A migration")
                .prose(
                        "%s likes without a list on DynamoDB Local receive the keys of an index. Meanwhile callers like and unlike a post and read a timeline, %d times a second, on a table that accepts a tenth more writes than the migration sends. Time is virtual: it passes in Migrate's pauses, and %d ms for each page."
                                .formatted(
                                        number(likes, 0), CALLS_PER_SECOND, PAGE_TIME.toMillis()))
                .table(
                        MarkdownTable.of("", "planned", "consumed")
                                .row("write units", number(planned, 0), number(units, 0))
                                .row(
                                        "seconds",
                                        number(planned / UNITS_PER_SECOND, 0),
                                        number(seconds, 0))
                                .row(
                                        "units per second",
                                        number(UNITS_PER_SECOND, 0),
                                        number(rate, 1)))
                .goal(
                        "%s likes at %s units a second, within %s %%"
                                .formatted(
                                        number(likes, 0),
                                        number(UNITS_PER_SECOND, 0),
                                        number(DEVIATION_PERCENT_MAX, 0)),
                        number(rate, 1),
                        deviation(rate, UNITS_PER_SECOND) <= DEVIATION_PERCENT_MAX,
                        number(seconds, 0) + " s of virtual time")
                .goal(
                        "the plan is within %s %% of what is consumed"
                                .formatted(number(DEVIATION_PERCENT_MAX, 0)),
                        "%s and %s units".formatted(number(planned, 0), number(units, 0)),
                        deviation(planned, units) <= DEVIATION_PERCENT_MAX,
                        "")
                .goal(
                        "no caller receives 503 meanwhile",
                        "%d of %s".formatted(calls.unavailable, number(calls.sent, 0)),
                        calls.unavailable == 0,
                        "");
    }

    private static double deviation(double value, double goal) {
        return 100 * Math.abs(value / goal - 1);
    }

    /// Migrate, whose pauses let virtual time pass and callers send their requests.
    private static Migrate migrate(TestBed bed, LimitedClient limited, PostId post, Calls calls) {
        var table = new DynamoDbTable(limited, Emulator.TABLE, Retry.standard());
        var scans = new DynamoDbScans(bed.emulator().client(), Emulator.TABLE, Retry.standard());
        var services = TestServices.of(table, bed.clock());
        var like = new LikePost(services);
        var unlike = new UnlikePost(services);
        var timeline = new GetTimelineByUserId(services);
        var began = bed.clock().instant();
        return new Migrate(
                table,
                (segment, consistency, limit, after) -> {
                    bed.clock().advance(PAGE_TIME);
                    return scans.scan(segment, consistency, limit, after);
                },
                bed.clock(),
                pause -> {
                    bed.clock().advance(pause);
                    var due =
                            Duration.between(began, bed.clock().instant()).toMillis()
                                    * CALLS_PER_SECOND
                                    / 1_000;
                    while (calls.sent < due) {
                        count(calls, call(bed, calls.sent, post, like, unlike, timeline));
                    }
                },
                new Migrations(List.of(LISTED)),
                MigrationSettings.NONE);
    }

    /// A like, a page of a timeline, the removal of the like, and so on.
    private static TestResponse call(
            TestBed bed,
            int number,
            PostId post,
            LikePost like,
            UnlikePost unlike,
            GetTimelineByUserId timeline) {
        var request = bed.as("caller").at("userId", "caller");
        return switch (number % 4) {
            case 0 -> request.at("postId", post.value()).send("LikePost", like);
            case 2 -> request.at("postId", post.value()).send("UnlikePost", unlike);
            default -> request.send("GetTimelineByUserId", timeline);
        };
    }

    private static void count(Calls calls, TestResponse response) {
        calls.sent++;
        if (response.status() == 503) {
            calls.unavailable++;
        } else if (response.status() > 299) {
            throw new IllegalStateException("The request failed: " + response);
        }
    }

    private static void likes(TestBed bed, int likes) {
        var at = bed.clock().instant();
        for (var first = 0; first < likes; first += PUT_AT_ONCE) {
            bed.putAll(
                    IntStream.range(first, Math.min(likes, first + PUT_AT_ONCE))
                            .mapToObj(number ->
                                    new Like(
                                            PostId.of(
                                                    "post%06d".formatted(number / LIKES_PER_POST)),
                                            UserId.of(
                                                    "user%06d".formatted(number % LIKES_PER_POST)),
                                            at))
                            .map(like -> unlisted(like)));
        }
    }

    /// A like without the keys of the index.
    private static Item unlisted(Like like) {
        return Item.at(SocialKeys.LIKE.key(like.post(), like.user()))
                .with(LikeItems.LIKED_AT, like.likedAt())
                .build();
    }

    private static long nanos(Instant time) {
        return time.getEpochSecond() * 1_000_000_000 + time.getNano();
    }

    private static Map<String, Object> run(
            TestBed bed, Migrate function, Map<String, Object> order) {
        return new ScanExecution(request -> send(function, request), bed.clock()).run(order);
    }

    private static Map<String, Object> send(Migrate function, Map<String, Object> request) {
        return function.handleRequest(request, new TestContext("Migrate", Duration.ofMinutes(15)));
    }

    private static double runNumber(Map<String, Object> response, String name) {
        return ((Number) Objects.requireNonNull(response.get(name))).doubleValue();
    }

    @SuppressWarnings("unchecked") // the response is JSON
    private static double plannedUnits(Map<String, Object> response) {
        var migrations =
                (List<Map<String, Object>>) Objects.requireNonNull(response.get("migrations"));
        return ((Number)
                        Objects.requireNonNull(
                                part(migrations.getFirst(), "plan").get("writeUnits")))
                .doubleValue();
    }

    @SuppressWarnings("unchecked") // the response is JSON
    private static Map<String, Object> part(Map<String, Object> json, String name) {
        return (Map<String, Object>) Objects.requireNonNull(json.get(name));
    }
}
