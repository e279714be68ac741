package plaza.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import plaza.Catalogue;
import plaza.catalogue.FunctionRow;
import plaza.faults.FaultScenarios.Chapter;
import plaza.faults.FaultScenarios.Step;
import plaza.id.UserId;
import plaza.social.SocialItems;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Write;
import plaza.testkit.SharedData;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.testkit.TestResponse;
import plaza.testkit.fault.Fault;
import plaza.testkit.fault.FaultyNetwork;
import plaza.testkit.fault.FaultyNetwork.Sent;

/// Every function's GetItem, PutItem and so on meets every fault that DynamoDB can answer it with,
/// one at a time: the caller and the table must not be able to tell. With `-Ddeep` that is so in
/// every scene; in `verify` each meets some of the faults, in the first scene that has it.
@Order(1)
class FaultPairsTest {
    private static final int ATTEMPTS_MAX = 4;

    /// One of so many faults is played in `verify`.
    private static final int ONE_OF_IN_VERIFY = 16;

    /// DynamoDB Local reads its stream the more slowly the longer it is; a new stage has a new one.
    private static final int PERFORMANCES_OF_A_STAGE = 200;

    private static FaultTestBed stage;

    @BeforeAll
    static void start() {
        stage = new FaultTestBed(ATTEMPTS_MAX);
    }

    @AfterAll
    static void stop() {
        stage.close();
    }

    /// What happens to a function, after what.
    private record Scene(
            String function,
            String story,
            Consumer<Play> before,
            Function<Play, @Nullable TestResponse> action) {}

    /// One performance of a scene.
    private static final class Play {
        private final List<String> posts = new ArrayList<>();

        TestBed bed() {
            return stage.bed();
        }

        void users(String... users) {
            for (var user : users) {
                bed().user(user);
            }
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

    /// Which request fails, and how.
    private record Cue(int number, String operation, Fault fault) {}

    /// How a performance ended.
    private record End(int status, String body, Map<String, String> table, List<Sent> sent) {}

    private static List<Scene> scenes() {
        var scenes = new ArrayList<Scene>();
        Consumer<Play> nobody = _ -> {};
        Consumer<Play> ann = play -> play.users("ann");
        Consumer<Play> both = play -> play.users("ann", "ben");
        Consumer<Play> follow = both.andThen(play -> play.bed().follow("ann", "ben"));
        Consumer<Play> post = ann.andThen(play -> play.post("ann"));
        Consumer<Play> fan = post.andThen(play -> play.users("eve"));
        Consumer<Play> like = fan.andThen(play -> play.atPost("eve").send("LikePost"));
        Consumer<Play> delivered =
                follow.andThen(play -> {
                    play.post("ben");
                    stage.drain();
                });

        // writes
        scenes.add(http("PutUserInfo", "a new user", nobody, FaultPairsTest::putAnn));
        scenes.add(http("PutUserInfo", "a known user", ann, FaultPairsTest::putAnn));
        scenes.add(http("FollowUser", "the first time", both, FaultPairsTest::annFollowsBen));
        scenes.add(http("FollowUser", "again", follow, FaultPairsTest::annFollowsBen));
        scenes.add(http("FollowUser", "nobody", ann, FaultPairsTest::annFollowsBen));
        scenes.add(http("UnfollowUser", "a followee", follow, FaultPairsTest::annLeavesBen));
        scenes.add(http("UnfollowUser", "a stranger", both, FaultPairsTest::annLeavesBen));
        scenes.add(http("CreatePost", "without a key", ann, play -> create(play, null)));
        scenes.add(http("CreatePost", "with a key", ann, play -> create(play, "once")));
        scenes.add(
                http(
                        "CreatePost",
                        "with a known key",
                        ann.andThen(play -> create(play, "once")),
                        play -> create(play, "once")));
        scenes.add(http("EditPost", "any version", post, play -> edit(play, null)));
        scenes.add(http("EditPost", "a known version", post, play -> edit(play, "\"1\"")));
        scenes.add(http("EditPost", "another version", post, play -> edit(play, "\"7\"")));
        scenes.add(
                http("DeletePost", "a post", post, play -> play.atPost("ann").send("DeletePost")));
        scenes.add(
                http(
                        "DeletePost",
                        "no post",
                        post.andThen(play -> play.atPost("ann").send("DeletePost")),
                        play -> play.atPost("ann").send("DeletePost")));
        scenes.add(
                http(
                        "LikePost",
                        "the first time",
                        fan,
                        play -> play.atPost("eve").send("LikePost")));
        scenes.add(
                http(
                        "LikePost",
                        "without a profile",
                        post,
                        play -> play.atPost("eve").send("LikePost")));
        scenes.add(http("LikePost", "again", like, play -> play.atPost("eve").send("LikePost")));
        scenes.add(
                http("UnlikePost", "a like", like, play -> play.atPost("eve").send("UnlikePost")));
        scenes.add(
                http("UnlikePost", "no like", post, play -> play.atPost("eve").send("UnlikePost")));
        scenes.add(http("RecordView", "the first time", post, FaultPairsTest::view));
        scenes.add(
                http(
                        "RecordView",
                        "again",
                        post.andThen(FaultPairsTest::view),
                        FaultPairsTest::view));

        // reads
        scenes.add(read("GetUserInfoByUserId", follow, play -> play.as("ann")));
        scenes.add(read("GetFollowerListByUserId", follow, play -> play.as("ben")));
        scenes.add(read("GetFollowingListByUserId", follow, play -> play.as("ann")));
        scenes.add(read("GetPostListByUserId", post, play -> play.as("ann")));
        scenes.add(read("GetPost", post, play -> play.atPost("ann")));
        scenes.add(read("GetUserLikesByPostId", like, play -> play.atPost("ann")));
        scenes.add(read("GetLikeCountByPostId", like, play -> play.atPost("ann")));
        scenes.add(read("GetViewCountByPostId", post, play -> play.atPost("ann")));
        scenes.add(read("GetTimelineByUserId", delivered, play -> play.as("ann")));

        // behind the stream
        scenes.add(stream("FanOut", "a post goes out", follow.andThen(play -> play.post("ben"))));
        scenes.add(
                stream(
                        "FanOut",
                        "a post comes back",
                        delivered.andThen(play -> play.atPost("ben").send("DeletePost"))));
        scenes.add(
                stream(
                        "FanOut",
                        "a new follower",
                        both.andThen(play -> {
                            play.post("ben");
                            stage.drain();
                            play.bed().follow("ann", "ben");
                        })));
        scenes.add(
                stream(
                        "FanOut",
                        "a follower leaves",
                        delivered.andThen(FaultPairsTest::annLeavesBen)));
        scenes.add(
                stream(
                        "FanOut",
                        "likes and views of a deleted post",
                        like.andThen(FaultPairsTest::view)
                                .andThen(play -> {
                                    stage.drain();
                                    play.atPost("ann").send("DeletePost");
                                })));
        scenes.add(stream("AggregateCounts", "a like", like));
        scenes.add(
                stream(
                        "AggregateCounts",
                        "a like comes back",
                        like.andThen(play -> {
                            stage.drain();
                            play.atPost("eve").send("UnlikePost");
                        })));
        scenes.add(stream("AggregateCounts", "a view", post.andThen(FaultPairsTest::view)));
        scenes.add(
                stream(
                        "AggregateCounts",
                        "a like that came too late",
                        like.andThen(play -> play.atPost("ann").send("DeletePost"))));
        scenes.add(
                reconcile(
                        "a count that is wrong",
                        post.andThen(play -> {
                            stage.drain();
                            set(KeySpace.userCount(UserId.of("ann")), SocialItems.POST_COUNT, 7);
                        })));
        scenes.add(
                reconcile(
                        "half of a follow",
                        delivered.andThen(play ->
                                remove(KeySpace.follower(UserId.of("ben"), UserId.of("ann"))))));
        scenes.addAll(story(FaultScenarios.favorites()));
        scenes.addAll(story(FaultScenarios.fantasy()));
        return scenes;
    }

    /// The scenes of a story: each of its requests, and after each chapter the work of the stream
    /// functions, on the table as the chapters before have left it.
    private static List<Scene> story(List<Chapter> chapters) {
        var scenes = new ArrayList<Scene>();
        stage.begin();
        for (var chapter : chapters) {
            var begin = stage.snapshot();
            Consumer<Play> restored =
                    _ -> {
                        stage.restore(begin);
                        stage.bed().clock().advance(chapter.later());
                    };
            var before = restored;
            for (var step : chapter.steps()) {
                Function<Play, TestResponse> action = play -> act(play, step);
                scenes.add(http(step.function(), chapter.title(), before, action));
                before =
                        before.andThen(play -> {
                            var _ = action.apply(play);
                        });
            }
            scenes.add(stream("FanOut", chapter.title(), before));
            stage.begin();
            before.accept(new Play());
            stage.drain();
        }
        return scenes;
    }

    private static TestResponse act(Play play, Step step) {
        var reply = step.call().apply(stage.bed(), play.posts).send(step.function());
        if (reply.json().has("importId")) {
            play.posts.add(reply.json().path("importId").asText());
        }
        return reply;
    }

    private static Scene http(
            String function,
            String story,
            Consumer<Play> before,
            Function<Play, TestResponse> action) {
        return new Scene(function, story, before, play -> action.apply(play));
    }

    private static Scene read(
            String function, Consumer<Play> before, Function<Play, TestRequest> call) {
        return http(function, "reads", before, play -> call.apply(play).send(function));
    }

    private static Scene stream(String function, String story, Consumer<Play> before) {
        return new Scene(
                function,
                story,
                before,
                _ -> {
                    stage.drain();
                    return null;
                });
    }

    /// Finds and mends what came before.
    private static Scene reconcile(String story, Consumer<Play> damage) {
        return new Scene(
                "Reconcile",
                story,
                damage,
                play -> {
                    var report = play.bed().reconcile(Map.of("repair", true));
                    assertThat(report).containsEntry("repaired", 1L);
                    return null;
                });
    }

    private static void set(Key key, String attribute, long number) {
        stage.bed().table().write(Write.Update.of(key).set(attribute, number));
    }

    private static void remove(Key key) {
        stage.bed().table().write(Write.Delete.of(key));
    }

    private static TestResponse putAnn(Play play) {
        return play.as("ann").body("{\"name\": \"Ann\", \"content\": \"new\"}").send("PutUserInfo");
    }

    private static TestResponse annFollowsBen(Play play) {
        return play.as("ann").at("followeeId", "ben").send("FollowUser");
    }

    private static TestResponse annLeavesBen(Play play) {
        return play.as("ann").at("followeeId", "ben").send("UnfollowUser");
    }

    private static TestResponse create(Play play, @Nullable String key) {
        var call = play.as("ann").body("{\"content\": \"new words\"}");
        var reply = (key == null ? call : call.header("idempotency-key", key)).send("CreatePost");
        play.posts.add(reply.json().path("postId").asText("none"));
        return reply;
    }

    private static TestResponse edit(Play play, @Nullable String version) {
        var call = play.atPost("ann").body("{\"content\": \"better words\"}");
        return (version == null ? call : call.header("if-match", version)).send("EditPost");
    }

    private static TestResponse view(Play play) {
        return play.atPost("eve").at("sessionId", "s1").send("RecordView");
    }

    private static End perform(Scene scene, FaultyNetwork.Plan plan) {
        stage.begin();
        var play = new Play();
        scene.before().accept(play);
        // nobody who repeats an operation does so within the same millisecond
        stage.bed().clock().advance(Duration.ofSeconds(1));
        stage.faults().begin(plan);
        var reply = scene.action().apply(play);
        var sent = stage.faults().sent();
        stage.faults().begin(FaultyNetwork.Plan.NONE);
        return new End(
                reply == null ? 0 : reply.status(),
                reply == null ? "" : FaultTestBed.named(reply.json().toString(), play.posts),
                stage.takeContents(play.posts),
                sent);
    }

    /// What is to be played in a scene that sends these requests.
    ///
    /// @param played the pairs that were looked at before; these are added
    /// @param faults the faults that have been played; these are added
    private static List<Cue> cues(
            Scene scene, List<Sent> sent, Set<String> played, Set<Fault> faults) {
        var cues = new ArrayList<Cue>();
        for (var request : sent) {
            var call = scene.function() + request.operation();
            for (var fault : Fault.values()) {
                var pair = call + " " + fault;
                var isNew = played.add(SharedData.isDeep() ? scene.story() + ": " + pair : pair);
                if (isNew
                        && fault.fits(request.operation())
                        && (faults.add(fault) || isDue(call, fault))) {
                    cues.add(new Cue(request.number(), request.operation(), fault));
                }
            }
        }
        return cues;
    }

    /// In `verify` the calls take turns: whichever faults one leaves out, others have. (Each fault
    /// is played once at least, whatever the turns are.)
    private static boolean isDue(String call, Fault fault) {
        return SharedData.isDeep()
                || Math.floorMod(call.hashCode() - fault.name().hashCode(), ONE_OF_IN_VERIFY) == 0;
    }

    @Test
    void noSingleFaultOfAnyRequestShows() {
        var functions = new TreeSet<String>();
        var faults = EnumSet.noneOf(Fault.class);
        var played = new HashSet<String>();
        var performances = 0;
        var stages = 1;
        var differences = new TreeMap<String, String>();
        for (var scene : scenes()) {
            if (performances >= stages * PERFORMANCES_OF_A_STAGE) {
                stop();
                start();
                stages++;
                System.out.println("fault pairs: " + performances + " performances so far");
            }
            var sound = perform(scene, FaultyNetwork.Plan.NONE);
            if (!sound.sent().isEmpty()) {
                functions.add(scene.function());
            }
            for (var cue : cues(scene, sound.sent(), played, faults)) {
                performances++;
                var title = scene.function() + ", " + scene.story() + ": " + cue;
                try {
                    var end =
                            perform(
                                    scene,
                                    request ->
                                            request.number() == cue.number() ? cue.fault() : null);
                    assertThat(end.status()).isEqualTo(sound.status());
                    assertThat(end.body()).isEqualTo(sound.body());
                    assertThat(FaultTestBed.differences(end.table(), sound.table())).isEmpty();
                } catch (AssertionError | RuntimeException difference) {
                    differences.put(title, String.valueOf(difference.getMessage()));
                }
            }
        }
        System.out.println(
                "fault pairs: "
                        + performances
                        + " performances of "
                        + functions.size()
                        + " functions");
        assertThat(differences).isEmpty();
        assertThat(faults).isEqualTo(EnumSet.allOf(Fault.class));
        assertThat(functions)
                .containsAll(Catalogue.functions().stream().map(FunctionRow::name).toList());
    }
}
