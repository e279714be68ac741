package plaza.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.Seeds;
import plaza.catalogue.Access;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.Limit;
import plaza.catalogue.Limits;
import plaza.functions.Catalogue;
import plaza.id.UserId;
import plaza.lambda.Services;
import plaza.local.emulator.Meter.Cost;
import plaza.social.SocialLimits;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.PlatformKeys;
import plaza.table.Table;
import plaza.table.Unavailable;
import plaza.table.Write;
import plaza.testkit.About;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;
import plaza.testkit.Threads;

/// Rate limits, on the table and through the functions.
final class RateLimiterTest {
    private static final int PER_HOUR_MAX = 3;
    private static final Instant NOW = Instant.parse("2026-11-20T10:20:30.500Z");
    private static final UserId ANN = UserId.of("ann");

    private static final TestBed bed = TestBed.limiting(PER_HOUR_MAX);

    @BeforeEach
    void clear() {
        bed.clear();
        bed.clock().set(NOW);
    }

    /// The reference counts the accepted requests of each caller and kind in each hour.
    @Test
    void bucketsBehaveAsTheReference() {
        Seeds.forEach(
                "rate limiter",
                5,
                random -> {
                    bed.clear();
                    bed.clock().set(NOW);
                    var accepted = new HashMap<List<Object>, Integer>();
                    for (var call = 0; call < 200; call++) {
                        takeAndCompare(random, accepted);
                    }
                });
    }

    private static void takeAndCompare(
            SplittableRandom random, Map<List<Object>, Integer> accepted) {
        bed.clock().advance(Duration.ofMillis(random.nextLong(Duration.ofMinutes(5).toMillis())));
        var now = bed.clock().instant();
        var hour = now.getEpochSecond() / 3_600;
        var caller = UserId.of("user" + random.nextInt(3));
        var limit = random.nextBoolean() ? new RateLimit("views", 4) : new RateLimit("posts", 1);
        var key = List.<Object>of(caller, limit, hour);
        var isExceeded = accepted.getOrDefault(key, 0) == limit.perHourMax();
        if (!isExceeded) {
            accepted.merge(key, 1, Integer::sum);
        }
        var end = Instant.ofEpochSecond((hour + 1) * 3_600);

        assertThat(take(limit, caller, bed.table()))
                .isEqualTo(
                        new RateLimiter.Bucket(
                                limit,
                                isExceeded,
                                limit.perHourMax() - accepted.getOrDefault(key, 0),
                                Duration.between(now, end)));
    }

    static List<Limit> limits() {
        return Catalogue.ALL.declarations().limits();
    }

    @ParameterizedTest
    @MethodSource("limits")
    void simultaneousRequestsTakeExactlyTheTokens(Limit kind) {
        var limit = new RateLimit(kind.label(), 20);
        var buckets = Threads.call(16, 60, () -> take(limit, ANN, bed.table()));

        assertThat(buckets.stream().filter(bucket -> !bucket.isExceeded()))
                .extracting(RateLimiter.Bucket::tokens)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 20).mapToObj(Long::valueOf).toList());
    }

    @Test
    void aRequestWithoutTokensIsRejectedUntilTheNextHour() {
        var views = new ArrayList<TestResponse>();
        bed.user("ann");
        var post = bed.post("ann", "Fog.");
        for (var session = 0; session <= PER_HOUR_MAX; session++) {
            views.add(view("ann", post, "s" + session));
        }

        assertThat(views).extracting(TestResponse::status).containsExactly(201, 201, 201, 429);
        assertThat(views)
                .extracting(response -> response.header("ratelimit"))
                .containsExactly(
                        "\"views\";r=2;t=2370",
                        "\"views\";r=1;t=2370",
                        "\"views\";r=0;t=2370",
                        "\"views\";r=0;t=2370");
        assertThat(views)
                .extracting(response -> response.header("ratelimit-policy"))
                .containsOnly("\"views\";q=3;w=3600");
        var rejected = views.getLast();
        assertThat(rejected.header("retry-after")).isEqualTo("2370");
        assertThat(rejected.header("content-type")).isEqualTo("application/problem+json");
        assertThat(rejected.json().path("type").asText())
                .isEqualTo("urn:plaza:problem:too-many-requests");
        assertThat(collection(SocialKeys.VIEWS.of(post).pk())).hasSize(PER_HOUR_MAX);

        assertThat(view("bob", post, "s9").status()).as("another caller").isEqualTo(201);
        bed.post("ann", "Another kind.");

        bed.clock().advance(Duration.ofSeconds(2_370));
        assertThat(view("ann", post, "s9").status()).as("after Retry-After").isEqualTo(200);
        assertThat(view("ann", post, "s10").status()).isEqualTo(201);
    }

    @Test
    void aRejectedRequestCostsOneUnitAndOneRoundTrip() {
        bed.user("ann");
        var post = bed.post("ann", "Fog.");
        for (var session = 0; session < PER_HOUR_MAX; session++) {
            view("ann", post, "s" + session).orFail();
        }

        var rejected = bed.meter().measure(() -> view("ann", post, "s9"));

        assertThat(rejected.answer().status()).isEqualTo(429);
        assertThat(rejected.cost()).isEqualTo(new Cost(0, 1, 0, 1));
    }

    @Test
    void responsesOfFailedRequestsHaveTheHeaders() {
        var response = view("ann", PostId.of("none"), "s1");
        assertThat(response.status()).isEqualTo(404);
        assertThat(response.header("ratelimit")).isEqualTo("\"views\";r=2;t=2370");
    }

    /// The limit is 3. The last request is accepted because one token is left.
    @Test
    void aListTakesATokenForEachElement() {
        assertThat(viewed("[\"p1\",\"p2\",\"p1\"]").header("ratelimit"))
                .isEqualTo("\"views\";r=1;t=2370");
        assertThat(viewed("[\"p1\",\"p2\",\"p3\"]").header("ratelimit"))
                .isEqualTo("\"views\";r=0;t=2370");
        assertThat(viewed("[\"p1\"]").status()).isEqualTo(429);
        bed.clock().advance(RateLimiter.WINDOW);
        assertThat(viewed("[]").header("ratelimit")).startsWith("\"views\";r=2;");
    }

    private static TestResponse viewed(String postIds) {
        return bed.as("ann")
                .at("sessionId", "s")
                .body("{\"postIds\":" + postIds + "}")
                .send("RecordViews");
    }

    @Test
    void aRequestWithoutCallerTakesNoToken() {
        var response =
                bed.withoutClaims().at("postId", "p").at("sessionId", "s").send("RecordView");
        assertThat(response.status()).isEqualTo(401);
        assertThat(bed.everything()).isEmpty();
    }

    @Test
    void countsExpireAnHourAfterTheirWindow() {
        view("ann", PostId.of("none"), "s1");
        var item =
                bed.table()
                        .getConsistent(
                                PlatformKeys.RATE_LIMIT.key(
                                        ANN, Instant.parse("2026-11-20T10:00:00Z")));
        assertThat(Objects.requireNonNull(item).expired(Instant.parse("2026-11-20T11:59:59Z")))
                .isFalse();
        assertThat(item.expired(Instant.parse("2026-11-20T12:00:01Z"))).isTrue();
    }

    @Test
    void anUnavailableBucketMeansServiceUnavailable() {
        var broken =
                new ForwardingTable(bed.table()) {
                    @Override
                    public Item updateAtLeastOnce(Write.Update update) {
                        throw new Unavailable(new IllegalStateException("no bucket"));
                    }
                };
        var services = bed.services(bed.table());
        var function =
                new plaza.social.view.RecordView(
                        new Services(
                                services.table(),
                                services.clock(),
                                RateLimiter.counting(
                                        new RateLimit("views", 1), broken, bed.clock()),
                                services.cursors(),
                                services.ulids(),
                                services.objects(),
                                services.migrations()),
                        plaza.social.view.ViewSampling.ALL);
        var response =
                bed.as("ann").at("postId", "p").at("sessionId", "s").send("RecordView", function);
        assertThat(response.status()).isEqualTo(503);
        assertThat(response.header("retry-after")).isEqualTo("1");
    }

    @Test
    void everyRequestOfUsersIsLimitedAndOnlyWritesTakeATokenFromTheTable() {
        for (var function : Catalogue.ALL.httpFunctions()) {
            var isLimited = function.access() != Access.ADMIN;
            assertThat(function.limit() != null).as(function.name()).isEqualTo(isLimited);
            assertThat(function.takesToken())
                    .as(function.name())
                    .isEqualTo(isLimited && function.writes());
        }
        assertThat(limited("views")).containsExactly("RecordView", "RecordViews");
        assertThat(limited("posts")).containsExactly("CreatePost");
        assertThat(limited("follows"))
                .containsExactly(
                        "FollowUser",
                        "AcceptFollowRequest",
                        "DeclineFollowRequest",
                        "UnfollowUser",
                        "RemoveFollower");
        assertThat(limited("blocks"))
                .containsExactly("BlockUser", "UnblockUser", "MuteUser", "UnmuteUser");
        assertThat(limited("reports")).containsExactly("CreateReport");
    }

    @Test
    @About("favorites")
    void writesOfManyFavoritesHaveTheLimitOfImports() {
        assertThat(limited("imports"))
                .containsExactlyInAnyOrder("ChangeFavorites", "ImportBookmarks");
    }

    @Test
    void zeroSwitchesALimitOff() {
        var limits = Limits.of(limits(), limit -> limit.equals(SocialLimits.POSTS) ? 0 : 7);
        assertThat(limits.ofOrNull(TestBed.row("CreatePost"))).isNull();
        assertThat(limits.ofOrNull(TestBed.row("RecordView"))).isEqualTo(new RateLimit("views", 7));
        assertThat(limits.ofOrNull(TestBed.row("GetPost"))).isEqualTo(new RateLimit("reads", 7));
        assertThat(limits.ofOrNull(TestBed.row("ListReports"))).isNull();
    }

    /// A caller who reads without end is rejected without a request to the table, and no other
    /// caller is.
    @Test
    void readsBeyondTheLimitCostNothing() {
        try (var fenced = TestBed.limiting(3)) {
            for (var i = 0; i < 3; i++) {
                assertThat(fenced.as("ann").send("GetMe").status()).isEqualTo(404);
            }
            var rejected = fenced.meter().measure(() -> fenced.as("ann").send("GetMe"));
            assertThat(rejected.answer().status()).isEqualTo(429);
            assertThat(rejected.cost()).isEqualTo(new Cost(0, 0, 0, 0));
            assertThat(rejected.answer().header("retry-after")).isEqualTo("3600");
            assertThat(fenced.as("ben").send("GetMe").status()).isEqualTo(404);
            assertThat(fenced.as("ann").at("userId", "ann").send("GetTimelineByUserId").status())
                    .as("another function")
                    .isEqualTo(200);

            fenced.clock().advance(RateLimiter.WINDOW);
            assertThat(fenced.as("ann").send("GetMe").status()).isEqualTo(404);
        }
    }

    /// The memory of an environment is bounded.
    @Test
    void anEnvironmentForgetsTooManyCallers() {
        var limiter = RateLimiter.remembering(new RateLimit("reads", 1), bed.clock());
        var ann = UserId.of("ann");
        assertThat(limiter.take(ann, 1)).isNull();
        assertThat(limiter.take(ann, 1)).isNotNull();
        for (var i = 1; i < RememberedCallers.CALLERS_MAX; i++) {
            limiter.take(UserId.of("user" + i), 1);
        }
        assertThat(limiter.take(ann, 1)).isNull();
    }

    private static List<String> limited(String label) {
        return Catalogue.ALL.httpFunctions().stream()
                .filter(function ->
                        function.limit() != null && function.limit().label().equals(label))
                .map(HttpFunction::name)
                .toList();
    }

    private static RateLimiter.Bucket take(RateLimit limit, UserId caller, Table table) {
        return Objects.requireNonNull(
                RateLimiter.counting(limit, table, bed.clock()).take(caller, 1));
    }

    private static TestResponse view(String caller, PostId post, String session) {
        return bed.as(caller)
                .at("postId", post.value())
                .at("sessionId", session)
                .send("RecordView");
    }

    private static List<String> collection(String pk) {
        return bed.everything().keySet().stream()
                .filter(key -> key.pk().equals(pk))
                .map(key -> key.sk())
                .toList();
    }
}
