package plaza.simulation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.functions.Catalogue;
import plaza.id.UserId;
import plaza.leaving.Erasure;
import plaza.simulation.SimulationFailure.Symptom;
import plaza.social.gate.Audience;
import plaza.social.gate.Gate;
import plaza.social.gate.Gate.Listed;
import plaza.social.gate.Standing;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostCounter;
import plaza.social.post.PostItems;
import plaza.social.timeline.PostEdges;
import plaza.social.timeline.TimelineEntry;
import plaza.social.timeline.TimelineItems;
import plaza.social.user.FollowerCount;
import plaza.social.user.UserItems;
import plaza.table.Item;
import plaza.table.ItemCollection;
import plaza.table.Key;
import plaza.table.PlatformKeys;
import plaza.tally.CountedEdge;
import plaza.tally.Ledger;

/// Compares the table after a simulation with the log of all changes.
///
/// The number of a change in the log serves as its time.
final class FinalStateAudit {
    /// The history of a post.
    private static final class PostHistory {
        private final UserId author;
        private final PostId id;
        private final Instant written;
        private final @Nullable PostId parent;
        private final boolean isInTimelines;
        private final int from;
        private final Map<CountedEdge, Long> madeEdges = new HashMap<>();
        private int until = Integer.MAX_VALUE;

        /// Whether an administrator hides it.
        private boolean isRemoved;

        PostHistory(TableChange logged, Item item) {
            author = SocialKeys.POSTS.parse(logged.key());
            id = SocialKeys.POST.parse(logged.key(), (_, post) -> post);
            var post = PostItems.post(item);
            written = post.timestamp();
            parent = post.parent() == null ? null : post.parent().post();
            isInTimelines = post.isInTimelines();
            from = logged.number();
        }

        boolean exists() {
            return until == Integer.MAX_VALUE;
        }

        boolean existedAt(int time) {
            return from <= time && time < until;
        }
    }

    /// An edge from follower to followee, with the times of its creations and removals in turn.
    private static final class Follow {
        private final List<Integer> changes = new ArrayList<>();

        boolean on() {
            return changes.size() % 2 == 1;
        }

        /// The time of the last creation, or -1 if there was none.
        int began() {
            return changes.isEmpty() ? -1 : changes.get((changes.size() - 1) / 2 * 2);
        }

        /// Whether the edge existed at some time from `from` to `until`, exclusive.
        boolean existedWithin(int from, int until) {
            for (var index = 0; index < changes.size(); index += 2) {
                var ended = index + 1 < changes.size() ? changes.get(index + 1) : Integer.MAX_VALUE;
                if (Math.max(changes.get(index), from) < Math.min(ended, until)) {
                    return true;
                }
            }
            return false;
        }
    }

    private record Pair(UserId follower, UserId followee) {}

    private final Simulation simulation;
    private final MemoryTable table;
    private final ApiCallers callers;
    private final List<TableChange> log;
    private final Instant now;
    private final Map<PostId, PostHistory> posts = new LinkedHashMap<>();
    private final Map<Pair, Follow> follows = new HashMap<>();
    private final Map<Key, Integer> putAt = new HashMap<>();
    private final Map<UserId, Standing> standings = new HashMap<>();
    private final Set<UserId> divided = new HashSet<>();
    private final Map<UserId, Instant> standingsChangedAt = new HashMap<>();
    private final Map<Key, Instant> listedAt = new HashMap<>();
    private final Set<Key> requests = new HashSet<>();

    /// The follows of a protected user that began without a request, and the requests that existed
    /// when a block ended.
    private final List<Key> wrongRequests = new ArrayList<>();

    FinalStateAudit(
            Simulation simulation,
            MemoryTable table,
            List<TableChange> log,
            ApiCallers callers,
            Instant now) {
        this.simulation = simulation;
        this.table = table;
        this.callers = callers;
        this.log = log;
        this.now = now;
        log.forEach(this::remember);
    }

    private void remember(TableChange logged) {
        var key = logged.key();
        var after = logged.after();
        if (SocialKeys.POST.is(key)) {
            var post = SocialKeys.POST.parse(key, (_, id) -> id);
            if (after == null) {
                history(post).until = logged.number();
            } else {
                posts.computeIfAbsent(post, _ -> new PostHistory(logged, after)).isRemoved =
                        Audience.isRemoved(after);
            }
        } else if (SocialKeys.FOLLOWEE.is(key)) {
            if ((logged.before() == null) != (after == null)) {
                SocialKeys.FOLLOWEE.parse(key, this::follow).changes.add(logged.number());
            }
            if (logged.before() == null && !isAllowed(key)) {
                wrongRequests.add(key);
            }
        } else if (SocialKeys.USER_COUNT.is(key)) {
            var user = SocialKeys.USER_COUNT.parse(key);
            var standing = Standing.of(after);
            if (standing(user).changes() != standing.changes()) {
                standingsChangedAt.put(user, logged.at());
            }
            standings.put(user, standing);
            if (after != null && FollowerCount.isDivided(after)) {
                divided.add(user);
            }
        } else if (SocialKeys.BLOCK.is(key) && after == null) {
            SocialKeys.BLOCK
                    .parse(
                            key,
                            (user, other) ->
                                    Stream.of(
                                            SocialKeys.REQUEST.key(user, other),
                                            SocialKeys.REQUEST.key(other, user)))
                    .filter(requests::contains)
                    .forEach(wrongRequests::add);
        } else if (SocialKeys.REQUEST.is(key)) {
            if (after == null) {
                requests.remove(key);
            } else {
                requests.add(key);
            }
        } else if (SocialKeys.TIMELINE_ENTRY.is(key) && after != null) {
            putAt.put(key, logged.number());
        }
        for (var edge : PostEdges.ALL) {
            if (edge.edges() == logged.family()) {
                remember(edge, logged);
            }
        }
    }

    private void remember(CountedEdge edge, TableChange logged) {
        if (logged.after() != null) {
            history(PostEdges.postOf(logged.key()))
                    .madeEdges
                    .merge(edge, Ledger.weight(logged.after()), Long::sum);
        }
        var byUser = edge.byUser();
        if (byUser != null
                && isListed(byUser, logged.after())
                && !isListed(byUser, logged.before())) {
            listedAt.put(logged.key(), logged.at());
        }
    }

    /// Whether an edge is in the list of its user's edges.
    private static boolean isListed(CountedEdge.ByUser byUser, @Nullable Item edge) {
        return edge != null && edge.has(byUser.list().index().sortKey());
    }

    /// Whether a follow may begin: the followed user is not protected, or the follower's request
    /// exists, which the transaction deletes after it. Follows of a user whose number of followers
    /// is divided only read the standing.
    private boolean isAllowed(Key follow) {
        return SocialKeys.FOLLOWEE.parse(
                follow,
                (follower, followee) ->
                        !standing(followee).isProtected()
                                || divided.contains(followee)
                                || requests.contains(SocialKeys.REQUEST.key(followee, follower)));
    }

    private Standing standing(UserId user) {
        return standings.getOrDefault(user, Standing.OPEN);
    }

    private PostHistory history(PostId post) {
        var history = posts.get(post);
        if (history == null) {
            throw new AssertionError("an item of a post that never existed: " + post);
        }
        return history;
    }

    private Follow follow(UserId follower, UserId followee) {
        return follows.computeIfAbsent(new Pair(follower, followee), _ -> new Follow());
    }

    void check() {
        simulation.users().forEach(this::user);
        simulation.users().forEach(this::blocks);
        simulation.users().forEach(this::requests);
        if (!wrongRequests.isEmpty()) {
            throw new SimulationFailure(Symptom.REQUEST, "wrong: " + wrongRequests);
        }
        posts.values().forEach(this::audience);
        simulation.users().forEach(this::marks);
        posts.values().forEach(this::post);
        simulation.users().forEach(this::timeline);
        simulation.users().forEach(this::entries);
        if (simulation.notifies()) {
            var notices = new NoticeAudit(table, callers, simulation.users(), log, now);
            simulation.users().forEach(notices::check);
        }
        for (var pk : table.partitions()) {
            if (Catalogue.ALL.keySpace().familyOf(pk) == PlatformKeys.JOBS) {
                throw new SimulationFailure(Symptom.JOB_LEFT, pk);
            }
        }
    }

    private void user(UserId user) {
        var counts = table.peek(SocialKeys.USER_COUNT.key(user));
        if (counts == null) {
            if (!hasEnded(user)) {
                throw new AssertionError("a user has no counts");
            }
            return;
        }
        var followers = table.partition(SocialKeys.FOLLOWERS.of(user).pk());
        var following = table.partition(SocialKeys.FOLLOWING.of(user).pk());
        var posts = table.partition(SocialKeys.POSTS.of(user).pk());
        equal(
                Symptom.USER_COUNT,
                user,
                counts.number(UserItems.FOLLOWER_COUNT)
                        + FollowerCount.sum(
                                List.copyOf(
                                        table.partition(SocialKeys.USERS.of(user).pk()).values())),
                followers.values().stream().filter(FinalStateAudit::isShown).count());
        equal(
                Symptom.USER_COUNT,
                user,
                counts.number(UserItems.FOLLOWING_COUNT),
                following.values().stream().filter(FinalStateAudit::isShown).count());
        equal(
                Symptom.USER_COUNT,
                user,
                counts.number(UserItems.POST_COUNT),
                posts.values().stream().filter(post -> !Audience.isRemoved(post)).count());
        for (var edge : following.values()) {
            var followee = SocialKeys.FOLLOWEE.parse(edge.key(), (_, id) -> id);
            if (table.peek(mirror(edge)) == null) {
                throw new SimulationFailure(Symptom.EDGE_HALF, user + " to " + followee);
            }
        }
        for (var edge : followers.values()) {
            var follower = SocialKeys.FOLLOWER.parse(edge.key(), (_, id) -> id);
            if (table.peek(mirror(edge)) == null) {
                throw new SimulationFailure(Symptom.EDGE_HALF, follower + " to " + user);
            }
        }
    }

    /// Whether the erasure of a user was proved so long ago that the id is free.
    private boolean hasEnded(UserId user) {
        var erasure = table.peek(Erasure.key(user));
        return simulation.hasLeavers() && (erasure == null || erasure.expired(now));
    }

    /// Whether an edge counts: it does not name a suspended user.
    private static boolean isShown(Item edge) {
        return !Standing.isOfSuspended(edge);
    }

    /// The follows and the gates of a user agree with the blocks.
    private void blocks(UserId user) {
        var gate = Gate.of(user, table.peek(SocialKeys.GATE.key(user)));
        for (var other : simulation.users()) {
            var blocks = table.peek(SocialKeys.BLOCK.key(user, other)) != null;
            var isBlocked = table.peek(SocialKeys.BLOCK.key(other, user)) != null;
            if ((blocks || isBlocked) && table.peek(SocialKeys.FOLLOWEE.key(user, other)) != null) {
                throw new SimulationFailure(Symptom.BLOCKED_FOLLOW, user + " follows " + other);
            }
            if (gate.has(Listed.BLOCKS, other) != blocks
                    || gate.has(Listed.BLOCKED_BY, other) != isBlocked) {
                throw new SimulationFailure(Symptom.GATE, user + " and " + other);
            }
        }
    }

    /// No request is left of a user who follows already, or of one of two users with a block.
    private void requests(UserId user) {
        for (var other : simulation.users()) {
            var request = SocialKeys.REQUEST.key(user, other);
            if (table.peek(request) != null
                    && !divided.contains(user)
                    && Stream.of(
                                    SocialKeys.FOLLOWEE.key(other, user),
                                    SocialKeys.BLOCK.key(user, other),
                                    SocialKeys.BLOCK.key(other, user))
                            .anyMatch(key -> table.peek(key) != null)) {
                throw new SimulationFailure(Symptom.REQUEST, "left: " + request);
            }
        }
    }

    /// All items of a post have the audience of its author's standing, and are hidden if it is.
    private void audience(PostHistory history) {
        if (!history.exists()) {
            return;
        }
        var post =
                Objects.requireNonNull(table.peek(SocialKeys.POST.key(history.author, history.id)));
        for (var key : PostItems.copiesOfAudience(PostItems.post(post))) {
            var copy = table.peek(key);
            if (copy != null
                    && (Audience.copied(copy) != standing(history.author).audience()
                            || Audience.isRemoved(copy) != history.isRemoved)) {
                throw new SimulationFailure(Symptom.AUDIENCE, key.toString());
            }
        }
    }

    /// The rows that name a user in lists of follows and edges of posts are marked while the user
    /// is suspended. An edge that is listed within the lag of the index, or later, may be left,
    /// because it is one write without a read of the standing, and so may a follow of a user whose
    /// number of followers is divided. Reconcile marks them.
    private void marks(UserId user) {
        simulation.users().stream()
                .flatMap(other ->
                        Stream.of(
                                SocialKeys.FOLLOWEE.key(other, user),
                                SocialKeys.FOLLOWER.key(other, user)))
                .filter(row -> !SocialKeys.FOLLOWEE.is(row) || !divided.contains(user))
                .map(table::peek)
                .filter(Objects::nonNull)
                .forEach(row -> mark(user, row, Standing.isOfSuspended(row)));
        for (var edge : PostEdges.ALL) {
            var byUser = edge.byUser();
            if (byUser != null) {
                posts.keySet().stream()
                        .flatMap(post -> items(edge.list(), post).stream())
                        .filter(row -> byUser.userIn().apply(row.key()).equals(user))
                        .filter(row ->
                                listedAt.getOrDefault(row.key(), now)
                                        .plus(simulation.lag())
                                        .isBefore(
                                                standingsChangedAt.getOrDefault(user, Instant.MIN)))
                        .forEach(row -> mark(user, row, byUser.isHidden().test(row)));
            }
        }
    }

    private void mark(UserId user, Item row, boolean isMarked) {
        if (isMarked != standing(user).isSuspended()) {
            throw new SimulationFailure(Symptom.MARK, row.key().toString());
        }
    }

    /// The edges or ledger rows of a post.
    private Collection<Item> items(Function<Item, ItemCollection> list, PostId post) {
        var counter = Item.at(SocialKeys.POST_COUNTER.key(post)).build();
        return table.partition(list.apply(counter).pk()).values();
    }

    /// The key of the same edge in the other list.
    private static Key mirror(Item edge) {
        return SocialKeys.FOLLOWEE.is(edge.key())
                ? SocialKeys.FOLLOWEE.parse(
                        edge.key(), (user, followee) -> SocialKeys.FOLLOWER.key(followee, user))
                : SocialKeys.FOLLOWER.parse(
                        edge.key(), (user, follower) -> SocialKeys.FOLLOWEE.key(follower, user));
    }

    private void post(PostHistory history) {
        var counter = table.peek(SocialKeys.POST_COUNTER.key(history.id));
        if (history.exists()) {
            if (counter == null) {
                throw new AssertionError("a post has no counter");
            }
            for (var edge : PostEdges.ALL) {
                equal(
                        Symptom.EDGE_COUNT,
                        history.id + " by " + edge.name(),
                        counter.number(edge.attribute()),
                        edge.expires()
                                ? history.madeEdges.getOrDefault(edge, 0L)
                                : items(edge.list(), history.id).stream()
                                        .filter(edge::isCounted)
                                        .count());
            }
            var replies = counter.numberOrNull(PostCounter.REPLIES.attribute());
            var entries = table.partition(SocialKeys.REPLIES.of(history.id).pk());
            equal(
                    Symptom.REPLY_COUNT,
                    history.id,
                    replies == null ? 0 : replies,
                    posts.values().stream()
                            .filter(post -> post.exists() && history.id.equals(post.parent))
                            .filter(post -> !post.isRemoved && !standing(post.author).isSuspended())
                            .count());
            equal(
                    Symptom.REPLY_COUNT,
                    history.id,
                    entries.size(),
                    posts.values().stream()
                            .filter(post -> post.exists() && history.id.equals(post.parent))
                            .count());
            return;
        }
        var left = new ArrayList<Item>();
        for (var edge : PostEdges.ALL) {
            left.addAll(items(edge.list(), history.id));
            left.addAll(items(edge.rows(), history.id));
        }
        left.addAll(table.partition(SocialKeys.REPLIES.of(history.id).pk()).values());
        if (counter != null) {
            left.add(counter);
        }
        if (!left.isEmpty()) {
            throw new SimulationFailure(
                    Symptom.POST_LEFT, history.id + " left " + left.getFirst().key());
        }
    }

    private static void equal(Symptom symptom, Object whose, long counted, long actual) {
        if (counted != actual) {
            throw new SimulationFailure(
                    symptom, whose + " counts " + counted + " and has " + actual);
        }
    }

    /// Checks that the timeline shows every expected post and no post that it must not show.
    private void timeline(UserId reader) {
        var shown = shown(reader);
        if (new HashSet<>(shown).size() < shown.size()) {
            throw new SimulationFailure(
                    Symptom.TIMELINE_SHOWS, reader + " sees a post twice: " + shown);
        }
        var newestFirst = shown.stream().sorted((a, b) -> b.value().compareTo(a.value())).toList();
        if (!newestFirst.equals(shown)) {
            throw new SimulationFailure(
                    Symptom.TIMELINE_SHOWS, reader + " sees out of order: " + shown);
        }
        for (var post : shown) {
            var history = history(post);
            var isExpected = history.author.equals(reader) || isSeen(reader, history);
            if (!history.exists()
                    || !history.isInTimelines
                    || !isExpected
                    || endedBefore(history, now.minusSeconds(1))) {
                throw new SimulationFailure(Symptom.TIMELINE_SHOWS, reader + " sees " + post);
            }
        }
        var seen = new HashSet<>(shown);
        for (var post : expected(reader)) {
            if (!seen.contains(post)) {
                throw new SimulationFailure(
                        Symptom.TIMELINE_LACKS, reader + " does not see " + post);
            }
        }
    }

    /// Whether a reader follows the author of a post, and no administrator hides one of them.
    private boolean isSeen(UserId reader, PostHistory history) {
        return isSeen(reader, history.author) && !history.isRemoved;
    }

    /// Whether a reader follows an author whom no administrator hides.
    private boolean isSeen(UserId reader, UserId author) {
        return follow(reader, author).on() && !standing(author).isSuspended();
    }

    /// Whether a post had expired from timelines; entries store the expiry in seconds.
    private static boolean endedBefore(PostHistory history, Instant time) {
        return !history.written.plus(TimelineEntry.LIFETIME).isAfter(time);
    }

    /// The posts that the timeline must show: the reader's own, those written since each follow,
    /// and the newest ones before it.
    private Set<PostId> expected(UserId reader) {
        var expected = new HashSet<PostId>();
        for (var author : simulation.users()) {
            var follow = follow(reader, author);
            if (!author.equals(reader) && !isSeen(reader, author)) {
                continue;
            }
            var older =
                    posts.values().stream()
                            .filter(history -> history.author.equals(author))
                            .filter(history -> history.isInTimelines)
                            .filter(history -> history.existedAt(follow.began()))
                            .sorted((a, b) -> b.id.value().compareTo(a.id.value()))
                            .limit(simulation.backfillMax())
                            .toList();
            for (var history : posts.values()) {
                if (history.author.equals(author)
                        && history.isInTimelines
                        && history.exists()
                        && !endedBefore(history, now)
                        && (author.equals(reader) || !history.isRemoved)
                        && (author.equals(reader)
                                || history.from > follow.began()
                                || older.contains(history))) {
                    expected.add(history.id);
                }
            }
        }
        return expected;
    }

    private List<PostId> shown(UserId reader) {
        var shown = new ArrayList<PostId>();
        String cursor = null;
        do {
            var page = PageAudit.json(callers.timeline(reader, cursor).getBody());
            for (var post : page.get("items")) {
                shown.add(PostId.of(post.get("postId").asText()));
            }
            cursor = page.path("nextCursor").textValue();
        } while (cursor != null);
        return shown;
    }

    /// No entry is left that a reader has been able to see, but cannot see any more. An entry that
    /// was never visible may be left: it was written after the unfollow or the deletion, by a
    /// delivery or a backfill that had begun before.
    private void entries(UserId reader) {
        for (var entry : table.partition(SocialKeys.TIMELINE.of(reader).pk()).values()) {
            var author = TimelineItems.authorOf(entry);
            var history =
                    history(SocialKeys.POST.parse(TimelineItems.postOf(entry), (_, post) -> post));
            var put = putAt.getOrDefault(entry.key(), -1);
            var follow = follow(reader, author);
            var own = author.equals(reader);
            var isVisible = history.exists() && (own || follow.on());
            var wasVisible = own ? put < history.until : follow.existedWithin(put, history.until);
            if (wasVisible && !isVisible) {
                throw new SimulationFailure(
                        Symptom.ENTRY_LEFT,
                        (history.exists() ? "after an unfollow: " : "after a deletion: ")
                                + entry.key());
            }
        }
    }
}
