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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.Deep;
import plaza.Seeds;
import plaza.audit.Check;
import plaza.functions.Catalogue;
import plaza.id.UserId;
import plaza.leaving.Leavers;
import plaza.leaving.Traces;
import plaza.local.emulator.Emulator;
import plaza.local.mapping.FailureDestination;
import plaza.reconcile.ReconcileRun;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostCounter;
import plaza.social.post.PostItems;
import plaza.social.user.UserItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.PlatformKeys;
import plaza.tally.Ledger;
import plaza.testkit.Await;
import plaza.testkit.StreamDrain;
import plaza.testkit.TestBed;

/// Kills deployed functions, which run in processes of their own, with SIGKILL during invocations.
/// Callers repeat requests without a response, and the event source mappings repeat batches.
/// Callers like, post, reply to their own and others' posts, delete posts, hide replies, follow and
/// block, and some leave. Afterwards every count equals its edges, every post that was not deleted
/// exists once, every timeline follows its definition, Reconcile finds nothing, and no path leads
/// to anything of those who left.
@Deep
class CrashTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// How long the operations between two kills may take.
    private static final Duration WAIT_MAX = Duration.ofMinutes(3);

    /// How often a caller repeats a request.
    private static final int REPEATS_MAX = 50;

    private static final String ERASE = "EraseUser";

    private static final List<String> FUNCTIONS =
            List.of(
                    "LikePost",
                    "UnlikePost",
                    "CreatePost",
                    "DeletePost",
                    "HideReply",
                    "FollowUser",
                    "UnfollowUser",
                    "BlockUser",
                    "UnblockUser",
                    ERASE);

    @TempDir private Path folder;

    /// A request.
    ///
    /// @param other the followee, or the user to block
    /// @param post selects one of the posts created so far, modulo their number
    /// @param replies whether a new post is a reply
    private record Operation(String function, int user, int other, int post, boolean replies) {}

    /// A post that was created.
    ///
    /// @param parent the post to which it replies, if any
    private record Written(String id, int author, @Nullable Written parent) {}

    /// A request of an operation.
    ///
    /// @param post the post that it is about, if any
    private record Call(int caller, @Nullable Written post, Map<String, String> path) {}

    /// What all callers have done so far.
    private static final class Progress {
        final AtomicInteger done = new AtomicInteger();
        final AtomicInteger repeated = new AtomicInteger();
        final AtomicInteger interrupted = new AtomicInteger();
        final AtomicInteger refused = new AtomicInteger();
        final AtomicInteger hidden = new AtomicInteger();
        final List<Written> posts = new CopyOnWriteArrayList<>();
        final Set<String> deleted = ConcurrentHashMap.newKeySet();
        final Set<Integer> left = ConcurrentHashMap.newKeySet();

        List<Written> existing() {
            return posts.stream().filter(post -> !isDeleted(post)).toList();
        }

        /// A user who leaves deletes their posts.
        boolean isDeleted(Written post) {
            return deleted.contains(post.id()) || left.contains(post.author());
        }
    }

    @Test
    void killingProcessesLosesAndDoublesNothing() {
        Seeds.forEach("crashes", 1, random -> crash(random, 6_000, 200, 60, 20));
    }

    private void crash(SplittableRandom random, int operations, int kills, int users, int leavers) {
        var targets = new LinkedHashMap<String, KillableFunction>();
        var progress = new Progress();
        var failures = FailureDestination.inMemory();
        try (var emulator = Emulator.inMemory();
                var bed = new TestBed(emulator, functions -> functions)) {
            bed.clock().set(Instant.now());
            for (var user = 0; user < users; user++) {
                bed.user(user(user));
            }
            for (var row : Catalogue.ALL.streamFunctions()) {
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
                work(random, operations, kills, users, leavers, targets, progress);
                StreamDrain.await(poller::isIdle, poller::behind);
            }
            System.out.printf(
                    "crashes: %d operations, %d kills of which %d interrupted an invocation, %d"
                            + " requests repeated, %d refused, %d posts of which %d were replies and"
                            + " %d deleted, %d replies hidden, %d users left%n",
                    progress.done.get(),
                    kills,
                    progress.interrupted.get(),
                    progress.repeated.get(),
                    progress.refused.get(),
                    progress.posts.size(),
                    progress.posts.stream().filter(post -> post.parent() != null).count(),
                    progress.deleted.size(),
                    progress.hidden.get(),
                    progress.left.size());
            assertThat(failures.keys()).as("records in the failure destination").isEmpty();
            assertThat(progress.done.get()).isEqualTo(operations);
            assertThat(progress.interrupted.get()).isPositive();
            assertThat(progress.left).hasSize(leavers);
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
            int leavers,
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
                                    random.nextInt(1_000_000),
                                    random.nextBoolean()));
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
        tasks.add(() -> {
            for (var leaver = 0; leaver < leavers; leaver++) {
                var at = (long) operations * (leaver + 1) / (leavers + 2);
                Await.until(
                        "the operations before user " + leaver + " leaves",
                        WAIT_MAX,
                        () -> progress.done.get() >= at);
                var operation = new Operation(ERASE, leaver, leaver, 0, false);
                perform(operation, leaver, target(targets, ERASE), progress);
            }
            return true;
        });
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

    /// Returns a function for a random number below 100.
    private static String function(int percent) {
        if (percent < 28) {
            return "LikePost";
        }
        if (percent < 42) {
            return "UnlikePost";
        }
        if (percent < 67) {
            return "CreatePost";
        }
        if (percent < 74) {
            return "DeletePost";
        }
        if (percent < 78) {
            return "HideReply";
        }
        if (percent < 88) {
            return "FollowUser";
        }
        if (percent < 94) {
            return "UnfollowUser";
        }
        return percent < 97 ? "BlockUser" : "UnblockUser";
    }

    private static void perform(
            Operation operation, int number, KillableFunction target, Progress progress) {
        var isCreation = operation.function().equals("CreatePost");
        var call = call(operation, progress);
        var event = event(operation.function(), number, call);
        for (var repeat = 0; repeat < REPEATS_MAX; repeat++) {
            var response = target.responseOrNull(event);
            var status = response == null ? 0 : response.path("statusCode").asInt();
            if (status >= 200 && status < 300) {
                var post = call.post();
                switch (operation.function()) {
                    case "CreatePost" ->
                            progress.posts.add(
                                    new Written(
                                            body(response).path("postId").asText(),
                                            operation.user(),
                                            post));
                    case "DeletePost" -> progress.deleted.add(post == null ? "" : post.id());
                    case "HideReply" -> progress.hidden.incrementAndGet();
                    case ERASE -> progress.left.add(operation.user());
                    default -> {}
                }
                return;
            }
            if (status == 410 || (status == 404 && (!isCreation || operation.replies()))) {
                // the caller has left, the post was deleted, or one of the users blocks the other
                progress.refused.incrementAndGet();
                return;
            }
            if (status != 0 && status != 503) {
                throw new AssertionError(operation + ": " + response);
            }
            progress.repeated.incrementAndGet();
        }
        throw new AssertionError("no response after " + REPEATS_MAX + " requests: " + operation);
    }

    /// Chooses the post and the caller of an operation. A fifth of the replies are to the caller's
    /// own posts.
    private static Call call(Operation operation, Progress progress) {
        var user = operation.user();
        return switch (operation.function()) {
            case "LikePost", "UnlikePost" -> {
                var post = post(progress, operation, _ -> true);
                yield new Call(user, post, Map.of("postId", post.id()));
            }
            case "CreatePost" ->
                    new Call(
                            user,
                            operation.replies() && !progress.posts.isEmpty()
                                    ? parent(progress, operation)
                                    : null,
                            Map.of());
            case "DeletePost" -> {
                var post = post(progress, operation, _ -> true);
                yield new Call(post.author(), post, Map.of("postId", post.id()));
            }
            case "HideReply" -> {
                var reply = post(progress, operation, post -> post.parent() != null);
                var parent = Objects.requireNonNull(reply.parent());
                yield new Call(
                        parent.author(),
                        reply,
                        Map.of("postId", parent.id(), "replyId", reply.id()));
            }
            default -> {
                var other = user(operation.other());
                yield new Call(user, null, Map.of("followeeId", other, "blockedId", other));
            }
        };
    }

    private static Written parent(Progress progress, Operation operation) {
        var isOwn = operation.post() % 5 == 0;
        return isOwn && progress.posts.stream().anyMatch(post -> post.author() == operation.user())
                ? post(progress, operation, post -> post.author() == operation.user())
                : post(progress, operation, _ -> true);
    }

    /// Waits for a post that is suitable, and chooses one of them.
    private static Written post(
            Progress progress, Operation operation, Predicate<Written> isSuitable) {
        Await.until("the first post", WAIT_MAX, () -> progress.posts.stream().anyMatch(isSuitable));
        var posts = progress.posts.stream().filter(isSuitable).toList();
        return posts.get(operation.post() % posts.size());
    }

    private static JsonNode body(@Nullable JsonNode response) {
        try {
            return JSON.readTree(response == null ? "{}" : response.path("body").asText());
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static byte[] event(String function, int number, Call call) {
        var caller = user(call.caller());
        var path = new HashMap<>(call.path());
        path.put("userId", caller);
        var event = FunctionProcesses.event(function, caller, path);
        if (function.equals("CreatePost")) {
            event.withObject("headers")
                    .put("content-type", "application/json")
                    .put("idempotency-key", "key" + number);
            var post = JSON.createObjectNode().put("content", "words " + number);
            if (call.post() != null) {
                post.putObject("inReplyTo").put("postId", call.post().id());
            }
            event.put("body", post.toString());
        }
        if (function.equals(ERASE)) {
            event.withObject("headers").put("content-type", "application/json");
            event.put("body", JSON.createObjectNode().put("userId", caller).toString());
        }
        return event.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void assertNoDrift(TestBed bed, int users, Progress progress) {
        assertThat(progress.posts.stream().map(Written::id)).doesNotHaveDuplicates();
        var existing = progress.existing();
        var readable = new LinkedHashMap<Integer, List<String>>();
        for (var left : progress.left) {
            var traces = Traces.of(user(left), bed.everything());
            assertThat(traces).as(user(left)).isSubsetOf(Leavers.leftByPaths());
        }
        for (var user = 0; user < users; user++) {
            if (progress.left.contains(user)) {
                continue;
            }
            var author = user;
            var id = UserId.of(user(user));
            var counts = bed.table().getConsistent(SocialKeys.USER_COUNT.key(id));
            var posts = bed.items(SocialKeys.POSTS.of(id));
            assertThat(counts).isNotNull();
            if (counts != null) {
                assertThat(counts.number(UserItems.FOLLOWER_COUNT))
                        .isEqualTo(bed.items(SocialKeys.FOLLOWERS.of(id)).size());
                assertThat(counts.number(UserItems.FOLLOWING_COUNT))
                        .isEqualTo(bed.items(SocialKeys.FOLLOWING.of(id)).size());
                assertThat(counts.number(UserItems.POST_COUNT)).isEqualTo(posts.size());
            }
            assertThat(posts.stream().map(CrashTest::postOf))
                    .containsExactlyInAnyOrderElementsOf(
                            existing.stream()
                                    .filter(post -> post.author() == author)
                                    .map(Written::id)
                                    .toList());
            readable.put(
                    user,
                    posts.stream()
                            .filter(item -> PostItems.post(item).isInTimelines())
                            .map(CrashTest::postOf)
                            .toList());
        }
        for (var post : progress.posts) {
            assertNoDrift(bed, post, progress, existing);
        }
        for (var reader = 0; reader < users; reader++) {
            if (progress.left.contains(reader)) {
                continue;
            }
            var name = user(reader);
            var id = UserId.of(name);
            var expected = new TreeSet<String>(readable.getOrDefault(reader, List.of()));
            for (var author = 0; author < users; author++) {
                if (bed.table().getConsistent(SocialKeys.FOLLOWEE.key(id, UserId.of(user(author))))
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
        bed.clock().set(Instant.now().plus(Check.GRACE));
        assertThat(ReconcileRun.reporting(bed).found()).isEmpty();
    }

    /// The likes and replies of a post and their counts agree; of a deleted post, nothing is left.
    private static void assertNoDrift(
            TestBed bed, Written post, Progress progress, List<Written> existing) {
        var id = PostId.of(post.id());
        var likes = bed.items(SocialKeys.LIKES.of(id));
        var ledger = bed.items(SocialKeys.LIKE_LEDGER.of(id));
        var replies = bed.items(SocialKeys.REPLIES.of(id));
        var count = bed.table().getConsistent(SocialKeys.POST_COUNTER.key(id));
        if (progress.isDeleted(post)) {
            assertThat(count).as(post.id()).isNull();
            assertThat(likes).as(post.id()).isEmpty();
            assertThat(ledger).as(post.id()).isEmpty();
            assertThat(replies).as(post.id()).isEmpty();
            return;
        }
        assertThat(count).as(post.id()).isNotNull();
        if (count != null) {
            assertThat(count.number(PostCounter.LIKES.attribute()))
                    .as(post.id())
                    .isEqualTo(likes.size());
            var replyCount = count.numberOrNull(PostCounter.REPLIES.attribute());
            assertThat(replyCount == null ? 0 : replyCount).as(post.id()).isEqualTo(replies.size());
        }
        assertThat(ledger.stream().filter(row -> row.flag(Ledger.ON))).hasSameSizeAs(likes);
        assertThat(
                        replies.stream()
                                .map(entry ->
                                        SocialKeys.REPLY.parse(
                                                entry.key(), (_, reply) -> reply.value())))
                .as("replies to %s", post.id())
                .containsExactlyInAnyOrderElementsOf(
                        existing.stream()
                                .filter(reply -> post.equals(reply.parent()))
                                .map(Written::id)
                                .toList());
    }

    private static String postOf(Item item) {
        return SocialKeys.POST.parse(item.key(), (_, post) -> post.value());
    }

    private static List<Key> jobs(TestBed bed) {
        return bed.everything().keySet().stream()
                .filter(key -> Catalogue.ALL.keySpace().familyOf(key.pk()) == PlatformKeys.JOBS)
                .toList();
    }

    private static String user(int number) {
        return "user" + number;
    }
}
