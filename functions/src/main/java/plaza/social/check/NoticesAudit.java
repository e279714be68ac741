package plaza.social.check;

import static plaza.table.Condition.asRead;
import static plaza.table.Condition.attribute;
import static plaza.table.Condition.unchanged;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.audit.Audit;
import plaza.audit.AuditContext;
import plaza.audit.Check;
import plaza.audit.Drift;
import plaza.id.UserId;
import plaza.social.follow.FollowItems;
import plaza.social.follow.FollowRequestItems;
import plaza.social.gate.Audience;
import plaza.social.gate.Standing;
import plaza.social.key.SocialKeys;
import plaza.social.like.LikeItems;
import plaza.social.notice.Notice;
import plaza.social.notice.Notice.Kind;
import plaza.social.notice.NoticeItems;
import plaza.social.notice.Notices;
import plaza.social.post.Mentions;
import plaza.social.post.Post;
import plaza.social.post.PostItems;
import plaza.social.user.UserItems;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;

/// Finds the notifications that must exist and do not: of follows, requests, replies, mentions and
/// likes since [Notice#LIFETIME].
///
/// A repaired notification is written at the time of what it refers to, so that it has the place
/// and the end that it should have had. It is unread only if the user has looked at no later one,
/// and of several likes it may have the time of any.
///
/// Mentions count when a post is created. They are known only if the post was never edited, only of
/// users who had a profile before it, and of a reply only while its parent exists, whose author is
/// notified of the reply instead.
///
/// What is younger than [Check#GRACE] is not expected yet.
record NoticesAudit() implements Audit {
    /// What ends so soon is not repaired: the clocks of the writers differ.
    private static final Duration MARGIN = Duration.ofHours(1);

    /// A notification that must exist.
    ///
    /// @param source the item that it follows from
    /// @param isStill holds while it follows from the source
    /// @param others what it follows from besides
    private record Expected(
            Item source, Condition isStill, Notice notice, List<Write.Check> others) {
        Expected(Item source, Notice notice) {
            this(source, unchanged(source), notice, List.of());
        }

        Key key() {
            return NoticeItems.key(notice);
        }

        /// Whether the item is missing, or is that of an earlier follow or request of the user.
        boolean isWithout(@Nullable Item found) {
            var causedAt = notice.causedAt();
            if (found == null || causedAt == null) {
                return found == null;
            }
            var foundAt = NoticeItems.notice(found).causedAt();
            return foundAt != null && foundAt.isBefore(causedAt);
        }

        /// @param repairs whether the repair of this difference writes the notification
        Drift drift(@Nullable Item found, boolean repairs) {
            var repair = new ArrayList<Write>();
            if (repairs) {
                repair.addAll(others);
                repair.add(new Write.Check(source.key(), isStill));
                repair.add(Write.Put.of(NoticeItems.item(notice)).onlyIf(asRead(found)));
            }
            return Drift.wrong(
                            source,
                            "a notification",
                            found == null ? "nothing" : "an earlier one",
                            repair.toArray(Write[]::new))
                    .about(key())
                    .atVersion(notice);
        }
    }

    @Override
    public List<Drift> audit(List<Item> items, AuditContext context) {
        var recent = items.stream().filter(item -> isRecent(item, context.now())).toList();
        var others =
                context.related(recent.stream().flatMap(NoticesAudit::others).distinct().toList());
        var expected = recent.stream().flatMap(item -> expected(item, others).stream()).toList();
        // all likes of a post are one notification
        var newest = new HashMap<Key, Expected>();
        expected.forEach(one -> newest.merge(one.key(), one, NoticesAudit::later));
        var found = context.related(newest.keySet());
        return expected.stream()
                .filter(one -> one.isWithout(found.get(one.key())))
                .map(one -> one.drift(found.get(one.key()), one.equals(newest.get(one.key()))))
                .toList();
    }

    private static Expected later(Expected one, Expected other) {
        return one.notice().writtenAt().isBefore(other.notice().writtenAt()) ? other : one;
    }

    private static boolean isRecent(Item item, Instant now) {
        var at = time(item);
        return at.plus(Check.GRACE).isBefore(now)
                && at.plus(Notice.LIFETIME).minus(MARGIN).isAfter(now);
    }

    private static Instant time(Item item) {
        if (SocialKeys.FOLLOWEE.is(item.key())) {
            return FollowItems.follow(item).followedAt();
        }
        if (SocialKeys.REQUEST.is(item.key())) {
            return FollowRequestItems.request(item).requestedAt();
        }
        return SocialKeys.LIKE.is(item.key())
                ? LikeItems.like(item).likedAt()
                : item.time(PostItems.TIMESTAMP);
    }

    /// The keys of the items, besides the source, that tell who is notified.
    private static Stream<Key> others(Item item) {
        if (SocialKeys.LIKE.is(item.key())) {
            return Stream.of(SocialKeys.POST_COUNTER.key(LikeItems.like(item).post()));
        }
        if (!SocialKeys.POST.is(item.key())) {
            return Stream.of();
        }
        var post = PostItems.post(item);
        var parent = post.parent();
        return Stream.concat(
                parent == null || parent.isOwn()
                        ? Stream.of()
                        : Stream.of(SocialKeys.POST_COUNTER.key(parent.post())),
                post.version() == 1
                        ? Mentions.in(post.content()).stream().map(SocialKeys.USER_INFO::key)
                        : Stream.of());
    }

    private static List<Expected> expected(Item item, Map<Key, Item> others) {
        if (SocialKeys.FOLLOWEE.is(item.key())) {
            var follow = FollowItems.follow(item);
            return ofUser(item, follow.followee(), Kind.FOLLOW, follow.follower());
        }
        if (SocialKeys.REQUEST.is(item.key())) {
            var request = FollowRequestItems.request(item);
            return ofUser(item, request.followee(), Kind.FOLLOW_REQUEST, request.requester());
        }
        return SocialKeys.LIKE.is(item.key()) ? ofLike(item, others) : ofPost(item, others);
    }

    private static List<Expected> ofUser(Item item, UserId user, Kind kind, UserId actor) {
        var at = time(item);
        return List.of(new Expected(item, Notice.ofUser(user, kind, actor, at, at)));
    }

    private static List<Expected> ofLike(Item item, Map<Key, Item> others) {
        var like = LikeItems.like(item);
        var counter = others.get(SocialKeys.POST_COUNTER.key(like.post()));
        if (counter == null || Standing.isOfSuspended(item)) {
            return List.of();
        }
        var author = PostItems.authorIn(counter);
        return like.user().equals(author)
                ? List.of()
                : List.of(
                        new Expected(
                                item,
                                unchanged(item).and(Standing.isMarkStill(item)),
                                Notice.ofPost(
                                        author,
                                        Kind.LIKE,
                                        like.post(),
                                        List.of(like.user()),
                                        like.likedAt()),
                                List.of(isOf(author, counter))));
    }

    private static List<Expected> ofPost(Item item, Map<Key, Item> others) {
        var post = PostItems.post(item);
        var parent = post.parent();
        var expected = new ArrayList<Expected>();
        UserId replied = null;
        var checks = new ArrayList<Write.Check>();
        if (parent != null && !parent.isOwn()) {
            var counter = others.get(SocialKeys.POST_COUNTER.key(parent.post()));
            if (counter == null) {
                return List.of();
            }
            replied = PostItems.authorIn(counter);
            checks.add(isOf(replied, counter));
            expected.add(ofPost(item, post, replied, Kind.REPLY, checks));
        }
        if (post.version() == 1) {
            for (var user : Notices.mentioned(post, replied)) {
                var info = others.get(SocialKeys.USER_INFO.key(user));
                if (info != null && info.time(UserItems.CREATED_AT).isBefore(post.timestamp())) {
                    var all = new ArrayList<>(checks);
                    all.add(
                            new Write.Check(
                                    info.key(),
                                    attribute(UserItems.CREATED_AT)
                                            .is(info.number(UserItems.CREATED_AT))));
                    expected.add(ofPost(item, post, user, Kind.MENTION, all));
                }
            }
        }
        return expected;
    }

    private static Expected ofPost(
            Item item, Post post, UserId user, Kind kind, List<Write.Check> checks) {
        return new Expected(
                item,
                unchanged(item).and(Audience.isStill(item)),
                Notice.ofPost(user, kind, post.id(), List.of(post.author()), post.timestamp()),
                List.copyOf(checks));
    }

    private static Write.Check isOf(UserId author, Item counter) {
        return new Write.Check(counter.key(), attribute(PostItems.AUTHOR_ID).is(author.value()));
    }
}
