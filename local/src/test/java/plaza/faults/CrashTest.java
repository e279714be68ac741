package plaza.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.Deep;
import plaza.Seeds;
import plaza.functions.Catalogue;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.local.emulator.Emulator;
import plaza.local.mapping.FailureDestination;
import plaza.social.post.PostCounter;
import plaza.social.user.UserItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.tally.Ledger;
import plaza.testkit.Await;
import plaza.testkit.StreamDrain;
import plaza.testkit.TestBed;

/// Kills deployed functions, which run in processes of their own, with SIGKILL during invocations.
/// Callers repeat requests without a response, and the event source mappings repeat batches.
/// Afterwards every count equals its edges, every post exists once, and every timeline follows its
/// definition.
@Deep
class CrashTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// How long the operations between two kills may take.
    private static final Duration WAIT_MAX = Duration.ofMinutes(3);

    /// How often a caller repeats a request.
    private static final int REPEATS_MAX = 50;

    private static final List<String> FUNCTIONS =
            List.of("LikePost", "UnlikePost", "CreatePost", "FollowUser", "UnfollowUser");

    @TempDir private Path folder;

    /// A request.
    ///
    /// @param other the followee
    /// @param post selects one of the posts created so far, modulo their number
    private record Operation(String function, int user, int other, int post) {}

    /// What all callers have done so far.
    private static final class Progress {
        final AtomicInteger done = new AtomicInteger();
        final AtomicInteger repeated = new AtomicInteger();
        final AtomicInteger interrupted = new AtomicInteger();
        final List<String> posts = new CopyOnWriteArrayList<>();
        final Map<Integer, AtomicInteger> postsByAuthor = new ConcurrentHashMap<>();
    }

    @Test
    void killingProcessesLosesAndDoublesNothing() {
        Seeds.forEach("crashes", 1, random -> crash(random, 20_000, 200, 60));
    }

    private void crash(SplittableRandom random, int operations, int kills, int users) {
        var targets = new LinkedHashMap<String, KillableFunction>();
        var progress = new Progress();
        var failures = FailureDestination.inMemory();
        try (var emulator = Emulator.inMemory();
                var bed = new TestBed(emulator, functions -> functions)) {
            bed.clock().set(Instant.now());
            for (var user = 0; user < users; user++) {
                bed.user(user(user));
            }
            for (var row : Catalogue.streamFunctions()) {
                targets.put(
                        row.name(),
                        new KillableFunction(FunctionProcesses.of(row, emulator, folder)));
            }
            for (var function : FUNCTIONS) {
                targets.put(
                        function,
                        new KillableFunction(
                                FunctionProcesses.of(
                                        FunctionProcesses.row(function), emulator, folder)));
            }
            try (var poller = FunctionProcesses.poller(emulator, targets, failures)) {
                poller.start();
                work(random, operations, kills, users, targets, progress);
                StreamDrain.await(poller::isIdle, poller::behind);
            }
            System.out.printf(
                    "crashes: %d operations, %d kills of which %d interrupted an invocation, %d"
                            + " requests repeated, %d posts%n",
                    progress.done.get(),
                    kills,
                    progress.interrupted.get(),
                    progress.repeated.get(),
                    progress.posts.size());
            assertThat(failures.keys()).as("records in the failure destination").isEmpty();
            assertThat(progress.done.get()).isEqualTo(operations);
            assertThat(progress.interrupted.get()).isPositive();
            assertNoDrift(bed, users, progress);
        } finally {
            targets.values().forEach(KillableFunction::close);
        }
    }

    private static KillableFunction target(Map<String, KillableFunction> targets, String name) {
        var target = targets.get(name);
        if (target == null) {
            throw new AssertionError("no function " + name);
        }
        return target;
    }

    /// Each HTTP function processes its own operations, one at a time, as a Lambda execution
    /// environment does, while another task kills processes.
    private static void work(
            SplittableRandom random,
            int operations,
            int kills,
            int users,
            Map<String, KillableFunction> targets,
            Progress progress) {
        var queues = new LinkedHashMap<String, List<Operation>>();
        FUNCTIONS.forEach(function -> queues.put(function, new ArrayList<>()));
        for (var operation = 0; operation < operations; operation++) {
            var function = function(random.nextInt(100));
            var user = random.nextInt(users);
            queues.getOrDefault(function, new ArrayList<>())
                    .add(
                            new Operation(
                                    function,
                                    user,
                                    (user + 1 + random.nextInt(users - 1)) % users,
                                    random.nextInt(1_000_000)));
        }
        var tasks = new ArrayList<Callable<Boolean>>();
        queues.forEach((function, queue) ->
                tasks.add(() -> {
                    for (var number = 0; number < queue.size(); number++) {
                        perform(queue.get(number), number, target(targets, function), progress);
                        progress.done.incrementAndGet();
                    }
                    return true;
                }));
        var killerRandom = random.split();
        tasks.add(() -> {
            for (var kill = 1; kill <= kills; kill++) {
                var at = (long) operations * kill / (kills + 1);
                Await.until(
                        "the operations before kill " + kill,
                        WAIT_MAX,
                        () -> progress.done.get() >= at);
                if (KillableFunction.killOne(killerRandom, List.copyOf(targets.values()))) {
                    progress.interrupted.incrementAndGet();
                }
                if (kill % 20 == 0) {
                    System.out.printf(
                            "%d of %d operations, %d kills%n",
                            progress.done.get(), operations, kill);
                }
            }
            return true;
        });
        FunctionProcesses.together(tasks);
    }

    /// Returns a function for a random number below 100: 35 % of the operations like, 20 % unlike,
    /// and 15 % each create a post, follow and unfollow.
    private static String function(int percent) {
        if (percent < 35) {
            return "LikePost";
        }
        if (percent < 55) {
            return "UnlikePost";
        }
        if (percent < 70) {
            return "CreatePost";
        }
        return percent < 85 ? "FollowUser" : "UnfollowUser";
    }

    private static void perform(
            Operation operation, int number, KillableFunction target, Progress progress) {
        var posts = progress.posts;
        if (operation.function().endsWith("kePost")) {
            Await.until("the first post", WAIT_MAX, () -> !posts.isEmpty());
        }
        var post = posts.isEmpty() ? "" : posts.get(operation.post() % posts.size());
        var event = event(operation, number, post);
        for (var repeat = 0; repeat < REPEATS_MAX; repeat++) {
            var response = target.responseOrNull(event);
            var status = response == null ? 0 : response.path("statusCode").asInt();
            if (status >= 200 && status < 300) {
                if (operation.function().equals("CreatePost")) {
                    posts.add(body(response).path("postId").asText());
                    progress.postsByAuthor
                            .computeIfAbsent(operation.user(), _ -> new AtomicInteger())
                            .incrementAndGet();
                }
                return;
            }
            if (status != 0 && status != 503) {
                throw new AssertionError(operation + ": " + response);
            }
            progress.repeated.incrementAndGet();
        }
        throw new AssertionError("no response after " + REPEATS_MAX + " requests: " + operation);
    }

    private static JsonNode body(@Nullable JsonNode response) {
        try {
            return JSON.readTree(response == null ? "{}" : response.path("body").asText());
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static byte[] event(Operation operation, int number, String post) {
        var caller = user(operation.user());
        var event =
                FunctionProcesses.event(
                        operation.function(),
                        caller,
                        Map.of(
                                "userId", caller,
                                "postId", post,
                                "followeeId", user(operation.other())));
        if (operation.function().equals("CreatePost")) {
            event.withObject("headers")
                    .put("content-type", "application/json")
                    .put("idempotency-key", "key" + number);
            event.put("body", "{\"content\": \"words " + number + "\"}");
        }
        return event.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void assertNoDrift(TestBed bed, int users, Progress progress) {
        assertThat(new TreeSet<>(progress.posts)).hasSameSizeAs(progress.posts);
        var readable = new LinkedHashMap<Integer, List<String>>();
        for (var user = 0; user < users; user++) {
            var id = UserId.of(user(user));
            var counts = bed.table().getConsistent(KeySpace.USER_COUNT.key(id));
            var posts = bed.items(KeySpace.POSTS.of(id));
            assertThat(counts).isNotNull();
            if (counts != null) {
                assertThat(counts.number(UserItems.FOLLOWER_COUNT))
                        .isEqualTo(bed.items(KeySpace.FOLLOWERS.of(id)).size());
                assertThat(counts.number(UserItems.FOLLOWING_COUNT))
                        .isEqualTo(bed.items(KeySpace.FOLLOWING.of(id)).size());
                assertThat(counts.number(UserItems.POST_COUNT)).isEqualTo(posts.size());
            }
            var postsByAuthor = progress.postsByAuthor.getOrDefault(user, new AtomicInteger());
            assertThat(posts).hasSize(postsByAuthor.get());
            readable.put(user, posts.stream().map(CrashTest::postOf).toList());
        }
        for (var post : progress.posts) {
            var id = PostId.of(post);
            var likes = bed.items(KeySpace.LIKES.of(id));
            var count = bed.table().getConsistent(KeySpace.LIKE_COUNT.key(id));
            assertThat(count).isNotNull();
            if (count != null) {
                assertThat(count.number(PostCounter.LIKES.attribute()))
                        .as(post)
                        .isEqualTo(likes.size());
            }
            assertThat(
                            bed.items(KeySpace.LIKE_LEDGER.of(id)).stream()
                                    .filter(row -> row.flag(Ledger.ON)))
                    .hasSameSizeAs(likes);
        }
        for (var reader = 0; reader < users; reader++) {
            var name = user(reader);
            var id = UserId.of(name);
            var expected = new TreeSet<String>(readable.getOrDefault(reader, List.of()));
            for (var author = 0; author < users; author++) {
                if (bed.table().getConsistent(KeySpace.FOLLOWEE.key(id, UserId.of(user(author))))
                        != null) {
                    expected.addAll(readable.getOrDefault(author, List.of()));
                }
            }
            var seen =
                    bed.as(name).at("userId", name).all("GetTimelineByUserId", 100).stream()
                            .map(post -> post.path("postId").asText())
                            .toList();
            assertThat(seen).as("timeline of %s", name).doesNotHaveDuplicates();
            assertThat(seen)
                    .as("timeline of %s", name)
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
        assertThat(jobs(bed)).as("unfinished jobs").isEmpty();
    }

    private static String postOf(Item item) {
        return KeySpace.POST.parse(item.key(), (_, post) -> post.value());
    }

    private static List<Key> jobs(TestBed bed) {
        return bed.everything().keySet().stream()
                .filter(key -> KeySpace.familyOf(key.pk()) == KeySpace.JOBS)
                .toList();
    }

    private static String user(int number) {
        return "user" + number;
    }
}
