package plaza.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.leaving.Erasure;
import plaza.simulation.SimulationFailure.Symptom;
import plaza.social.follow.FollowItems;
import plaza.social.follow.FollowRequestItems;
import plaza.social.gate.Audience;
import plaza.social.gate.Standing;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.like.LikeItems;
import plaza.social.notice.Notice;
import plaza.social.post.Mentions;
import plaza.social.post.Post;
import plaza.social.post.PostCounter;
import plaza.social.post.PostItems;
import plaza.table.Item;
import plaza.table.PlatformKeys;

/// Compares the notifications of users with the posts, likes, follows and requests in the table,
/// while no invocation runs. What these items must be is the subject of the [FinalStateAudit].
final class NoticeAudit {
    private final MemoryTable table;
    private final ApiCallers callers;
    private final List<UserId> users;
    private final Instant now;
    private final Map<PostId, Post> written = new LinkedHashMap<>();

    /// The users who have left, and may have come back.
    private final Set<UserId> left = new HashSet<>();

    NoticeAudit(
            MemoryTable table,
            ApiCallers callers,
            List<UserId> users,
            List<TableChange> log,
            Instant now) {
        this.table = table;
        this.callers = callers;
        this.users = users;
        this.now = now;
        for (var change : log) {
            if (change.family() == PlatformKeys.ERASURES && change.after() != null) {
                left.add(Erasure.of(change.after()).person());
            }
            if (SocialKeys.POST.is(change.key()) && change.before() == null) {
                var post = PostItems.post(Objects.requireNonNull(change.after()));
                written.put(post.id(), post);
            }
        }
    }

    /// Reads the whole list of a user, and checks that their badge is the number of those that are
    /// unread in it.
    static List<JsonNode> list(ApiCallers callers, UserId reader) {
        var list = new ArrayList<JsonNode>();
        String cursor = null;
        do {
            var page = PageAudit.json(callers.notifications(reader, cursor).getBody());
            page.path("items").forEach(list::add);
            cursor = page.path("nextCursor").textValue();
        } while (cursor != null);
        var unread = list.stream().filter(item -> item.path("unread").asBoolean()).count();
        if (callers.unread(reader) != unread) {
            throw new SimulationFailure(
                    Symptom.BADGE, reader + " has " + unread + " unread ones: " + list);
        }
        return list;
    }

    /// When the stream is drained, a user is notified of all that still exists and that they may
    /// see, and of nothing else. What is older than a notification may or may not be listed, and so
    /// may what no rule decides, such as a reply to a post that was deleted before the delivery.
    void check(UserId reader) {
        if (left.contains(reader)) {
            return;
        }
        var shown = new HashMap<String, JsonNode>();
        for (var item : list(callers, reader)) {
            var id = item.path("notificationId").asText();
            if (shown.put(id, item) != null) {
                throw new SimulationFailure(Symptom.NOTICE_SHOWS, reader + " sees twice: " + id);
            }
        }
        var expected = new Expected(reader);
        for (var id : expected.must) {
            if (!shown.containsKey(id)) {
                throw new SimulationFailure(
                        Symptom.NOTICE_LACKS, reader + " is not notified of " + id);
            }
        }
        shown.forEach((id, item) -> {
            if (!expected.may.contains(id) && !expected.must.contains(id)) {
                throw new SimulationFailure(Symptom.NOTICE_SHOWS, reader + " is notified of " + id);
            }
            if (item.path("kind").asText().equals("like")) {
                likes(reader, PostId.of(item.path("postId").asText()), item);
            }
        });
    }

    /// The number of likes is exact, and the named users like the post.
    private void likes(UserId reader, PostId post, JsonNode item) {
        var counter = Objects.requireNonNull(table.peek(SocialKeys.POST_COUNTER.key(post)));
        if (item.path("count").asLong() != PostItems.count(PostCounter.LIKES, counter)) {
            throw new SimulationFailure(
                    Symptom.NOTICE_COUNT, reader + " sees another number of likes: " + item);
        }
        for (var actor : item.path("actors")) {
            var user = UserId.of(actor.path("userId").asText());
            if (user.equals(reader) || like(post, user) == null) {
                throw new SimulationFailure(
                        Symptom.NOTICE_SHOWS, user + " does not like " + post + ": " + item);
            }
        }
    }

    private @Nullable Item like(PostId post, UserId user) {
        var like = table.peek(SocialKeys.LIKE.key(post, user));
        return like == null || Standing.isOfSuspended(like) ? null : like;
    }

    private boolean isRecent(Instant time) {
        return time.plus(Notice.LIFETIME).isAfter(now.plusSeconds(60));
    }

    /// The ids of the notifications that a user must and may see.
    private final class Expected {
        private final UserId reader;
        private final List<String> must = new ArrayList<>();
        private final List<String> may = new ArrayList<>();

        Expected(UserId reader) {
            this.reader = reader;
            users.stream().filter(user -> !user.equals(reader)).forEach(this::follows);
            written.values()
                    .forEach(post -> {
                        if (table.peek(SocialKeys.POST.key(post.author(), post.id())) != null) {
                            if (post.author().equals(reader)) {
                                likes(post);
                            } else {
                                mentions(post);
                            }
                        }
                    });
        }

        private void add(String id, Instant causedAt, boolean isCertain) {
            (isCertain && isRecent(causedAt) ? must : may).add(id);
        }

        private void follows(UserId other) {
            var follow = table.peek(SocialKeys.FOLLOWER.key(reader, other));
            var isSuspended = standing(other).isSuspended();
            if (follow != null && !Standing.isOfSuspended(follow)) {
                add("follow-" + other, FollowItems.edge(follow).followedAt(), !isSuspended);
            }
            var request = table.peek(SocialKeys.REQUEST.key(reader, other));
            if (request != null && !isSuspended) {
                var requestedAt = FollowRequestItems.request(request).requestedAt();
                add("followRequest-" + other, requestedAt, true);
            }
        }

        private void likes(Post post) {
            var likers =
                    users.stream()
                            .filter(user -> !user.equals(reader) && like(post.id(), user) != null)
                            .toList();
            var newest =
                    likers.stream()
                            .map(user -> Objects.requireNonNull(like(post.id(), user)))
                            .map(like -> LikeItems.like(like).likedAt())
                            .max(Instant::compareTo);
            if (newest.isPresent() && !likers.stream().allMatch(this::isBlocked)) {
                add("like-" + post.id(), newest.get(), likers.stream().noneMatch(this::isBlocked));
            }
        }

        /// Replies to posts of the user, and posts that mentioned them when they were created.
        private void mentions(Post post) {
            var parent = post.parent();
            var isMentioned = Mentions.in(post.content()).contains(reader);
            var replied = parent == null ? null : written.get(parent.post());
            var isReply = replied != null && replied.author().equals(reader);
            var item =
                    Objects.requireNonNull(
                            table.peek(SocialKeys.POST.key(post.author(), post.id())));
            if (!(isReply || isMentioned) || !isSeen(post, item)) {
                return;
            }
            var isParentThere =
                    replied != null
                            && table.peek(SocialKeys.POST_COUNTER.key(replied.id())) != null;
            if (isReply) {
                add("reply-" + post.id(), post.timestamp(), isParentThere);
            }
            if (isMentioned && !(isReply && isParentThere)) {
                add("mention-" + post.id(), post.timestamp(), !isReply);
            }
        }

        private boolean isSeen(Post post, Item item) {
            var standing = standing(post.author());
            return !isBlocked(post.author())
                    && !Audience.isRemoved(item)
                    && !standing.isSuspended()
                    && (!standing.isProtected()
                            || table.peek(SocialKeys.FOLLOWEE.key(reader, post.author())) != null);
        }

        private Standing standing(UserId user) {
            return Standing.of(table.peek(SocialKeys.USER_COUNT.key(user)));
        }

        private boolean isBlocked(UserId other) {
            return table.peek(SocialKeys.BLOCK.key(reader, other)) != null
                    || table.peek(SocialKeys.BLOCK.key(other, reader)) != null;
        }
    }
}
