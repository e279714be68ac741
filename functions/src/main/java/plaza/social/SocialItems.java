package plaza.social;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.social.model.Follow;
import plaza.social.model.Like;
import plaza.social.model.Post;
import plaza.social.model.TimelineEntry;
import plaza.social.model.UserCounts;
import plaza.social.model.UserInfo;
import plaza.social.model.View;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Write;

/// The social context's records as items, and back. Times are epoch milliseconds.
public final class SocialItems {
    public static final String NAME = "name";
    public static final String CONTENT = "content";
    public static final String IMAGE_URL = "imageUrl";
    public static final String CREATED_AT = "createdAt";
    public static final String FOLLOWER_COUNT = "followerCount";
    public static final String FOLLOWING_COUNT = "followingCount";
    public static final String POST_COUNT = "postCount";
    public static final String FOLLOWED_AT = "followedAt";
    public static final String TIMESTAMP = "timestamp";
    public static final String EDITED_AT = "editedAt";
    public static final String VERSION = "version";
    public static final String LIKED_AT = "likedAt";
    public static final String LIKE_COUNT = "likeCount";
    public static final String AUTHOR_ID = "authorId";
    public static final String VIEWED_AT = "viewedAt";
    public static final String VIEW_COUNT = "viewCount";

    /// Set on posts and edges that an import brought: they are history, and the stream leaves them
    /// alone.
    public static final String IMPORTED = "imported";

    private SocialItems() {}

    public static Item userInfo(UserInfo info) {
        return Item.at(KeySpace.userInfo(info.user()))
                .with(NAME, info.name())
                .with(CONTENT, info.content())
                .with(IMAGE_URL, info.imageUrl())
                .with(CREATED_AT, info.createdAt())
                .build();
    }

    public static UserInfo userInfo(Item item) {
        return new UserInfo(
                KeySpace.userOf(item.key()),
                item.text(NAME),
                item.textOrNull(CONTENT),
                item.textOrNull(IMAGE_URL),
                item.time(CREATED_AT));
    }

    public static Item userCounts(UserId user, UserCounts counts) {
        return Item.at(KeySpace.userCount(user))
                .with(FOLLOWER_COUNT, counts.followers())
                .with(FOLLOWING_COUNT, counts.following())
                .with(POST_COUNT, counts.posts())
                .build();
    }

    public static UserCounts userCounts(Item item) {
        return new UserCounts(
                item.number(FOLLOWER_COUNT), item.number(FOLLOWING_COUNT), item.number(POST_COUNT));
    }

    /// Who a user is, with his counts.
    record Profile(UserInfo info, UserCounts counts) {}

    /// What of a user his item collection holds: info and count; room for what may join them.
    static final int USER_ITEMS_MAX = 10;

    /// The profile in a user's item collection, or null where there is no such user.
    static @Nullable Profile profile(UserId user, List<Item> items) {
        UserInfo info = null;
        var counts = new UserCounts(0, 0, 0);
        for (var item : items) {
            if (item.key().equals(KeySpace.userInfo(user))) {
                info = userInfo(item);
            } else if (item.key().equals(KeySpace.userCount(user))) {
                counts = userCounts(item);
            }
        }
        return info == null ? null : new Profile(info, counts);
    }

    /// Adds to one of a user's counts.
    public static Write.Update count(UserId user, String attribute, long delta) {
        return Write.Update.of(KeySpace.userCount(user)).add(attribute, delta);
    }

    /// The edge in the followee's list of followers.
    public static Item follower(Follow follow) {
        return Item.at(KeySpace.follower(follow.followee(), follow.follower()))
                .with(FOLLOWED_AT, follow.followedAt())
                .build();
    }

    /// The edge in the follower's list of whom he follows.
    public static Item following(Follow follow) {
        return Item.at(KeySpace.following(follow.follower(), follow.followee()))
                .with(FOLLOWED_AT, follow.followedAt())
                .build();
    }

    /// The other end and the time of an edge, from either list.
    public static Edge edge(Item item) {
        return new Edge(KeySpace.otherUserOf(item.key()), item.time(FOLLOWED_AT));
    }

    /// One line of a list of followers or followees.
    public record Edge(UserId user, Instant followedAt) {}

    public static Item post(Post post) {
        return Item.at(KeySpace.post(post.author(), post.id()))
                .with(CONTENT, post.content())
                .with(IMAGE_URL, post.imageUrl())
                .with(TIMESTAMP, post.timestamp())
                .with(EDITED_AT, post.editedAt())
                .with(VERSION, post.version())
                .build();
    }

    public static Post post(Item item) {
        return post(KeySpace.userOf(item.key()), KeySpace.postOf(item.key()), item);
    }

    private static Post post(UserId author, PostId id, Item attributes) {
        return new Post(
                author,
                id,
                attributes.text(CONTENT),
                attributes.textOrNull(IMAGE_URL),
                attributes.time(TIMESTAMP),
                attributes.timeOrNull(EDITED_AT),
                attributes.number(VERSION));
    }

    /// Both counters of a new post.
    public static List<Item> newCounters(PostId post, UserId author) {
        return List.of(likeCount(post, author, 0), viewCount(post, 0));
    }

    public static Item likeCount(PostId post, UserId author, long count) {
        return Item.at(KeySpace.likeCount(post))
                .with(LIKE_COUNT, count)
                .with(AUTHOR_ID, author.value())
                .build();
    }

    public static Item viewCount(PostId post, long count) {
        return Item.at(KeySpace.viewCount(post)).with(VIEW_COUNT, count).build();
    }

    public static Item like(Like like) {
        return Item.at(KeySpace.like(like.post(), like.user()))
                .with(LIKED_AT, like.likedAt())
                .build();
    }

    public static Like like(Item item) {
        return new Like(
                KeySpace.postOf(item.key()), KeySpace.userOf(item.key()), item.time(LIKED_AT));
    }

    public static Item view(View view) {
        return Item.at(KeySpace.view(view.post(), view.session()))
                .with(VIEWED_AT, view.viewedAt())
                .endingAt(view.end())
                .build();
    }

    public static View view(Item item) {
        return new View(
                KeySpace.postOf(item.key()), KeySpace.sessionOf(item.key()), item.time(VIEWED_AT));
    }

    public static Item timelineEntry(TimelineEntry entry) {
        return Item.at(KeySpace.timelineEntry(entry.reader(), entry.post(), entry.author()))
                .endingAt(entry.end())
                .build();
    }

    /// The key of the post that a timeline entry refers to.
    public static Key postOf(Item entry) {
        return KeySpace.post(authorOf(entry), KeySpace.postOf(entry.key()));
    }

    /// Who wrote the post that a timeline entry refers to.
    public static UserId authorOf(Item entry) {
        return KeySpace.authorOf(entry.key());
    }

    /// The post's attributes under the entry's key: what a timeline shows.
    public static Item joined(Item entry, Item post) {
        var attributes = new HashMap<>(post.attributes());
        attributes.putAll(entry.attributes());
        return new Item(attributes);
    }

    /// The post in a [#joined] item.
    public static Post joinedPost(Item joined) {
        return post(authorOf(joined), KeySpace.postOf(joined.key()), joined);
    }

    /// The attributes of an edit, each set or removed.
    static Write.Update edited(
            UserId author,
            PostId post,
            String content,
            boolean namesImage,
            @Nullable String imageUrl,
            Instant now) {
        var update =
                Write.Update.of(KeySpace.post(author, post))
                        .set(CONTENT, content)
                        .set(EDITED_AT, now.toEpochMilli())
                        .add(VERSION, 1);
        return namesImage ? update.setOrRemove(IMAGE_URL, imageUrl) : update;
    }

    /// How much of a count came with an import and has no edges in the table: AWS's own sample user
    /// has three billion followers, of whom the file names three. The list and this together are
    /// the count.
    public static long importedPart(Item counter, String attribute) {
        var part = counter.numberOrNull(importedPart(attribute));
        return part == null ? 0 : part;
    }

    /// The attribute that holds it.
    public static String importedPart(String attribute) {
        return attribute + "Imported";
    }

    /// Whether an item came with an import.
    public static boolean imported(Item item) {
        return item.flag(IMPORTED);
    }
}
