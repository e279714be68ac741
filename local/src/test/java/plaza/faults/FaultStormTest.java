package plaza.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import plaza.Seeds;
import plaza.reconcile.ReconcileRun;
import plaza.testkit.SharedData;
import plaza.testkit.TestResponse;
import plaza.testkit.fault.Fault;
import plaza.testkit.fault.FaultPlan;
import plaza.testkit.fault.FaultyNetwork.SentRequest;

/// Long mixed runs of all social functions and both stream functions while a random share of the
/// requests to DynamoDB fails. The responses and the table must equal those of the same run without
/// faults.
class FaultStormTest {
    private static final int OPERATIONS_IN_VERIFY = 60;
    private static final int OPERATIONS_DEEP = 3_000;
    private static final int USERS = 5;

    /// How often a caller repeats a request that returns 503.
    private static final int REPEATS_MAX = 60;

    /// One request of a run.
    ///
    /// @param post selects one of the posts created so far, modulo their number
    private record Step(
            String function, int user, int other, int post, boolean conditional, boolean drains) {}

    /// The result of a run.
    private record End(List<String> responses, List<Boolean> repeated, Map<String, String> table) {}

    private static final List<String> FUNCTIONS =
            List.of(
                    "PutUserInfo",
                    "FollowUser",
                    "FollowUser",
                    "UnfollowUser",
                    "CreatePost",
                    "CreatePost",
                    "EditPost",
                    "DeletePost",
                    "LikePost",
                    "LikePost",
                    "LikePost",
                    "UnlikePost",
                    "RecordView",
                    "RecordView",
                    "GetUserInfoByUserId",
                    "GetMe",
                    "GetFollow",
                    "GetLike",
                    "GetFollowerListByUserId",
                    "GetFollowingListByUserId",
                    "GetPostListByUserId",
                    "GetPost",
                    "GetUserLikesByPostId",
                    "GetLikeCountByPostId",
                    "GetViewCountByPostId",
                    "GetTimelineByUserId");

    /// @param percent the share of requests that fail
    /// @param attemptsMax how often a function sends a request: as often as deployed functions, or
    ///   so rarely that callers receive 503
    @ParameterizedTest
    @CsvSource({"1, 12", "5, 12", "20, 12", "20, 2"})
    void randomFaultsLoseAndDoubleNothing(int percent, int attemptsMax) {
        assumeTrue(SharedData.isDeep() || percent == 20, "-Pdeep runs the rarer faults");
        Seeds.forEach(
                "storm of " + percent + " %, " + attemptsMax + " attempts",
                1,
                random -> storm(random, percent, attemptsMax));
    }

    private static void storm(SplittableRandom random, int percent, int attemptsMax) {
        var steps = steps(random);
        var seed = random.nextLong();
        var injected = new AtomicInteger();
        var sent = new AtomicInteger();
        try (var bed = new FaultTestBed(attemptsMax)) {
            var expected = run(bed, steps, _ -> FaultPlan.NONE, attemptsMax);
            var actual =
                    run(
                            bed,
                            steps,
                            step ->
                                    request -> {
                                        sent.incrementAndGet();
                                        var choice = randomFor(seed, step, request);
                                        // a run in which nothing fails would test nothing
                                        var isOverdue =
                                                injected.get() == 0 && step >= steps.size() / 2;
                                        // a run in which no caller receives 503 would not test
                                        // the repetition
                                        var isGivenUp =
                                                attemptsMax == 2
                                                        && step == 0
                                                        && request.number() < attemptsMax;
                                        if (choice.nextInt(100) >= percent
                                                && !isOverdue
                                                && !isGivenUp) {
                                            return null;
                                        }
                                        var fault = fitting(choice, request.operation());
                                        injected.incrementAndGet();
                                        return fault;
                                    },
                            attemptsMax);
            var repeated = actual.repeated().stream().filter(r -> r).count();
            System.out.printf(
                    "storm of %d %%, %d attempts: %d operations, %d requests, %d faults, %d"
                            + " operations repeated after a 503%n",
                    percent, attemptsMax, steps.size(), sent.get(), injected.get(), repeated);
            for (var index = 0; index < steps.size(); index++) {
                if (!actual.repeated().get(index)) {
                    assertThat(actual.responses().get(index))
                            .as("%d: %s", index, steps.get(index))
                            .isEqualTo(expected.responses().get(index));
                } else {
                    assertThat(status(actual.responses().get(index)))
                            .as("%d, after 503: %s", index, steps.get(index))
                            .isIn(
                                    afterEffect(
                                            status(expected.responses().get(index)),
                                            steps.get(index)));
                }
            }
            assertThat(FaultTestBed.differences(actual.table(), expected.table())).isEmpty();
            assertThat(injected.get()).isPositive();
            if (attemptsMax == 2) {
                assertThat(repeated).isPositive();
            } else {
                assertThat(repeated).isZero();
            }
        }
    }

    /// Returns the statuses that a request may have when it is repeated after a 503: the same, or
    /// the one for a request that has taken effect already.
    private static List<Integer> afterEffect(int status, Step step) {
        return switch (step.function()) {
            case "EditPost" -> List.of(status, 412);
            case "CreatePost" -> List.of(status);
            default -> status == 201 ? List.of(201, 200) : List.of(status);
        };
    }

    private static int status(String response) {
        return Integer.parseInt(response.substring(0, 3));
    }

    /// Returns a generator that depends on the step and on the request's content and number only.
    private static SplittableRandom randomFor(long seed, int step, SentRequest request) {
        var body = request.body().replaceAll("\"ClientRequestToken\":\"[^\"]*\"", "").hashCode();
        return new SplittableRandom(
                new SplittableRandom(seed + 31L * step).nextLong()
                        ^ ((long) body << 16)
                        ^ request.number());
    }

    private static Fault fitting(SplittableRandom random, String operation) {
        while (true) {
            var faults = List.copyOf(Fault.TRANSIENT);
            var fault = faults.get(random.nextInt(faults.size()));
            if (fault.fits(operation)) {
                return fault;
            }
        }
    }

    private static List<Step> steps(SplittableRandom random) {
        var steps = new ArrayList<Step>();
        for (var user = 0; user < USERS; user++) {
            steps.add(new Step("PutUserInfo", user, 0, 0, false, false));
        }
        var count = SharedData.isDeep() ? OPERATIONS_DEEP : OPERATIONS_IN_VERIFY;
        for (var step = 0; step < count; step++) {
            var user = random.nextInt(USERS);
            steps.add(
                    new Step(
                            FUNCTIONS.get(random.nextInt(FUNCTIONS.size())),
                            user,
                            (user + 1 + random.nextInt(USERS - 1)) % USERS,
                            random.nextInt(1_000_000),
                            random.nextBoolean(),
                            random.nextInt(15) == 0));
        }
        return steps;
    }

    @FunctionalInterface
    private interface Plans {
        FaultPlan of(int step);
    }

    private record CreatedPost(String author, String id) {}

    /// A follow that conflicts sends its read again, so a request is sent at most twice as often as
    /// one call sends it.
    private static End run(FaultTestBed bed, List<Step> steps, Plans plans, int attemptsMax) {
        bed.begin();
        var responses = new ArrayList<String>();
        var repeated = new ArrayList<Boolean>();
        var posts = new ArrayList<CreatedPost>();
        for (var index = 0; index < steps.size(); index++) {
            var step = steps.get(index);
            bed.bed().clock().advance(Duration.ofSeconds(7));
            var repeats = 0;
            bed.network().begin(plans.of(index * 100));
            var version = attemptsMax == 2 ? version(bed, step, posts) : null;
            var response = send(bed, step, index, posts, version);
            while (response.status() == 503 && repeats < REPEATS_MAX) {
                assertThat(response.headers()).containsKey("retry-after");
                assertThat(bed.network().attemptsMax()).isLessThanOrEqualTo(2 * attemptsMax);
                repeats++;
                bed.network().begin(plans.of(index * 100 + repeats));
                response = send(bed, step, index, posts, version);
            }
            assertThat(bed.network().attemptsMax()).isLessThanOrEqualTo(2 * attemptsMax);
            if (step.function().equals("CreatePost")) {
                posts.add(
                        new CreatedPost(
                                user(step.user()), response.json().path("postId").asText()));
            }
            responses.add(
                    FaultTestBed.withStableIds(
                            response.status()
                                    + " "
                                    + response.json().toString().replaceAll("\"nextCursor.*", ""),
                            posts.stream().map(CreatedPost::id).toList()));
            repeated.add(repeats > 0);
            if (step.drains() || index == steps.size() - 1) {
                bed.network().begin(plans.of(-index));
                bed.drain();
            }
        }
        bed.network().begin(FaultPlan.NONE);
        assertThat(ReconcileRun.reporting(bed.bed()).found()).isEmpty();
        return new End(
                responses, repeated, bed.contents(posts.stream().map(CreatedPost::id).toList()));
    }

    /// Returns the version for the If-Match header of an edit that may have to be repeated: without
    /// it, a repeated request is a second edit.
    private static @Nullable String version(FaultTestBed bed, Step step, List<CreatedPost> posts) {
        if (!step.function().equals("EditPost") || posts.isEmpty()) {
            return null;
        }
        bed.network().begin(FaultPlan.NONE);
        var post = posts.get(step.post() % posts.size());
        var found =
                bed.bed()
                        .as(post.author())
                        .at("userId", post.author())
                        .at("postId", post.id())
                        .send("GetPost");
        return found.headers().getOrDefault("etag", "\"1\"");
    }

    private static String user(int number) {
        return "user" + number;
    }

    private static TestResponse send(
            FaultTestBed bed,
            Step step,
            int index,
            List<CreatedPost> posts,
            @Nullable String version) {
        var none = new CreatedPost("unknown", "01K9QZV5W0H2J4M6P8R0T2V4X6");
        var post = posts.isEmpty() ? none : posts.get(step.post() % posts.size());
        var author = List.of("EditPost", "DeletePost", "GetPost").contains(step.function());
        var caller = author ? post.author() : user(step.user());
        var call =
                bed.bed()
                        .as(caller)
                        .at("userId", caller)
                        .at("postId", post.id())
                        .at("followeeId", user(step.other()))
                        .at("sessionId", "session" + step.other());
        switch (step.function()) {
            case "PutUserInfo" -> call.body("{\"name\": \"name " + index + "\"}");
            case "CreatePost" ->
                    call.header("idempotency-key", "key" + index)
                            .body("{\"content\": \"words " + index + "\"}");
            case "EditPost" -> {
                call.body("{\"content\": \"other words " + index + "\"}");
                if (version != null) {
                    call.header("if-match", version);
                } else if (step.conditional()) {
                    call.header("if-match", "\"1\"");
                }
            }
            default -> {}
        }
        return call.send(step.function());
    }
}
