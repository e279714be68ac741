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
import plaza.social.gate.Audience;
import plaza.social.key.SocialKeys;
import plaza.social.like.LikeItems;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.Key;

/// Checks a page of the posts that a user likes, requested while others change the table.
final class LikedPageAudit {
    private static final Set<Family> SHOWN =
            Set.of(
                    SocialKeys.POSTS,
                    SocialKeys.LIKES,
                    SocialKeys.POST_COUNTERS,
                    SocialKeys.BLOCKS,
                    SocialKeys.FOLLOWING);

    /// The times that the last like of a page can have.
    record Times(Instant first, Instant last) {}

    private final UserId reader;
    private final @Nullable Times before;
    private final History.Request request;

    /// Begins a request.
    ///
    /// @param from where the page begins, with the last like before it; null for the first page
    LikedPageAudit(
            UserId reader,
            List<TableChange> log,
            Instant now,
            Duration lag,
            @Nullable Place<Times> from) {
        this.reader = reader;
        this.before = from == null ? null : from.last();
        this.request = History.Request.begin(log, now, lag);
    }

    /// Ends the request and checks its page.
    ///
    /// @return where the next page begins, or null after the last one
    @Nullable Place<Times> check(@Nullable String body) {
        var history = request.end(SHOWN);
        var page = PageAudit.json(body);
        var shown = new HashSet<Key>();
        var earliest = before == null ? Instant.MAX : before.last();
        var last = new Times(earliest, earliest);
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
            if (!isOwn(key)
                    && copies(history, key)
                            .noneMatch(copy ->
                                    isIn(
                                            copy,
                                            history.any(
                                                    follow(key),
                                                    edge ->
                                                            edge.isSeen(
                                                                    history.replicated,
                                                                    history.ended))))) {
                throw new SimulationFailure(
                        Symptom.LEAK, reader + " sees " + key + " and is not in its audience");
            }
            var times = new ArrayList<>(times(history, likeOf(key)).toList());
            if (times.isEmpty()) {
                throw new SimulationFailure(
                        Symptom.PAGE_LIKES, reader + " sees " + key + ", which they do not like");
            }
            var newest = earliest;
            times.removeIf(time -> time.isAfter(newest));
            if (times.isEmpty()) {
                throw new SimulationFailure(
                        Symptom.PAGE_LIKES, reader + " sees " + key + " after an older like");
            }
            earliest = times.stream().max(Instant::compareTo).orElseThrow();
            last = new Times(times.stream().min(Instant::compareTo).orElseThrow(), earliest);
            shown.add(key);
        }
        var cursor = page.path("nextCursor").textValue();
        var end = cursor == null ? Instant.MIN : earliest;
        history.keys(SocialKeys.POSTS)
                .filter(key -> !shown.contains(key) && isExpected(history, key, end))
                .forEach(key -> {
                    throw new SimulationFailure(
                            Symptom.PAGE_LACKS, "the likes of " + reader + " lack " + key);
                });
        return cursor == null ? null : new Place<>(cursor, last);
    }

    /// Whether the page must show a post: its like, the post and its counter existed all the time
    /// and no block, the like is between the beginning and the end of the page, and the reader was
    /// in the audience of the post all the time.
    private boolean isExpected(History history, Key key, Instant end) {
        return history.any(
                        likeOf(key),
                        like ->
                                like.isThere(history.replicated, history.ended)
                                        && LikeItems.like(like.item()).likedAt().isAfter(end)
                                        && (before == null
                                                || LikeItems.like(like.item())
                                                        .likedAt()
                                                        .isBefore(before.first())))
                && blocks(key)
                        .noneMatch(block ->
                                history.any(
                                        block,
                                        version -> version.isSeen(history.began, history.ended)))
                && history.exists(key, history.replicated)
                && history.exists(counterOf(key), history.replicated)
                && (isOwn(key)
                        || copies(history, key)
                                .allMatch(copy ->
                                        isIn(
                                                copy,
                                                history.exists(follow(key), history.replicated))));
    }

    private boolean isOwn(Key post) {
        return SocialKeys.POSTS.parse(post).equals(reader);
    }

    private Key follow(Key post) {
        return SocialKeys.FOLLOWEE.key(reader, SocialKeys.POSTS.parse(post));
    }

    private static Key counterOf(Key post) {
        return SocialKeys.POST.parse(post, (_, id) -> SocialKeys.POST_COUNTER.key(id));
    }

    /// The copies of the audience of a post that the request can have read: the list joins the post
    /// to its counter, which may have been read at another moment.
    private static Stream<Item> copies(History history, Key post) {
        return history.versionsOf(post)
                .filter(version -> version.isSeen(history.replicated, history.ended))
                .flatMap(version ->
                        history.versionsOf(counterOf(post))
                                .filter(counter ->
                                        counter.isSeen(history.replicated, history.ended))
                                .map(counter -> version.item().joinedTo(counter.item())));
    }

    private static boolean isIn(Item copy, boolean follows) {
        return switch (Audience.of(copy)) {
            case EVERYONE -> true;
            case FOLLOWERS -> follows;
            case AUTHOR -> false;
        };
    }

    /// The times of the likes of a post that the request can have read.
    private static Stream<Instant> times(History history, Key like) {
        return history.versionsOf(like)
                .filter(version -> version.isSeen(history.replicated, history.ended))
                .map(version -> LikeItems.like(version.item()).likedAt());
    }

    /// The blocks between the reader and the author of a post.
    private Stream<Key> blocks(Key post) {
        var author = SocialKeys.POSTS.parse(post);
        return Stream.of(
                SocialKeys.BLOCK.key(reader, author), SocialKeys.BLOCK.key(author, reader));
    }

    private Key likeOf(Key post) {
        return SocialKeys.POST.parse(post, (_, id) -> SocialKeys.LIKE.key(id, reader));
    }
}
