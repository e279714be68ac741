package plaza.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.simulation.SimulationFailure.Symptom;
import plaza.social.like.LikeItems;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;

/// Checks a page of the posts that a user likes, requested while others change the table.
///
/// Likes that a release before the list has written are not in it.
final class LikedPageAudit {
    private static final Set<Family> SHOWN =
            Set.of(KeySpace.POSTS, KeySpace.LIKES, KeySpace.LIKE_COUNTS, KeySpace.BLOCKS);

    private final UserId reader;
    private final History.Request request;

    /// Begins a request.
    LikedPageAudit(UserId reader, List<TableChange> log, Instant now, Duration lag) {
        this.reader = reader;
        this.request = History.Request.begin(log, now, lag);
    }

    /// Ends the request and checks its page.
    void check(@Nullable String body) {
        var history = request.end(SHOWN);
        var page = PageAudit.json(body);
        var shown = new HashSet<Key>();
        var earliest = Instant.MAX;
        for (var post : page.path("items")) {
            var key = PageAudit.keyOf(post);
            if (!history.any(
                    key,
                    version ->
                            version.isSeen(history.replicated, history.ended)
                                    && PageAudit.isOf(version, post))) {
                throw new SimulationFailure(Symptom.PAGE_STALE, reader + " sees an old " + key);
            }
            if (blocks(key).anyMatch(block -> history.exists(block, history.began))) {
                throw new SimulationFailure(
                        Symptom.LEAK, reader + " sees " + key + " in spite of a block");
            }
            var times = new ArrayList<>(times(history, likeOf(key)).toList());
            if (times.isEmpty()) {
                throw new SimulationFailure(
                        Symptom.PAGE_LIKES, reader + " sees " + key + ", which they do not like");
            }
            var before = earliest;
            times.removeIf(time -> time.isAfter(before));
            if (times.isEmpty()) {
                throw new SimulationFailure(
                        Symptom.PAGE_LIKES, reader + " sees " + key + " after an older like");
            }
            earliest = times.stream().max(Instant::compareTo).orElseThrow();
            shown.add(key);
        }
        var end = page.has("nextCursor") ? earliest : Instant.MIN;
        history.keys(KeySpace.POSTS)
                .filter(key -> !shown.contains(key) && isExpected(history, key, end))
                .forEach(key -> {
                    throw new SimulationFailure(
                            Symptom.PAGE_LACKS, "the likes of " + reader + " lack " + key);
                });
    }

    /// Whether the page must show a post: its like, the post and its counter existed all the time
    /// and no block, and the like is newer than what the page ends with.
    private boolean isExpected(History history, Key key, Instant end) {
        return history.any(
                        likeOf(key),
                        like ->
                                like.isThere(history.replicated, history.ended)
                                        && isListed(like.item())
                                        && LikeItems.like(like.item()).likedAt().isAfter(end))
                && blocks(key)
                        .noneMatch(block ->
                                history.any(
                                        block,
                                        version -> version.isSeen(history.began, history.ended)))
                && history.exists(key, history.replicated)
                && history.exists(
                        KeySpace.POST.parse(key, (_, post) -> KeySpace.LIKE_COUNT.key(post)),
                        history.replicated);
    }

    /// The times of the likes of a post that the request can have read.
    private static Stream<Instant> times(History history, Key like) {
        return history.versionsOf(like)
                .filter(version -> version.isSeen(history.replicated, history.ended))
                .map(History.Version::item)
                .filter(LikedPageAudit::isListed)
                .map(item -> LikeItems.like(item).likedAt());
    }

    private static boolean isListed(Item like) {
        return like.version() == LikeItems.BY_USER.to();
    }

    /// The blocks between the reader and the author of a post.
    private Stream<Key> blocks(Key post) {
        var author = KeySpace.POSTS.parse(post);
        return Stream.of(KeySpace.BLOCK.key(reader, author), KeySpace.BLOCK.key(author, reader));
    }

    private Key likeOf(Key post) {
        return KeySpace.POST.parse(post, (_, id) -> KeySpace.LIKE.key(id, reader));
    }
}
