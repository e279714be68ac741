package plaza.simulation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.simulation.SimulationFailure.Symptom;
import plaza.social.SocialItems;
import plaza.social.model.TimelineEntry;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;

/// Looks at a world that has come to rest, and compares what it finds with what was done to it.
///
/// What was done is the log of all changes; a record's number in it is the time.
final class FinalStateAudit {
    private static final JsonMapper MAPPER = new JsonMapper();

    /// A post's whole life.
    private static final class Life {
        private final UserId author;
        private final PostId id;
        private final Instant written;
        private final int from;
        private int until = Integer.MAX_VALUE;
        private int views;

        Life(TableChange logged, Item item) {
            author = KeySpace.userOf(logged.key());
            id = KeySpace.postOf(logged.key());
            written = item.time(SocialItems.TIMESTAMP);
            from = logged.number();
        }

        boolean living() {
            return until == Integer.MAX_VALUE;
        }

        boolean livedAt(int time) {
            return from <= time && time < until;
        }
    }

    /// An edge from follower to followee: when it came and went last.
    private static final class Follow {
        private int began = -1;
        private int ended = -1;

        boolean on() {
            return began > ended;
        }

        int changed() {
            return Math.max(began, ended);
        }
    }

    private record Pair(UserId follower, UserId followee) {}

    private final Simulation world;
    private final MemoryTable table;
    private final ApiCallers callers;
    private final Instant now;
    private final Map<PostId, Life> lives = new LinkedHashMap<>();
    private final Map<Pair, Follow> follows = new HashMap<>();
    private final Map<Key, Integer> putAt = new HashMap<>();

    FinalStateAudit(
            Simulation world,
            MemoryTable table,
            List<TableChange> log,
            ApiCallers callers,
            Instant now) {
        this.world = world;
        this.table = table;
        this.callers = callers;
        this.now = now;
        log.forEach(this::remember);
    }

    private void remember(TableChange logged) {
        var key = logged.key();
        var after = logged.after();
        switch (logged.family()) {
            case POSTS -> {
                if (after == null) {
                    life(KeySpace.postOf(key)).until = logged.number();
                } else if (logged.before() == null) {
                    lives.put(KeySpace.postOf(key), new Life(logged, after));
                }
            }
            case FOLLOWING -> {
                var follow = follow(KeySpace.userOf(key), KeySpace.otherUserOf(key));
                if (after == null) {
                    follow.ended = logged.number();
                } else {
                    follow.began = logged.number();
                }
            }
            case VIEWS -> {
                if (after != null) {
                    life(KeySpace.postOf(key)).views++;
                }
            }
            case TIMELINE -> {
                if (after != null) {
                    putAt.put(key, logged.number());
                }
            }
            default -> {}
        }
    }

    private Life life(PostId post) {
        var life = lives.get(post);
        if (life == null) {
            throw new AssertionError("something of a post that never was: " + post);
        }
        return life;
    }

    private Follow follow(UserId follower, UserId followee) {
        return follows.computeIfAbsent(new Pair(follower, followee), _ -> new Follow());
    }

    void check() {
        world.users().forEach(this::user);
        lives.values().forEach(this::post);
        world.users().forEach(this::timeline);
        world.users().forEach(this::entries);
        for (var pk : table.partitions()) {
            if (KeySpace.familyOf(pk) == KeySpace.Family.JOB) {
                throw new SimulationFailure(Symptom.JOB_LEFT, pk);
            }
        }
    }

    private void user(UserId user) {
        var counts = table.peek(KeySpace.userCount(user));
        if (counts == null) {
            throw new AssertionError("a user without counts");
        }
        var followers = table.partition(KeySpace.followersOf(user).pk());
        var following = table.partition(KeySpace.followingOf(user).pk());
        var posts = table.partition(KeySpace.postsOf(user).pk());
        equal(
                Symptom.USER_COUNT,
                user,
                counts.number(SocialItems.FOLLOWER_COUNT),
                followers.size());
        equal(
                Symptom.USER_COUNT,
                user,
                counts.number(SocialItems.FOLLOWING_COUNT),
                following.size());
        equal(Symptom.USER_COUNT, user, counts.number(SocialItems.POST_COUNT), posts.size());
        for (var edge : following.values()) {
            var followee = KeySpace.otherUserOf(edge.key());
            if (table.peek(mirror(edge)) == null) {
                throw new SimulationFailure(Symptom.EDGE_HALF, user + " to " + followee);
            }
        }
        for (var edge : followers.values()) {
            var follower = KeySpace.otherUserOf(edge.key());
            if (table.peek(mirror(edge)) == null) {
                throw new SimulationFailure(Symptom.EDGE_HALF, follower + " to " + user);
            }
        }
    }

    /// The key of the same edge in the other list.
    private static Key mirror(Item edge) {
        var owner = KeySpace.userOf(edge.key());
        var other = KeySpace.otherUserOf(edge.key());
        return KeySpace.familyOf(edge.key().pk()) == KeySpace.Family.FOLLOWING
                ? KeySpace.follower(other, owner)
                : KeySpace.following(other, owner);
    }

    private void post(Life life) {
        var likes = table.partition(KeySpace.likesOf(life.id).pk());
        var likeCount = table.peek(KeySpace.likeCount(life.id));
        var viewCount = table.peek(KeySpace.viewCount(life.id));
        if (life.living()) {
            if (likeCount == null || viewCount == null) {
                throw new AssertionError("a post without counters");
            }
            equal(
                    Symptom.LIKE_COUNT,
                    life.id,
                    likeCount.number(SocialItems.LIKE_COUNT),
                    likes.size());
            equal(
                    Symptom.VIEW_COUNT,
                    life.id,
                    viewCount.number(SocialItems.VIEW_COUNT),
                    life.views);
            return;
        }
        var left = new ArrayList<Item>(likes.values());
        left.addAll(table.partition(KeySpace.likeLedgerOf(life.id).pk()).values());
        left.addAll(table.partition(KeySpace.viewsOf(life.id).pk()).values());
        left.addAll(table.partition(KeySpace.viewLedgerOf(life.id).pk()).values());
        if (likeCount != null) {
            left.add(likeCount);
        }
        if (viewCount != null) {
            left.add(viewCount);
        }
        if (!left.isEmpty()) {
            throw new SimulationFailure(
                    Symptom.POST_LEFT, life.id + " left " + left.getFirst().key());
        }
    }

    private static void equal(Symptom symptom, Object whose, long counted, long there) {
        if (counted != there) {
            throw new SimulationFailure(
                    symptom, whose + " counts " + counted + " and has " + there);
        }
    }

    /// What the reader sees lies between what he must and what he may.
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
            var life = life(post);
            var his = life.author.equals(reader) || follow(reader, life.author).on();
            if (!life.living() || !his || endedBefore(life, now.minusSeconds(1))) {
                throw new SimulationFailure(Symptom.TIMELINE_SHOWS, reader + " sees " + post);
            }
        }
        var seen = new HashSet<>(shown);
        for (var post : due(reader)) {
            if (!seen.contains(post)) {
                throw new SimulationFailure(
                        Symptom.TIMELINE_LACKS, reader + " does not see " + post);
            }
        }
    }

    /// Whether a post's time in timelines was over; entries know it to the second.
    private static boolean endedBefore(Life life, Instant time) {
        return !life.written.plus(TimelineEntry.LIFETIME).isAfter(time);
    }

    /// His own posts, those written since he followed, and the newest ones of that time.
    private Set<PostId> due(UserId reader) {
        var due = new HashSet<PostId>();
        for (var author : world.users()) {
            var follow = follow(reader, author);
            if (!author.equals(reader) && !follow.on()) {
                continue;
            }
            var older =
                    lives.values().stream()
                            .filter(life -> life.author.equals(author))
                            .filter(life -> life.livedAt(follow.began))
                            .sorted((a, b) -> b.id.value().compareTo(a.id.value()))
                            .limit(world.backfillMax())
                            .toList();
            for (var life : lives.values()) {
                if (life.author.equals(author)
                        && life.living()
                        && !endedBefore(life, now)
                        && (author.equals(reader)
                                || life.from > follow.began
                                || older.contains(life))) {
                    due.add(life.id);
                }
            }
        }
        return due;
    }

    private List<PostId> shown(UserId reader) {
        var shown = new ArrayList<PostId>();
        String cursor = null;
        do {
            var page = json(callers.timeline(reader, cursor).getBody());
            for (var post : page.get("items")) {
                shown.add(PostId.of(post.get("postId").asText()));
            }
            cursor = page.path("nextCursor").textValue();
        } while (cursor != null);
        return shown;
    }

    private static JsonNode json(@Nullable String body) {
        try {
            return MAPPER.readTree(body);
        } catch (JsonProcessingException fault) {
            throw new AssertionError(fault);
        }
    }

    /// Entries that nobody sees may be left, but only by deliveries and backfills that were late:
    /// whatever lay there when the reader stopped following, or the post was deleted, is gone.
    private void entries(UserId reader) {
        for (var entry : table.partition(KeySpace.timelineOf(reader).pk()).values()) {
            var author = SocialItems.authorOf(entry);
            var life = life(KeySpace.postOf(SocialItems.postOf(entry)));
            var put = putAt.getOrDefault(entry.key(), -1);
            var follow = follow(reader, author);
            var own = author.equals(reader);
            if (!own && !follow.on() && put < follow.ended) {
                throw new SimulationFailure(
                        Symptom.ENTRY_LEFT, "after an unfollow: " + entry.key());
            }
            var followedAllAlong = own || (follow.on() && follow.changed() < life.until);
            if (!life.living() && put < life.until && followedAllAlong) {
                throw new SimulationFailure(Symptom.ENTRY_LEFT, "after a deletion: " + entry.key());
            }
        }
    }
}
