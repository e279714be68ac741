package plaza.social.local;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import plaza.http.Ids;
import plaza.http.Schema.Text;
import plaza.id.UserId;
import plaza.local.context.ExportLine;
import plaza.local.context.ExportReader;
import plaza.social.block.BlockItems;
import plaza.social.follow.Follow;
import plaza.social.follow.FollowItems;
import plaza.social.follow.FollowRequest;
import plaza.social.follow.FollowRequestItems;
import plaza.social.gate.Gate;
import plaza.social.gate.Gate.Listed;
import plaza.social.gate.Standing;
import plaza.social.id.PostId;
import plaza.social.id.SocialIds;
import plaza.social.image.Image;
import plaza.social.like.Like;
import plaza.social.like.LikeItems;
import plaza.social.post.Post;
import plaza.social.post.PostCounter;
import plaza.social.post.PostItems;
import plaza.social.timeline.TimelineEntry;
import plaza.social.timeline.TimelineItems;
import plaza.social.user.UserCounts;
import plaza.social.user.UserInfo;
import plaza.social.user.UserItems;
import plaza.table.Item;
import plaza.table.Write;

/// Converts the lines of a user's export to the items of the social network.
///
/// The counts of the profile and of posts are those of the lines. Of other users, only what the
/// user has to do with them exists: they have no profile. Replies to posts that are not in the
/// export have a parent that does not exist, as if it had been deleted.
final class SocialExportReader implements ExportReader {
    private final UserId user;
    private final Instant now;
    private final List<Item> following = new ArrayList<>();
    private final Set<UserId> muted = new HashSet<>();
    private final Map<UserId, Item> gates = new LinkedHashMap<>();

    /// The posts above each post of the user.
    private final Map<PostId, List<PostId>> ancestorsByPost = new HashMap<>();

    private Standing own = Standing.OPEN;

    SocialExportReader(UserId user, Instant now) {
        this.user = user;
        this.now = now;
    }

    @Override
    public Map<String, Function<ExportLine, List<Item>>> kinds() {
        return Map.of(
                "profile", this::profile,
                "following", this::following,
                "follower", this::follower,
                "followRequest", this::followRequest,
                "block", this::block,
                "mute", this::mute,
                "post", this::post,
                "like", this::like);
    }

    /// The address of an image as it was: an export does not contain the file.
    private static Image image(ExportLine line) {
        return Image.at(line.text("url"), line.textOrNull("alt"));
    }

    private List<Item> profile(ExportLine line) {
        var isProtected = line.flag("protected");
        var suspendedAt = line.valueOrNull("suspendedAt", Text.TIME);
        own = new Standing(isProtected, suspendedAt != null, false, suspendedAt, 0);
        var info =
                new UserInfo(
                        user,
                        line.text("name"),
                        line.textOrNull("content"),
                        line.textOrNull("imageUrl"),
                        line.time("createdAt"));
        var counts =
                new UserCounts(
                        line.number("followerCount"),
                        line.number("followingCount"),
                        line.number("postCount"));
        var profile = UserItems.userInfo(info);
        var count = UserItems.userCounts(user, counts);
        var standing = Standing.suspend(Write.Update.of(count.key()), suspendedAt);
        return Stream.concat(
                        Stream.of(
                                Standing.protect(Write.Update.of(profile.key()), isProtected)
                                        .appliedTo(profile),
                                Standing.protect(standing, isProtected).appliedTo(count)),
                        UserItems.nameWords(info).stream().map(this::own))
                .toList();
    }

    /// An item with the mark of the user.
    private Item own(Item item) {
        return own.mark(Write.Update.of(item.key())).appliedTo(item);
    }

    /// The edge in the list of the user follows after the mutes, which mark it.
    private List<Item> following(ExportLine line) {
        var follow = new Follow(user, other(line), line.time("followedAt"));
        following.add(marked(FollowItems.following(follow), line));
        return List.of(own(FollowItems.follower(follow)));
    }

    private List<Item> follower(ExportLine line) {
        var follow = new Follow(other(line), user, line.time("followedAt"));
        return List.of(
                marked(FollowItems.follower(follow), line), own(FollowItems.following(follow)));
    }

    private static Item marked(Item edge, ExportLine line) {
        var other = new Standing(false, line.flag("hidden"), false, null, 0);
        return other.mark(Write.Update.of(edge.key())).appliedTo(edge);
    }

    private List<Item> followRequest(ExportLine line) {
        return List.of(
                FollowRequestItems.request(
                        new FollowRequest(other(line), user, line.time("requestedAt"))));
    }

    private List<Item> block(ExportLine line) {
        list(user, Listed.BLOCKS, other(line));
        list(other(line), Listed.BLOCKED_BY, user);
        return List.of(BlockItems.block(user, other(line), line.time("blockedAt")));
    }

    private List<Item> mute(ExportLine line) {
        muted.add(other(line));
        list(user, Listed.MUTES, other(line));
        return List.of(BlockItems.mute(user, other(line), line.time("mutedAt")));
    }

    private void list(UserId owner, Listed list, UserId other) {
        for (var write : Gate.of(owner, gates.get(owner)).adding(list, other)) {
            if (write instanceof Write.Update update) {
                gates.put(owner, update.appliedTo(gates.get(owner)));
            }
        }
    }

    private List<Item> post(ExportLine line) {
        var id = line.value("postId", SocialIds.POST);
        var inReplyTo = line.objectOrNull("inReplyTo");
        var parent = inReplyTo == null ? null : inReplyTo.value("postId", SocialIds.POST);
        var isOwn = parent != null && ancestorsByPost.containsKey(parent);
        var ancestors =
                parent == null
                        ? List.<PostId>of()
                        : Stream.concat(
                                        Stream.of(parent),
                                        ancestorsByPost.getOrDefault(parent, List.of()).stream())
                                .limit(PostItems.ANCESTORS_MAX)
                                .toList();
        ancestorsByPost.put(id, ancestors);
        var post =
                new Post(
                        user,
                        id,
                        line.text("content"),
                        line.textOrNull("imageUrl"),
                        line.objects("images").stream().map(SocialExportReader::image).toList(),
                        line.time("timestamp"),
                        line.valueOrNull("editedAt", Text.TIME),
                        line.number("version"),
                        parent == null ? null : new Post.Parent(parent, isOwn));
        var items = new ArrayList<Item>();
        items.add(PostItems.post(post));
        items.add(PostItems.counter(id, user, ancestors, counts(line)));
        if (parent != null && isOwn) {
            items.add(PostItems.replyEdge(parent, id, user));
        }
        return Stream.concat(items.stream().map(own.audience()::in), timelineEntry(post)).toList();
    }

    /// The entry of a post in the timeline of its author, as long as it stays there.
    private Stream<Item> timelineEntry(Post post) {
        var entry = new TimelineEntry(user, user, post.id(), post.timestamp());
        return post.isInTimelines() && entry.end().isAfter(now)
                ? Stream.of(TimelineItems.timelineEntry(entry))
                : Stream.of();
    }

    private static Map<PostCounter, Long> counts(ExportLine post) {
        var counts = new EnumMap<PostCounter, Long>(PostCounter.class);
        post.numbersByName("counts")
                .forEach((count, number) -> counts.put(PostCounter.of(count), number));
        return counts;
    }

    private List<Item> like(ExportLine line) {
        var post = line.value("postId", SocialIds.POST);
        return List.of(own(LikeItems.like(new Like(post, user, line.time("likedAt")))));
    }

    private static UserId other(ExportLine line) {
        return line.value("userId", Ids.USER);
    }

    @Override
    public List<Item> rest() {
        return Stream.concat(
                        following.stream()
                                .map(edge ->
                                        FollowItems.muting(
                                                        edge.key(),
                                                        muted.contains(
                                                                FollowItems.edge(edge).user()))
                                                .appliedTo(edge)),
                        gates.values().stream())
                .toList();
    }
}
