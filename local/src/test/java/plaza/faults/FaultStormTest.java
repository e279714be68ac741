package plaza.faults;

import static org.assertj.core.api.Assertions.assertThat;

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
import plaza.testkit.fault.FaultyNetwork;

/// Long mixed runs of all social functions and both stream functions while a share of all requests
/// to DynamoDB fails at random. The same run without faults says what the answers and the table
/// must be.
class FaultStormTest {
    private static final int OPERATIONS_IN_VERIFY = 100;
    private static final int OPERATIONS_DEEP = 3_000;
    private static final int USERS = 5;

    /// How often a caller repeats what was answered by 503.
    private static final int REPEATS_MAX = 60;

    /// One request of a run.
    ///
    /// @param post which of the posts made so far, counted modulo their number
    private record Step(
            String function, int user, int other, int post, boolean conditional, boolean drains) {}

    /// How a run went.
    private record End(List<String> answers, List<Boolean> repeated, Map<String, String> table) {}

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
                    "GetFollowerListByUserId",
                    "GetFollowingListByUserId",
                    "GetPostListByUserId",
                    "GetPost",
                    "GetUserLikesByPostId",
                    "GetLikeCountByPostId",
                    "GetViewCountByPostId",
                    "GetTimelineByUserId");

    /// @param percent how many of a hundred requests fail
    /// @param attemptsMax how often a function sends a request: so few that callers see 503, or as
    ///   many as deployed functions do
    @ParameterizedTest
    @CsvSource({"1, 12", "5, 12", "20, 12", "20, 2"})
    void nothingIsLostOrDoubledInAStorm(int percent, int attemptsMax) {
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
        try (var stage = new FaultTestBed(attemptsMax)) {
            var sound = run(stage, steps, _ -> FaultyNetwork.Plan.NONE, attemptsMax);
            var shaken =
                    run(
                            stage,
                            steps,
                            step ->
                                    request -> {
                                        sent.incrementAndGet();
                                        var chance = chance(seed, step, request);
                                        // a storm in which nothing fails would show nothing
                                        var isOverdue =
                                                injected.get() == 0 && step >= steps.size() / 2;
                                        if (chance.nextInt(100) >= percent && !isOverdue) {
                                            return null;
                                        }
                                        var fault = fitting(chance, request.operation());
                                        injected.incrementAndGet();
                                        return fault;
                                    },
                            attemptsMax);
            var repeated = shaken.repeated().stream().filter(r -> r).count();
            System.out.printf(
                    "storm of %d %%, %d attempts: %d operations, %d requests, %d faults, %d"
                            + " operations answered 503 and repeated%n",
                    percent, attemptsMax, steps.size(), sent.get(), injected.get(), repeated);
            for (var place = 0; place < steps.size(); place++) {
                if (!shaken.repeated().get(place)) {
                    assertThat(shaken.answers().get(place))
                            .as("%d: %s", place, steps.get(place))
                            .isEqualTo(sound.answers().get(place));
                } else {
                    assertThat(status(shaken.answers().get(place)))
                            .as("%d, after 503: %s", place, steps.get(place))
                            .isIn(
                                    afterEffect(
                                            status(sound.answers().get(place)), steps.get(place)));
                }
            }
            assertThat(FaultTestBed.differences(shaken.table(), sound.table())).isEmpty();
            assertThat(injected.get()).isPositive();
            if (attemptsMax == 2) {
                assertThat(repeated).isPositive();
            } else {
                assertThat(repeated).isZero();
            }
        }
    }

    /// What a caller may hear who repeats what was answered by 503: the same, or that it has taken
    /// effect already.
    private static List<Integer> afterEffect(int status, Step step) {
        return switch (step.function()) {
            case "EditPost" -> List.of(status, 412);
            case "CreatePost" -> List.of(status);
            default -> status == 201 ? List.of(201, 200) : List.of(status);
        };
    }

    private static int status(String answer) {
        return Integer.parseInt(answer.substring(0, 3));
    }

    /// Chance that depends on the step and on what is sent in which place.
    private static SplittableRandom chance(long seed, int step, FaultyNetwork.Sent request) {
        var body = request.body().replaceAll("\"ClientRequestToken\":\"[^\"]*\"", "").hashCode();
        return new SplittableRandom(
                new SplittableRandom(seed + 31L * step).nextLong()
                        ^ ((long) body << 16)
                        ^ request.number());
    }

    private static Fault fitting(SplittableRandom chance, String operation) {
        while (true) {
            var faults = List.of(Fault.values());
            var fault = faults.get(chance.nextInt(faults.size()));
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
        FaultyNetwork.Plan of(int step);
    }

    private record Made(String author, String id) {}

    private static End run(FaultTestBed stage, List<Step> steps, Plans plans, int attemptsMax) {
        stage.begin();
        var answers = new ArrayList<String>();
        var repeated = new ArrayList<Boolean>();
        var posts = new ArrayList<Made>();
        for (var place = 0; place < steps.size(); place++) {
            var step = steps.get(place);
            stage.bed().clock().advance(Duration.ofSeconds(7));
            var repeats = 0;
            stage.faults().begin(plans.of(place * 100));
            var version = attemptsMax == 2 ? version(stage, step, posts) : null;
            var reply = send(stage, step, place, posts, version);
            while (reply.status() == 503 && repeats < REPEATS_MAX) {
                assertThat(reply.headers()).containsKey("retry-after");
                assertThat(stage.faults().attemptsMax()).isLessThanOrEqualTo(attemptsMax);
                repeats++;
                stage.faults().begin(plans.of(place * 100 + repeats));
                reply = send(stage, step, place, posts, version);
            }
            assertThat(stage.faults().attemptsMax()).isLessThanOrEqualTo(attemptsMax);
            if (step.function().equals("CreatePost")) {
                posts.add(new Made(user(step.user()), reply.json().path("postId").asText()));
            }
            answers.add(
                    FaultTestBed.named(
                            reply.status()
                                    + " "
                                    + reply.json().toString().replaceAll("\"nextCursor.*", ""),
                            posts.stream().map(Made::id).toList()));
            repeated.add(repeats > 0);
            if (step.drains() || place == steps.size() - 1) {
                stage.faults().begin(plans.of(-place));
                stage.drain();
            }
        }
        stage.faults().begin(FaultyNetwork.Plan.NONE);
        assertThat(ReconcileRun.looking(stage.bed()).found()).isEmpty();
        return new End(
                answers, repeated, stage.takeContents(posts.stream().map(Made::id).toList()));
    }

    /// The version to name in an edit that may have to be repeated: without it a repetition is one
    /// more edit.
    private static @Nullable String version(FaultTestBed stage, Step step, List<Made> posts) {
        if (!step.function().equals("EditPost") || posts.isEmpty()) {
            return null;
        }
        stage.faults().begin(FaultyNetwork.Plan.NONE);
        var post = posts.get(step.post() % posts.size());
        var found =
                stage.bed()
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
            FaultTestBed stage, Step step, int place, List<Made> posts, @Nullable String version) {
        var none = new Made("nobody", "01K9QZV5W0H2J4M6P8R0T2V4X6");
        var post = posts.isEmpty() ? none : posts.get(step.post() % posts.size());
        var author = List.of("EditPost", "DeletePost", "GetPost").contains(step.function());
        var caller = author ? post.author() : user(step.user());
        var call =
                stage.bed()
                        .as(caller)
                        .at("userId", caller)
                        .at("postId", post.id())
                        .at("followeeId", user(step.other()))
                        .at("sessionId", "session" + step.other());
        switch (step.function()) {
            case "PutUserInfo" -> call.body("{\"name\": \"name " + place + "\"}");
            case "CreatePost" ->
                    call.header("idempotency-key", "key" + place)
                            .body("{\"content\": \"words " + place + "\"}");
            case "EditPost" -> {
                call.body("{\"content\": \"better words " + place + "\"}");
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
