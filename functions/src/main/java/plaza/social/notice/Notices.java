package plaza.social.notice;

import static plaza.table.Condition.absent;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.social.follow.Follow;
import plaza.social.follow.FollowRequest;
import plaza.social.key.SocialKeys;
import plaza.social.notice.Notice.Kind;
import plaza.social.post.Mentions;
import plaza.social.post.Post;
import plaza.social.post.PostItems;
import plaza.table.Key;
import plaza.table.Table;
import plaza.table.Write;

/// Writes the notifications of replies, mentions, follows and requests, and deletes them with what
/// they refer to. Those of likes are written where likes are counted ([NoticesOfLikes]).
///
/// A repeated record changes nothing: a notification that the user has seen stays seen. A record
/// that arrives late may leave a notification of something that no longer exists. Pages do not show
/// it, because they read what it refers to.
public final class Notices {
    private final Table table;
    private final Clock clock;

    public Notices(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    /// Notifies the author of the parent, and those whom a new post mentions.
    public void posted(Post post) {
        var replied = parentAuthorOrNull(post);
        var mentioned = mentioned(post, replied);
        var users = new LinkedHashSet<>(mentioned);
        if (replied != null) {
            users.add(replied);
        }
        if (users.isEmpty()) {
            return;
        }
        var keys = new ArrayList<Key>();
        users.forEach(user -> keys.add(SocialKeys.NOTICES_SEEN.key(user)));
        mentioned.forEach(user -> keys.add(SocialKeys.USER_COUNT.key(user)));
        var found = table.getByKey(keys);
        for (var user : users) {
            // a text can mention an id that no user has
            if (user.equals(replied) || found.containsKey(SocialKeys.USER_COUNT.key(user))) {
                var at =
                        NoticeItems.writtenAt(
                                clock.instant(), found.get(SocialKeys.NOTICES_SEEN.key(user)));
                var kind = user.equals(replied) ? Kind.REPLY : Kind.MENTION;
                var notice = Notice.ofPost(user, kind, post.id(), List.of(post.author()), at);
                perform(Write.Put.of(NoticeItems.item(notice)).onlyIf(absent()));
            }
        }
    }

    /// Deletes the notifications of a deleted post: of the reply, of its mentions, and of its
    /// likes.
    public void deleted(Post post) {
        var writes = new ArrayList<Write>();
        writes.add(Write.Delete.of(NoticeItems.key(post.author(), Kind.LIKE, post.id())));
        var replied = parentAuthorOrNull(post);
        if (replied != null) {
            writes.add(Write.Delete.of(NoticeItems.key(replied, Kind.REPLY, post.id())));
        }
        for (var user : mentioned(post, replied)) {
            writes.add(Write.Delete.of(NoticeItems.key(user, Kind.MENTION, post.id())));
        }
        table.writeAll(writes);
    }

    private @Nullable UserId parentAuthorOrNull(Post post) {
        var parent = post.parent();
        if (parent == null || parent.isOwn()) {
            return null;
        }
        var counter = table.find(SocialKeys.POST_COUNTER.key(parent.post()));
        return counter == null ? null : PostItems.authorIn(counter);
    }

    /// The users who are notified of a post that mentions them, if they exist. A user whose post is
    /// replied to is not notified of a mention in the reply as well.
    ///
    /// @param replied the author of the parent; null if they are notified of nothing
    public static Set<UserId> mentioned(Post post, @Nullable UserId replied) {
        var users = new LinkedHashSet<>(Mentions.in(post.content()));
        users.remove(post.author());
        users.remove(replied);
        return users;
    }

    public void followed(Follow follow) {
        write(follow.followee(), Kind.FOLLOW, follow.follower(), follow.followedAt());
    }

    public void unfollowed(Follow follow) {
        delete(follow.followee(), Kind.FOLLOW, follow.follower(), follow.followedAt());
    }

    public void requested(FollowRequest request) {
        write(request.followee(), Kind.FOLLOW_REQUEST, request.requester(), request.requestedAt());
    }

    /// A request was withdrawn, accepted or declined.
    public void ended(FollowRequest request) {
        delete(request.followee(), Kind.FOLLOW_REQUEST, request.requester(), request.requestedAt());
    }

    private void write(UserId user, Kind kind, UserId actor, Instant causedAt) {
        var seen = table.getConsistent(SocialKeys.NOTICES_SEEN.key(user));
        var at = NoticeItems.writtenAt(clock.instant(), seen);
        var notice = Notice.ofUser(user, kind, actor, causedAt, at);
        perform(Write.Put.of(NoticeItems.item(notice)).onlyIf(NoticeItems.isOlderThan(causedAt)));
    }

    private void delete(UserId user, Kind kind, UserId actor, Instant causedAt) {
        var key = NoticeItems.key(user, kind, actor);
        perform(Write.Delete.of(key).onlyIf(NoticeItems.isOf(causedAt)));
    }

    private void perform(Write write) {
        var _ = table.write(write);
    }
}
