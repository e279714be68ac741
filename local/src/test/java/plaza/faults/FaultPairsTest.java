package plaza.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import plaza.Seeds;
import plaza.catalogue.FunctionRow;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.PublicFunction;
import plaza.catalogue.StreamFunction;
import plaza.context.Declarations;
import plaza.evolution.SampleMigration;
import plaza.faults.FaultPhase.Request;
import plaza.functions.Catalogue;
import plaza.id.UserId;
import plaza.lambda.FailureStore;
import plaza.lambda.StreamInvoker;
import plaza.local.mapping.FailureDestination;
import plaza.local.mapping.LocalInvoker;
import plaza.redrive.RedriveFunctions;
import plaza.social.key.SocialKeys;
import plaza.social.user.UserItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.PlatformKeys;
import plaza.table.Write;
import plaza.testkit.ContextKits;
import plaza.testkit.SampleEvents;
import plaza.testkit.SharedData;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.testkit.TestResponse;
import plaza.testkit.fault.Fault;
import plaza.testkit.fault.FaultPlan;
import plaza.testkit.fault.FaultyNetwork.SentRequest;
import plaza.testkit.invocation.TestContext;

/// Injects a single fault into a request of a function, for every function, every DynamoDB
/// operation that it calls and every fault that fits the operation: the response and the table must
/// be the same as without the fault. With `-Pdeep` each pair is run in every scenario; `verify`
/// chooses a twelfth of the functions, and runs some of their pairs, in the first scenario of each
/// function and in some of the stream.
@Order(1)
class FaultPairsTest {
    private static final int ATTEMPTS_MAX = 4;

    private static final List<String> STREAM_FUNCTIONS =
            Catalogue.ALL.streamFunctions().stream().map(FunctionRow::name).toList();

    /// `verify` runs one of so many functions.
    private static final int ONE_FUNCTION_OF_IN_VERIFY = 12;

    /// `verify` runs one of so many pairs of these functions.
    private static final int ONE_OF_IN_VERIFY = 20;

    /// `verify` runs the stream functions after one of so many sample events that write.
    private static final int ONE_WRITE_OF_IN_VERIFY = 4;

    /// The beginning of the situation of a stream function after a sample event.
    private static final String AFTER = "after ";

    /// DynamoDB Local reads a long stream slowly; a new bed has a new stream.
    private static final int RUNS_OF_A_BED = 200;

    private static FaultTestBed bed;

    @BeforeAll
    static void start() {
        bed = new FaultTestBed(ATTEMPTS_MAX);
    }

    @AfterAll
    static void stop() {
        bed.close();
    }

    /// An action of a function under test.
    ///
    /// @param situation what distinguishes it from other scenarios of the function
    /// @param before prepares the table
    /// @param action is what the fault is injected into
    private record Scenario(
            String function,
            String situation,
            Consumer<ScenarioRun> before,
            Function<ScenarioRun, @Nullable TestResponse> action) {
        /// Whether `verify` runs it although its function was run before.
        boolean isRunAgain() {
            return STREAM_FUNCTIONS.contains(function)
                    && (!situation.startsWith(AFTER)
                            || Math.floorMod(situation.hashCode(), ONE_WRITE_OF_IN_VERIFY) == 0);
        }
    }

    /// One run of a scenario, with the ids that it created.
    private static final class ScenarioRun {
        private final List<String> posts = new ArrayList<>();

        TestBed bed() {
            return bed.bed();
        }

        void users(String... users) {
            bed().users(users);
        }

        void post(String author) {
            posts.add(bed().post(author, "words").value());
        }

        TestRequest as(String user) {
            return bed().as(user).at("userId", user);
        }

        TestRequest atPost(String user) {
            return as(user).at("postId", posts.getLast());
        }
    }

    /// A fault for the request with this number.
    private record Injection(int number, String operation, Fault fault) {}

    /// The result of a run.
    private record End(
            int status, String body, Map<String, String> table, List<SentRequest> sent) {}

    private static List<Scenario> scenarios() {
        var scenarios = new ArrayList<Scenario>();
        if (hasSocial()) {
            scenarios.addAll(social());
        }
        scenarios.add(redrive());
        scenarios.add(
                new Scenario(
                        "Migrate",
                        "an item of the version before",
                        run -> {
                            var response =
                                    PlatformKeys.IDEMPOTENCY_RECORD.key(UserId.of("ann"), "digest");
                            run.bed().putAll(Stream.of(Item.at(response).build()));
                        },
                        run -> {
                            var _ = run.bed().migrate(MIGRATE_RESPONSES);
                            return null;
                        }));
        scenarios.add(
                new Scenario(
                        "Reconcile",
                        "nothing wrong",
                        _ -> {},
                        run -> {
                            var _ = run.bed().reconcile(Map.of("repair", true));
                            return null;
                        }));
        for (var kit : ContextKits.all().toList()) {
            scenarios.addAll(scenariosOf(kit.faultPhases()));
        }
        scenarios.addAll(
                sampleEvents(
                        scenarios.stream().map(Scenario::function).collect(Collectors.toSet())));
        return scenarios;
    }

    private static boolean hasSocial() {
        return Declarations.registered().names().contains("social");
    }

    private static List<Scenario> social() {
        var scenarios = new ArrayList<Scenario>();
        Consumer<ScenarioRun> none = _ -> {};
        Consumer<ScenarioRun> ann = run -> run.users("ann");
        Consumer<ScenarioRun> both = run -> run.users("ann", "ben");
        Consumer<ScenarioRun> follow = both.andThen(run -> run.bed().follow("ann", "ben"));
        Consumer<ScenarioRun> post = ann.andThen(run -> run.post("ann"));
        Consumer<ScenarioRun> fan = post.andThen(run -> run.users("eve"));
        Consumer<ScenarioRun> like = fan.andThen(run -> run.atPost("eve").send("LikePost"));
        Consumer<ScenarioRun> delivered =
                follow.andThen(run -> {
                    run.post("ben");
                    bed.drain();
                });

        // writes
        scenarios.add(http("PutUserInfo", "a new user", none, FaultPairsTest::putAnn));
        scenarios.add(http("PutUserInfo", "another name", ann, FaultPairsTest::putAnn));
        scenarios.add(
                http(
                        "PutUserInfo",
                        "the same name",
                        ann.andThen(FaultPairsTest::putAnn),
                        FaultPairsTest::putAnn));
        scenarios.add(http("FollowUser", "the first time", both, FaultPairsTest::annFollowsBen));
        scenarios.add(http("FollowUser", "again", follow, FaultPairsTest::annFollowsBen));
        scenarios.add(http("FollowUser", "an unknown user", ann, FaultPairsTest::annFollowsBen));
        scenarios.add(http("UnfollowUser", "a followee", follow, FaultPairsTest::annUnfollowsBen));
        scenarios.add(
                http(
                        "UnfollowUser",
                        "a user who is not followed",
                        both,
                        FaultPairsTest::annUnfollowsBen));
        scenarios.add(http("CreatePost", "without a key", ann, run -> create(run, null)));
        scenarios.add(http("CreatePost", "with a key", ann, run -> create(run, "once")));
        scenarios.add(
                http(
                        "CreatePost",
                        "with a used key",
                        ann.andThen(run -> create(run, "once")),
                        run -> create(run, "once")));
        scenarios.add(http("EditPost", "any version", post, run -> edit(run, null)));
        scenarios.add(http("EditPost", "the current version", post, run -> edit(run, "\"1\"")));
        scenarios.add(http("EditPost", "another version", post, run -> edit(run, "\"7\"")));
        scenarios.add(
                http("DeletePost", "a post", post, run -> run.atPost("ann").send("DeletePost")));
        scenarios.add(
                http(
                        "DeletePost",
                        "a deleted post",
                        post.andThen(run -> run.atPost("ann").send("DeletePost")),
                        run -> run.atPost("ann").send("DeletePost")));
        scenarios.add(
                http("LikePost", "the first time", fan, run -> run.atPost("eve").send("LikePost")));
        scenarios.add(
                http(
                        "LikePost",
                        "without a profile",
                        post,
                        run -> run.atPost("eve").send("LikePost")));
        scenarios.add(http("LikePost", "again", like, run -> run.atPost("eve").send("LikePost")));
        scenarios.add(
                http("UnlikePost", "a like", like, run -> run.atPost("eve").send("UnlikePost")));
        scenarios.add(
                http("UnlikePost", "no like", post, run -> run.atPost("eve").send("UnlikePost")));
        scenarios.add(http("RecordView", "the first time", post, FaultPairsTest::view));
        scenarios.add(
                http(
                        "RecordView",
                        "again",
                        post.andThen(FaultPairsTest::view),
                        FaultPairsTest::view));

        scenarios.add(
                http(
                        "RecordViews",
                        "one of two again",
                        post.andThen(run -> {
                            view(run);
                            run.post("ann");
                        }),
                        FaultPairsTest::viewAll));

        // behind the stream
        scenarios.add(stream("FanOut", "a new post", follow.andThen(run -> run.post("ben"))));
        scenarios.add(
                stream(
                        "FanOut",
                        "a deleted post",
                        delivered.andThen(run -> run.atPost("ben").send("DeletePost"))));
        scenarios.add(
                stream(
                        "FanOut",
                        "a new follower",
                        both.andThen(run -> {
                            run.post("ben");
                            bed.drain();
                            run.bed().follow("ann", "ben");
                        })));
        scenarios.add(
                stream(
                        "FanOut",
                        "a follower leaves",
                        delivered.andThen(FaultPairsTest::annUnfollowsBen)));
        scenarios.add(
                stream(
                        "FanOut",
                        "likes and views of a deleted post",
                        like.andThen(FaultPairsTest::view)
                                .andThen(run -> {
                                    bed.drain();
                                    run.atPost("ann").send("DeletePost");
                                })));
        scenarios.add(stream("AggregateCounts", "a like", like));
        scenarios.add(
                stream(
                        "AggregateCounts",
                        "a deleted like",
                        like.andThen(run -> {
                            bed.drain();
                            run.atPost("eve").send("UnlikePost");
                        })));
        scenarios.add(stream("AggregateCounts", "a view", post.andThen(FaultPairsTest::view)));
        scenarios.add(
                stream(
                        "AggregateCounts",
                        "a like of a deleted post",
                        like.andThen(run -> run.atPost("ann").send("DeletePost"))));
        scenarios.add(
                reconcile(
                        "a wrong count",
                        post.andThen(run -> {
                            bed.drain();
                            set(
                                    SocialKeys.USER_COUNT.key(UserId.of("ann")),
                                    UserItems.POST_COUNT,
                                    7);
                        })));
        scenarios.add(
                reconcile(
                        "half a follow",
                        delivered.andThen(run ->
                                remove(
                                        SocialKeys.FOLLOWER.key(
                                                UserId.of("ben"), UserId.of("ann"))))));
        // other reads than those of the sample events
        scenarios.add(
                http(
                        "GetUsersByIds",
                        "searches",
                        follow,
                        run -> run.as("ann").query("q", "b").send("GetUsersByIds")));
        scenarios.add(
                http(
                        "GetTimelineByUserId",
                        "expands",
                        delivered,
                        run ->
                                run.as("ann")
                                        .query("expand", "author,counts,mine")
                                        .send("GetTimelineByUserId")));
        scenarios.add(
                http(
                        "GetFollowerListByUserId",
                        "expands",
                        follow,
                        run ->
                                run.as("ben")
                                        .query("expand", "user,mine")
                                        .send("GetFollowerListByUserId")));
        return scenarios;
    }

    /// Returns a scenario for the sample event of each HTTP function but those in `others`, and for
    /// the stream functions after it unless they have scenarios of their own.
    private static List<Scenario> sampleEvents(Set<String> others) {
        var tablesByContext = new HashMap<String, FaultTestBed.Snapshot>();
        var scenarios = new ArrayList<Scenario>();
        for (var row : Catalogue.ALL.httpFunctions()) {
            if (others.contains(row.name())) {
                continue;
            }
            var table =
                    tablesByContext.computeIfAbsent(
                            row.context(),
                            context -> {
                                bed.begin();
                                SampleEvents.prepare(bed.bed(), context);
                                bed.drain();
                                // so that a read updates the time of the last access
                                bed.bed().clock().advance(Duration.ofMinutes(5));
                                return bed.snapshot();
                            });
            var request = new Request(row.name(), (on, _) -> SampleEvents.request(on, row.name()));
            scenarios.add(
                    http(
                            row.name(),
                            "the sample event",
                            _ -> bed.restore(table),
                            run -> act(run, request)));
            if (row.writes() && !others.containsAll(STREAM_FUNCTIONS)) {
                for (var function : STREAM_FUNCTIONS) {
                    scenarios.add(
                            stream(
                                    function,
                                    AFTER + row.name(),
                                    run -> {
                                        bed.restore(table);
                                        act(run, request);
                                    }));
                }
            }
        }
        return scenarios;
    }

    /// Returns a scenario for each request, and for the stream functions after each phase, on the
    /// table as the earlier phases left it.
    private static List<Scenario> scenariosOf(List<FaultPhase> phases) {
        var scenarios = new ArrayList<Scenario>();
        bed.begin();
        for (var phase : phases) {
            var begin = bed.snapshot();
            Consumer<ScenarioRun> restored =
                    _ -> {
                        bed.restore(begin);
                        bed.bed().clock().advance(phase.later());
                    };
            var before = restored;
            for (var request : phase.requests()) {
                Function<ScenarioRun, TestResponse> action = run -> act(run, request);
                scenarios.add(http(request.function(), phase.title(), before, action));
                before =
                        before.andThen(run -> {
                            var _ = action.apply(run);
                        });
            }
            scenarios.add(stream("FanOut", phase.title(), before));
            bed.begin();
            before.accept(new ScenarioRun());
            bed.drain();
        }
        return scenarios;
    }

    private static TestResponse act(ScenarioRun run, Request request) {
        var response = request.build().apply(bed.bed(), run.posts).send(request.function());
        for (var name : List.of("postId", "importId", "changeId", "reportId")) {
            if (response.json().has(name)) {
                run.posts.add(response.json().path(name).asText());
            }
        }
        return response;
    }

    private static Scenario http(
            String function,
            String situation,
            Consumer<ScenarioRun> before,
            Function<ScenarioRun, TestResponse> action) {
        return new Scenario(function, situation, before, run -> action.apply(run));
    }

    private static Scenario stream(
            String function, String situation, Consumer<ScenarioRun> before) {
        return new Scenario(
                function,
                situation,
                before,
                _ -> {
                    bed.drain();
                    return null;
                });
    }

    /// Repairs the corruption that `corrupt` has caused.
    private static Scenario reconcile(String situation, Consumer<ScenarioRun> corrupt) {
        return new Scenario(
                "Reconcile",
                situation,
                corrupt,
                run -> {
                    var report = run.bed().reconcile(Map.of("repair", true));
                    assertThat(report).containsEntry("repaired", 1L);
                    return null;
                });
    }

    /// Keeps two objects without records, and saves its cursor behind the first.
    private static Scenario redrive() {
        return new Scenario(
                "Redrive",
                "saves its cursor",
                _ -> {},
                run -> {
                    var failures = FailureDestination.inMemory();
                    failures.put(FailureStore.PREFIX + "a", "{}");
                    failures.put(FailureStore.PREFIX + "b", "{}");
                    var report =
                            run.bed()
                                    .functions()
                                    .with(Clock.class, run.bed().clock())
                                    .with(FailureStore.class, failures)
                                    .with(StreamInvoker.class, new LocalInvoker(Map.of()))
                                    .scheduled(RedriveFunctions.REDRIVE)
                                    .handleRequest(
                                            Map.of("scheduled", true, "limit", 1),
                                            new TestContext("Redrive", Duration.ofMinutes(15)));
                    assertThat(report).containsEntry("next", FailureStore.PREFIX + "a");
                    return null;
                });
    }

    private static void set(Key key, String attribute, long number) {
        bed.bed().table().write(Write.Update.of(key).set(attribute, number));
    }

    private static void remove(Key key) {
        bed.bed().table().write(Write.Delete.of(key));
    }

    private static TestResponse putAnn(ScenarioRun run) {
        return run.as("ann")
                .body("{\"name\": \"Anna Bo\", \"content\": \"new\"}")
                .send("PutUserInfo");
    }

    private static TestResponse annFollowsBen(ScenarioRun run) {
        return run.as("ann").at("followeeId", "ben").send("FollowUser");
    }

    private static final Map<String, Object> MIGRATE_RESPONSES =
            Map.of("action", "migrate", "migration", SampleMigration.ID);

    private static TestResponse annUnfollowsBen(ScenarioRun run) {
        return run.as("ann").at("followeeId", "ben").send("UnfollowUser");
    }

    private static TestResponse create(ScenarioRun run, @Nullable String key) {
        var call = run.as("ann").body("{\"content\": \"new words\"}");
        var response =
                (key == null ? call : call.header("idempotency-key", key)).send("CreatePost");
        run.posts.add(response.json().path("postId").asText("none"));
        return response;
    }

    private static TestResponse edit(ScenarioRun run, @Nullable String version) {
        var call = run.atPost("ann").body("{\"content\": \"other words\"}");
        return (version == null ? call : call.header("if-match", version)).send("EditPost");
    }

    private static TestResponse view(ScenarioRun run) {
        return run.atPost("eve").at("sessionId", "s1").send("RecordView");
    }

    private static TestResponse viewAll(ScenarioRun run) {
        var ids = run.posts.stream().map(id -> '"' + id + '"').collect(Collectors.joining(","));
        return run.as("eve")
                .at("sessionId", "s1")
                .body("{\"postIds\":[" + ids + "]}")
                .send("RecordViews");
    }

    private static End runWith(Scenario scenario, FaultPlan plan) {
        bed.begin();
        var run = new ScenarioRun();
        scenario.before().accept(run);
        // no caller repeats an operation within the same millisecond
        bed.bed().clock().advance(Duration.ofSeconds(1));
        bed.network().begin(plan);
        var response = scenario.action().apply(run);
        var sent = bed.network().sent();
        bed.network().begin(FaultPlan.NONE);
        return new End(
                response == null ? 0 : response.status(),
                response == null
                        ? ""
                        : FaultTestBed.withStableIds(response.json().toString(), run.posts),
                bed.contents(run.posts),
                sent);
    }

    /// Returns the faults to inject into a scenario that sends these requests.
    ///
    /// @param seen the pairs of earlier scenarios; new ones are added
    /// @param faults the faults that earlier scenarios injected; new ones are added
    private static List<Injection> injections(
            Scenario scenario, List<SentRequest> sent, Set<String> seen, Set<Fault> faults) {
        var injections = new ArrayList<Injection>();
        for (var request : sent) {
            var call = scenario.function() + request.operation();
            for (var fault : Fault.TRANSIENT) {
                var pair = call + " " + fault;
                var isNew =
                        seen.add(SharedData.isDeep() ? scenario.situation() + ": " + pair : pair);
                if (isNew
                        && fault.fits(request.operation())
                        && (faults.add(fault) || isDue(call, fault))) {
                    injections.add(new Injection(request.number(), request.operation(), fault));
                }
            }
        }
        return injections;
    }

    /// Selects the pairs of `verify`: each operation of a function gets other faults. (Each fault
    /// is injected at least once, whatever this selects.)
    private static boolean isDue(String call, Fault fault) {
        return SharedData.isDeep()
                || Math.floorMod(call.hashCode() - fault.name().hashCode(), ONE_OF_IN_VERIFY) == 0;
    }

    /// The names of the functions that are run.
    private static Set<String> chosen() {
        var names = Catalogue.ALL.functions().stream().map(FunctionRow::name).toList();
        return Set.copyOf(Seeds.sample("functions with a fault", ONE_FUNCTION_OF_IN_VERIFY, names));
    }

    @Test
    void aSingleFaultChangesNeitherResponseNorTable() {
        var chosen = chosen();
        var functions = new TreeSet<String>();
        var faults = EnumSet.noneOf(Fault.class);
        var operations = new TreeSet<String>();
        var seen = new HashSet<String>();
        var runs = 0;
        var beds = 1;
        var differences = new TreeMap<String, String>();
        for (var scenario : scenarios()) {
            if (!chosen.contains(scenario.function())
                    || (!SharedData.isDeep()
                            && functions.contains(scenario.function())
                            && !scenario.isRunAgain())) {
                continue;
            }
            if (runs >= beds * RUNS_OF_A_BED) {
                stop();
                start();
                beds++;
                System.out.println("fault pairs: " + runs + " runs so far");
            }
            var expected = runWith(scenario, FaultPlan.NONE);
            if (!expected.sent().isEmpty()) {
                functions.add(scenario.function());
                expected.sent().forEach(request -> operations.add(request.operation()));
            }
            for (var injection : injections(scenario, expected.sent(), seen, faults)) {
                runs++;
                var title = scenario.function() + ", " + scenario.situation() + ": " + injection;
                try {
                    var end =
                            runWith(
                                    scenario,
                                    request ->
                                            request.number() == injection.number()
                                                    ? injection.fault()
                                                    : null);
                    assertThat(end.status()).isEqualTo(expected.status());
                    assertThat(end.body()).isEqualTo(expected.body());
                    assertThat(FaultTestBed.differences(end.table(), expected.table())).isEmpty();
                } catch (AssertionError | RuntimeException difference) {
                    differences.put(title, String.valueOf(difference.getMessage()));
                }
            }
        }
        System.out.println("fault pairs: " + runs + " runs of " + functions.size() + " functions");
        assertThat(differences).isEmpty();
        assertThat(faults)
                .containsExactlyInAnyOrderElementsOf(
                        Fault.TRANSIENT.stream()
                                .filter(fault -> operations.stream().anyMatch(fault::fits))
                                .toList());
        assertThat(functions)
                .containsAll(
                        Catalogue.ALL.functions().stream()
                                .filter(function -> chosen.contains(function.name()))
                                .filter(function -> !(function instanceof PublicFunction))
                                // no context has anything for it to do
                                .filter(function ->
                                        !(function instanceof StreamFunction
                                                && function.parts().isEmpty()))
                                .filter(function ->
                                        !(function instanceof HttpFunction http
                                                && http.budget().roundTrips() == 0))
                                .map(FunctionRow::name)
                                .toList());
    }
}
