package plaza.social.notice;

import java.time.Clock;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.social.gate.Standing;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.notice.Notice.Kind;
import plaza.social.post.PostItems;
import plaza.table.Condition;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Write;
import plaza.tally.Consequences;
import plaza.tally.EdgeChange;

/// Notifies the author of a post of its likes, in the transaction that counts them: what is counted
/// once is notified once, and a redelivered batch does not make what was seen unread again.
///
/// All likes of one post are one notification, which names the newest few users. It becomes unread
/// with each new like, and exists as long as another user than the author likes the post, until
/// [Notice#LIFETIME] after the last new like.
public final class NoticesOfLikes implements Consequences {
    @Override
    public List<Family> read() {
        return List.of(SocialKeys.NOTICES);
    }

    @Override
    public List<Family> queried() {
        return List.of(SocialKeys.LIKES);
    }

    @Override
    public List<Family> written() {
        return List.of(SocialKeys.NOTICES);
    }

    @Override
    public @Nullable Write of(List<EdgeChange> changes, Table table, Clock clock) {
        var counterKey = changes.getFirst().counter();
        var counter = table.find(counterKey);
        if (counter == null) {
            return null;
        }
        var author = PostItems.authorIn(counter);
        var post = SocialKeys.POST_COUNTER.parse(counterKey);
        var added = users(changes, true, author);
        var removed = users(changes, false, author);
        if (added.isEmpty() && removed.isEmpty()) {
            return null;
        }
        var key = NoticeItems.key(author, Kind.LIKE, post);
        var seenKey = SocialKeys.NOTICES_SEEN.key(author);
        var found = table.getByKey(added.isEmpty() ? List.of(key) : List.of(key, seenKey));
        var before = found.get(key);
        var now = clock.instant();
        var known = before == null || before.expired(now) ? null : NoticeItems.notice(before);
        var actors = actors(known, author, post, added, removed, table);
        if (actors.isEmpty()) {
            return before == null ? null : Write.Delete.of(key).onlyIf(Condition.unchanged(before));
        }
        var seen = found.get(seenKey);
        // what is unread already stays in its place
        var at =
                known != null
                                && (added.isEmpty()
                                        || known.writtenAt().isAfter(NoticeItems.seenAt(seen)))
                        ? known.writtenAt()
                        : NoticeItems.writtenAt(now, seen);
        var notice = Notice.ofPost(author, Kind.LIKE, post, actors, at);
        // a withdrawn like alone does not let it exist longer
        var end =
                known != null && added.isEmpty()
                        ? known.endsAt()
                        : (at.isBefore(now) ? now : at).plus(Notice.LIFETIME);
        var item = NoticeItems.item(notice.until(end));
        return item.equals(before) ? null : Write.Put.of(item).onlyIf(Condition.asRead(before));
    }

    /// The newest users who like the post, as far as they are known; none if there is nothing to
    /// notify of.
    ///
    /// @param known the notification as it is; null if there is none
    private static List<UserId> actors(
            @Nullable Notice known,
            UserId author,
            PostId post,
            List<UserId> added,
            List<UserId> removed,
            Table table) {
        if (known == null && added.isEmpty()) {
            return List.of();
        }
        var actors = new LinkedHashSet<>(added);
        if (known != null) {
            actors.addAll(known.actors());
        }
        removed.forEach(actors::remove);
        return actors.isEmpty()
                ? others(post, author, removed, table)
                : actors.stream().limit(Notice.ACTORS_MAX).toList();
    }

    /// The users of changes, the last one first, without the author.
    private static List<UserId> users(List<EdgeChange> changes, boolean on, UserId author) {
        return changes.stream()
                .filter(change -> change.on() == on)
                .sorted(Comparator.comparing(EdgeChange::sequence).reversed())
                .map(change ->
                        SocialKeys.LIKE_LEDGER_ROW.parse(change.ledger(), (_, liker) -> liker))
                .filter(user -> !user.equals(author))
                .toList();
    }

    /// Some other users who like the post, after all who were named have withdrawn their likes.
    private static List<UserId> others(
            PostId post, UserId author, List<UserId> removed, Table table) {
        return likesByOthers(post, author, removed, table).stream()
                .map(like -> SocialKeys.LIKE.parse(like.key(), (_, user) -> user))
                .toList();
    }

    /// Some likes by users whom a notification does not name; none if there are no others.
    public static List<Item> likesByOthers(Notice notice, Table table) {
        return likesByOthers(notice.ofPost(), notice.user(), notice.actors(), table);
    }

    private static List<Item> likesByOthers(
            PostId post, UserId author, List<UserId> named, Table table) {
        var limit = Notice.ACTORS_MAX + named.size() + 1;
        return table
                .read(Query.in(SocialKeys.LIKES.of(post)).consistent(), limit, null)
                .items()
                .stream()
                .filter(like -> !Standing.isOfSuspended(like))
                .filter(like ->
                        SocialKeys.LIKE.parse(
                                like.key(),
                                (_, user) -> !user.equals(author) && !named.contains(user)))
                .limit(Notice.ACTORS_MAX)
                .toList();
    }
}
