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
import plaza.text.NameQuery;

/// Converts the records of the social context to items and back. Times are epoch milliseconds.
public final class SocialItems {
    public static final String NAME = "name";
    public static final String CONTENT = "content";
    public static final String IMAGE_URL = "imageUrl";
    public static final String CREATED_AT = "createdAt";
    public static final String WORDS = "words";
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

    /// Marks imported posts, follows, likes and taggings. The import also wrote what follows from
    /// them, so the stream functions ignore the record of their creation.
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

    /// The words of a name by which search finds a user, for each spelling.
    private static final int NAME_WORDS_MAX = 5;

    /// Returns an item for each word of a user's name, by which search finds the user. Each has all
    /// of these words, so that one item is enough to compare a query with the name.
    public static List<Item> nameWords(UserInfo info) {
        var words = NameQuery.words(info.name(), NAME_WORDS_MAX);
        return words.stream()
                .map(word ->
                        Item.at(KeySpace.nameWord(word, info.user()))
                                .with(WORDS, String.join(" ", words))
                                .build())
                .toList();
    }

    /// Whether search finds a user by this word of the name: if the query begins several words of a
    /// name, only the first one counts, so that a user is found once.
    static boolean isFound(Item nameWord, NameQuery query) {
        var words = List.of(nameWord.text(WORDS).split(" "));
        var first = words.stream().filter(word -> word.startsWith(query.longestWord())).findFirst();
        return first.isPresent()
                && first.get().equals(KeySpace.wordOf(nameWord.key()))
                && query.matches(words);
    }

    public static Item userCounts(UserId user, UserCounts counts) {
        return counts(user, counts).build();
    }

    /// The counts of a user whose number of followers is divided.
    public static Item dividedUserCounts(UserId user, UserCounts counts) {
        return counts(user, counts).with(FollowerCount.DIVIDED, true).build();
    }

    private static Item.Builder counts(UserId user, UserCounts counts) {
        return Item.at(KeySpace.userCount(user))
                .with(FOLLOWER_COUNT, counts.followers())
                .with(FOLLOWING_COUNT, counts.following())
                .with(POST_COUNT, counts.posts());
    }

    public static UserCounts userCounts(Item item) {
        return new UserCounts(
                item.number(FOLLOWER_COUNT), item.number(FOLLOWING_COUNT), item.number(POST_COUNT));
    }

    /// A user's profile and counts.
    record Profile(UserInfo info, UserCounts counts) {}

    /// The most items that a user's item collection can hold: the profile, the counts, and the
    /// parts of the number of followers.
    static final int USER_ITEMS_MAX = 2 + FollowerCount.PARTS;

    /// The profile in a user's item collection, or null if the user does not exist.
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
        var parts = FollowerCount.sum(items);
        return info == null ? null : new Profile(info, counts.withMoreFollowers(parts));
    }

    /// Adds `delta` to one of a user's counts.
    public static Write.Update count(UserId user, String attribute, long delta) {
        return Write.Update.of(KeySpace.userCount(user)).add(attribute, delta);
    }

    /// The edge in the followee's follower list.
    public static Item follower(Follow follow) {
        return Item.at(KeySpace.follower(follow.followee(), follow.follower()))
                .with(FOLLOWED_AT, follow.followedAt())
                .build();
    }

    /// The edge in the follower's following list.
    public static Item following(Follow follow) {
        return Item.at(KeySpace.following(follow.follower(), follow.followee()))
                .with(FOLLOWED_AT, follow.followedAt())
                .build();
    }

    /// The other user and the time of an edge from either list.
    public static Edge edge(Item item) {
        return new Edge(KeySpace.otherUserOf(item.key()), item.time(FOLLOWED_AT));
    }

    /// An entry in a follower or following list.
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

    /// The two counters of a new post.
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

    /// The author of the post that a timeline entry refers to.
    public static UserId authorOf(Item entry) {
        return KeySpace.authorOf(entry.key());
    }

    /// The post's attributes under the entry's key, as a page of a timeline needs them.
    public static Item joined(Item entry, Item post) {
        var attributes = new HashMap<>(post.attributes());
        attributes.putAll(entry.attributes());
        return new Item(attributes);
    }

    /// The post in a [#joined] item.
    public static Post joinedPost(Item joined) {
        return post(authorOf(joined), KeySpace.postOf(joined.key()), joined);
    }

    /// The update that edits a post.
    ///
    /// @param replacesImage whether the edit sets or removes the image
    static Write.Update edited(
            UserId author,
            PostId post,
            String content,
            boolean replacesImage,
            @Nullable String imageUrl,
            Instant now) {
        var update =
                Write.Update.of(KeySpace.post(author, post))
                        .set(CONTENT, content)
                        .set(EDITED_AT, now.toEpochMilli())
                        .add(VERSION, 1);
        return replacesImage ? update.setOrRemove(IMAGE_URL, imageUrl) : update;
    }

    /// The part of a count that was imported without edges. AWS's sample user has three billion
    /// followers, of which the file contains three. The count is the number of edges plus this
    /// part.
    public static long importedPart(Item counter, String attribute) {
        var part = counter.numberOrNull(importedPart(attribute));
        return part == null ? 0 : part;
    }

    /// The attribute that stores the imported part of a count.
    public static String importedPart(String attribute) {
        return attribute + "Imported";
    }

    /// Whether an item was imported.
    public static boolean imported(Item item) {
        return item.flag(IMPORTED);
    }
}
