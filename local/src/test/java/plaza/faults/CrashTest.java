package plaza.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.Catalogue;
import plaza.Seeds;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.local.emulator.Emulator;
import plaza.local.mapping.Checkpoints;
import plaza.local.mapping.DynamoDbStreamSource;
import plaza.local.mapping.EventSourceMapping;
import plaza.local.mapping.ExpiredItems;
import plaza.local.mapping.FailureDestination;
import plaza.local.mapping.StreamPoller;
import plaza.local.mapping.TableStreams;
import plaza.local.runtime.ChildFunction;
import plaza.local.runtime.LambdaFunction;
import plaza.social.SocialItems;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.tally.Ledger;
import plaza.testkit.Await;
import plaza.testkit.SharedData;
import plaza.testkit.StreamDrain;
import plaza.testkit.TestBed;

/// Deployed functions in processes of their own that are killed with SIGKILL, each while an
/// invocation is under way, again and again. Callers repeat what was not answered, the event source
/// mappings repeat batches: afterwards every count equals its edges, every post is there once,
/// every timeline is what its definition says. In `verify` a small run, with `-Ddeep` the whole.
class CrashTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// How long work may take to get anywhere.
    private static final Duration WAIT_MAX = Duration.ofMinutes(3);

    /// How often a caller repeats a request.
    private static final int REPEATS_MAX = 50;

    /// After an invocation was seen to run, it is killed within this time.
    private static final int KILL_WITHIN_MICROS = 12_000;

    /// Where nobody is caught at work for so long, somebody is killed at rest.
    private static final long HUNT_NANOS_MAX = 2_000_000_000L;

    private static final List<String> FUNCTIONS =
            List.of("LikePost", "UnlikePost", "CreatePost", "FollowUser", "UnfollowUser");

    @TempDir private Path folder;

    /// One of the functions that may be killed.
    private static final class Victim implements LambdaFunction {
        private final ChildFunction process;
        private final AtomicInteger running = new AtomicInteger();

        Victim(ChildFunction process) {
            this.process = process;
        }

        @Override
        public InvocationResult invoke(byte[] event) {
            process.start();
            running.incrementAndGet();
            try {
                return process.invoke(event);
            } finally {
                running.decrementAndGet();
            }
        }
    }

    /// What callers ask for.
    private record Operation(String function, int user, int other, int chance) {}

    /// What was done so far.
    private static final class Progress {
        final AtomicInteger done = new AtomicInteger();
        final AtomicInteger repeated = new AtomicInteger();
        final AtomicInteger hits = new AtomicInteger();
        final List<String> posts = new CopyOnWriteArrayList<>();
        final Map<Integer, AtomicInteger> written = new ConcurrentHashMap<>();
    }

    @Test
    void killedProcessesLoseAndDoubleNothing() {
        var deep = SharedData.isDeep();
        Seeds.forEach(
                "crashes",
                1,
                random -> crash(random, deep ? 20_000 : 160, deep ? 200 : 4, deep ? 60 : 8));
    }

    private void crash(SplittableRandom random, int operations, int kills, int users) {
        var victims = new LinkedHashMap<String, Victim>();
        var progress = new Progress();
        var failures = FailureDestination.inMemory();
        try (var emulator = Emulator.inMemory();
                var bed = new TestBed(emulator, functions -> functions)) {
            bed.clock().set(Instant.now());
            for (var user = 0; user < users; user++) {
                bed.user(user(user));
            }
            for (var row : Catalogue.streamFunctions()) {
                victims.put(row.name(), new Victim(Children.of(row, emulator, folder)));
            }
            for (var function : FUNCTIONS) {
                victims.put(
                        function,
                        new Victim(Children.of(Children.row(function), emulator, folder)));
            }
            try (var poller = poller(emulator, victims, failures)) {
                poller.start();
                work(random, operations, kills, users, victims, progress);
                StreamDrain.await(poller::isIdle, poller::behind);
            }
            System.out.printf(
                    "crashes: %d operations, %d kills of which %d hit an invocation under way, %d"
                            + " requests repeated, %d posts%n",
                    progress.done.get(),
                    kills,
                    progress.hits.get(),
                    progress.repeated.get(),
                    progress.posts.size());
            assertThat(failures.keys()).as("records that were given up").isEmpty();
            assertThat(progress.done.get()).isEqualTo(operations);
            assertThat(progress.hits.get()).isPositive();
            assertNoDrift(bed, users, progress);
        } finally {
            victims.values().forEach(victim -> victim.process.close());
        }
    }

    private static StreamPoller poller(
            Emulator emulator, Map<String, Victim> victims, FailureDestination failures) {
        var source =
                new DynamoDbStreamSource(
                        emulator.streams(), emulator.streamArn(), ExpiredItems.inMemory());
        var checkpoints = Checkpoints.inMemory();
        var mappings =
                Catalogue.streamFunctions().stream()
                        .map(row ->
                                new EventSourceMapping(
                                        TableStreams.settings(row),
                                        source,
                                        victim(victims, row.name()),
                                        checkpoints,
                                        failures,
                                        InstantSource.system()))
                        .toList();
        return new StreamPoller(source, mappings, InstantSource.system());
    }

    private static Victim victim(Map<String, Victim> victims, String name) {
        var victim = victims.get(name);
        if (victim == null) {
            throw new AssertionError("no function " + name);
        }
        return victim;
    }

    /// Each function behind the API works off its own operations, one at a time, as a process of
    /// Lambda does; beside them somebody kills.
    private static void work(
            SplittableRandom random,
            int operations,
            int kills,
            int users,
            Map<String, Victim> victims,
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
                    for (var place = 0; place < queue.size(); place++) {
                        perform(queue.get(place), place, victim(victims, function), progress);
                        progress.done.incrementAndGet();
                    }
                    return true;
                }));
        var chance = random.split();
        tasks.add(() -> {
            for (var kill = 1; kill <= kills; kill++) {
                var at = (long) operations * kill / (kills + 1);
                Await.until("the operations before it", WAIT_MAX, () -> progress.done.get() >= at);
                kill(chance, List.copyOf(victims.values()), progress);
                if (kill % 20 == 0) {
                    System.out.printf(
                            "%d of %d operations, %d kills%n",
                            progress.done.get(), operations, kill);
                }
            }
            return true;
        });
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var task : threads.invokeAll(tasks)) {
                task.get();
            }
        } catch (Exception fault) {
            throw new IllegalStateException(fault);
        }
    }

    /// Of a hundred operations 35 like, 20 take a like back, 15 each write, follow, unfollow.
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

    private static void kill(SplittableRandom chance, List<Victim> victims, Progress progress) {
        var end = System.nanoTime() + HUNT_NANOS_MAX;
        var victim = victims.get(chance.nextInt(victims.size()));
        while (!isCaught(chance, victim) && System.nanoTime() < end) {
            LockSupport.parkNanos(100_000);
            victim = victims.get(chance.nextInt(victims.size()));
        }
        if (victim.running.get() > 0) {
            progress.hits.incrementAndGet();
        }
        victim.process.kill();
    }

    /// Whether an invocation of it was seen to run, and one still runs a moment later.
    private static boolean isCaught(SplittableRandom chance, Victim victim) {
        if (victim.running.get() == 0) {
            return false;
        }
        LockSupport.parkNanos(1_000L * chance.nextInt(KILL_WITHIN_MICROS));
        return victim.running.get() > 0;
    }

    private static void perform(Operation operation, int place, Victim victim, Progress progress) {
        var posts = progress.posts;
        if (operation.function().endsWith("kePost")) {
            Await.until("the first post", WAIT_MAX, () -> !posts.isEmpty());
        }
        var post = posts.isEmpty() ? "" : posts.get(operation.chance() % posts.size());
        var event = event(operation, place, post);
        for (var repeat = 0; repeat < REPEATS_MAX; repeat++) {
            var answer = answer(victim, event);
            var status = answer == null ? 0 : answer.path("statusCode").asInt();
            if (status >= 200 && status < 300) {
                if (operation.function().equals("CreatePost")) {
                    posts.add(body(answer).path("postId").asText());
                    progress.written
                            .computeIfAbsent(operation.user(), _ -> new AtomicInteger())
                            .incrementAndGet();
                }
                return;
            }
            if (status != 0 && status != 503) {
                throw new AssertionError(operation + ": " + answer);
            }
            progress.repeated.incrementAndGet();
        }
        throw new AssertionError("never answered: " + operation);
    }

    private static @Nullable JsonNode answer(Victim victim, byte[] event) {
        try {
            return Children.json(victim.invoke(event));
        } catch (IllegalStateException killedAtItsStart) {
            return null;
        }
    }

    private static JsonNode body(@Nullable JsonNode answer) {
        try {
            return JSON.readTree(answer == null ? "{}" : answer.path("body").asText());
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static byte[] event(Operation operation, int place, String post) {
        var row = TestBed.row(operation.function());
        var caller = user(operation.user());
        var event = JSON.createObjectNode();
        event.put("version", "2.0").put("routeKey", row.routeKey());
        var path = event.putObject("pathParameters");
        path.put("userId", caller).put("postId", post).put("followeeId", user(operation.other()));
        event.put("rawPath", row.path().replace("{userId}", caller).replace("{postId}", post));
        event.put("rawQueryString", "").put("isBase64Encoded", false);
        var headers = event.putObject("headers");
        if (operation.function().equals("CreatePost")) {
            headers.put("content-type", "application/json").put("idempotency-key", "key" + place);
            event.put("body", "{\"content\": \"words " + place + "\"}");
        }
        var context = event.putObject("requestContext");
        context.put("routeKey", row.routeKey()).put("requestId", "request-" + place);
        context.putObject("authorizer").putObject("jwt").putObject("claims").put("sub", caller);
        return event.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    private static void assertNoDrift(TestBed bed, int users, Progress progress) {
        assertThat(new TreeSet<>(progress.posts)).hasSameSizeAs(progress.posts);
        var readable = new LinkedHashMap<Integer, List<String>>();
        for (var user = 0; user < users; user++) {
            var id = UserId.of(user(user));
            var counts = bed.table().getConsistent(KeySpace.userCount(id));
            var posts = bed.items(KeySpace.postsOf(id));
            assertThat(counts).isNotNull();
            if (counts != null) {
                assertThat(counts.number(SocialItems.FOLLOWER_COUNT))
                        .isEqualTo(bed.items(KeySpace.followersOf(id)).size());
                assertThat(counts.number(SocialItems.FOLLOWING_COUNT))
                        .isEqualTo(bed.items(KeySpace.followingOf(id)).size());
                assertThat(counts.number(SocialItems.POST_COUNT)).isEqualTo(posts.size());
            }
            var written = progress.written.getOrDefault(user, new AtomicInteger());
            assertThat(posts).hasSize(written.get());
            readable.put(user, posts.stream().map(CrashTest::postOf).toList());
        }
        for (var post : progress.posts) {
            var id = PostId.of(post);
            var likes = bed.items(KeySpace.likesOf(id));
            var count = bed.table().getConsistent(KeySpace.likeCount(id));
            assertThat(count).isNotNull();
            if (count != null) {
                assertThat(count.number(SocialItems.LIKE_COUNT)).as(post).isEqualTo(likes.size());
            }
            assertThat(
                            bed.items(KeySpace.likeLedgerOf(id)).stream()
                                    .filter(row -> row.flag(Ledger.ON)))
                    .hasSameSizeAs(likes);
        }
        for (var reader = 0; reader < users; reader++) {
            var name = user(reader);
            var id = UserId.of(name);
            var expected = new TreeSet<String>(readable.getOrDefault(reader, List.of()));
            for (var author = 0; author < users; author++) {
                if (bed.table().getConsistent(KeySpace.following(id, UserId.of(user(author))))
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
        assertThat(jobs(bed)).as("jobs that nobody finished").isEmpty();
    }

    private static String postOf(Item item) {
        return KeySpace.postId(item.key().sk()).value();
    }

    private static Collection<String> jobs(TestBed bed) {
        return bed
                .emulator()
                .client()
                .scanPaginator(scan -> scan.tableName(Emulator.TABLE))
                .items()
                .stream()
                .map(item -> new Item(item).key().pk())
                .filter(pk -> pk.startsWith("Job" + "#"))
                .toList();
    }

    private static String user(int number) {
        return "user" + number;
    }
}
