package plaza.social.user;

import static plaza.table.Condition.attribute;

import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.social.gate.Standing;
import plaza.social.image.ImageName;
import plaza.social.key.SocialKeys;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.Write;
import plaza.text.NameQuery;

/// Converts profiles, their words for search, and the counts of users to items and back. Times are
/// epoch milliseconds.
public final class UserItems {
    public static final String NAME = "name";
    public static final String CONTENT = "content";
    public static final String IMAGE_URL = "imageUrl";
    public static final String IMAGE = "image";
    public static final String CREATED_AT = "createdAt";
    public static final String WORDS = "words";
    public static final String FOLLOWER_COUNT = "followerCount";
    public static final String FOLLOWING_COUNT = "followingCount";
    public static final String POST_COUNT = "postCount";

    /// The words by which search finds a user.
    private static final int NAME_WORDS_MAX = 10;

    /// The maximum number of items that a user's item collection can hold: the profile, the counts,
    /// the parts of the number of followers, and the gate.
    static final int USER_ITEMS_MAX = 3 + FollowerCount.PARTS;

    private UserItems() {}

    public static Item userInfo(UserInfo info) {
        return builder(info).build();
    }

    /// The profile of a new user.
    static Item newUserInfo(UserInfo info, boolean isProtected) {
        return Standing.in(builder(info), isProtected).build();
    }

    private static Item.Builder builder(UserInfo info) {
        return Item.at(SocialKeys.USER_INFO.key(info.user()))
                .with(NAME, info.name())
                .with(CONTENT, info.content())
                .with(IMAGE_URL, info.imageUrl())
                .with(IMAGE, text(info.image()))
                .with(CREATED_AT, info.createdAt());
    }

    public static UserInfo userInfo(Item item) {
        return new UserInfo(
                SocialKeys.USER_INFO.parse(item.key()),
                item.text(NAME),
                item.textOrNull(CONTENT),
                item.textOrNull(IMAGE_URL),
                item.parsedOrNull(IMAGE, ImageName::of),
                item.time(CREATED_AT));
    }

    /// The condition that a profile still has the uploaded image that was read, so that each image
    /// is deleted.
    static Condition isImageStill(UserInfo read) {
        return attribute(IMAGE).isStillText(text(read.image()));
    }

    /// The condition that a profile still has the content and the image that were read.
    static Condition isContentStill(UserInfo read) {
        return isImageStill(read)
                .and(attribute(IMAGE_URL).isStillText(read.imageUrl()))
                .and(attribute(CONTENT).isStillText(read.content()));
    }

    static @Nullable String text(@Nullable ImageName image) {
        return image == null ? null : image.toString();
    }

    /// Returns an item for each word of a user's name and for the id, by which search finds the
    /// user. Each has all of these words, so that one item is enough to compare a query with the
    /// name.
    public static List<Item> nameWords(UserInfo info) {
        var id = info.user().isDigest() ? "" : info.user().value();
        var words = NameQuery.words(info.name(), id, NAME_WORDS_MAX);
        return words.stream()
                .map(word ->
                        Item.at(SocialKeys.NAME_WORD.key(word, word, info.user()))
                                .with(WORDS, String.join(" ", words))
                                .build())
                .toList();
    }

    /// Whether search finds a user by this word of the name: if the query begins several words of a
    /// name, only the first one counts, so that a user is found once.
    static boolean isFound(Item nameWord, NameQuery query) {
        var words = List.of(nameWord.text(WORDS).split(" "));
        var first = words.stream().filter(word -> word.startsWith(query.key())).findFirst();
        return first.isPresent()
                && first.get()
                        .equals(SocialKeys.NAME_WORD.parse(nameWord.key(), (_, word, _) -> word))
                && query.matches(words);
    }

    /// The counts of a new user.
    static Item newUserCounts(UserId user, boolean isProtected) {
        return Standing.in(counts(user, UserCounts.NONE), isProtected).build();
    }

    /// The counts of a user who leaves without ever having had a profile: they keep the id.
    public static Item erasedUserCounts(UserId user) {
        return Standing.erased(counts(user, UserCounts.NONE)).build();
    }

    public static Item userCounts(UserId user, UserCounts counts) {
        return counts(user, counts).build();
    }

    /// The counts of a user whose number of followers is divided.
    public static Item dividedUserCounts(UserId user, UserCounts counts) {
        return counts(user, counts).with(FollowerCount.DIVIDED, true).build();
    }

    private static Item.Builder counts(UserId user, UserCounts counts) {
        return Item.at(SocialKeys.USER_COUNT.key(user))
                .with(FOLLOWER_COUNT, counts.followers())
                .with(FOLLOWING_COUNT, counts.following())
                .with(POST_COUNT, counts.posts());
    }

    public static UserCounts userCounts(Item item) {
        return new UserCounts(
                item.number(FOLLOWER_COUNT), item.number(FOLLOWING_COUNT), item.number(POST_COUNT));
    }

    /// A user's profile and counts.
    public record Profile(UserInfo info, UserCounts counts, Standing standing) {
        /// The profile for callers who may not see what the user writes.
        Profile withoutContent() {
            return new Profile(
                    new UserInfo(
                            info.user(),
                            info.name(),
                            null,
                            info.imageUrl(),
                            info.image(),
                            info.createdAt()),
                    counts,
                    standing);
        }
    }

    /// The profile in a user's item collection, or null if the user does not exist.
    public static @Nullable Profile profile(UserId user, List<Item> items) {
        UserInfo info = null;
        var counts = UserCounts.NONE;
        var standing = Standing.OPEN;
        for (var item : items) {
            if (item.key().equals(SocialKeys.USER_INFO.key(user))) {
                info = userInfo(item);
            } else if (item.key().equals(SocialKeys.USER_COUNT.key(user))) {
                counts = userCounts(item);
                standing = Standing.of(item);
            }
        }
        var parts = FollowerCount.sum(items);
        return info == null ? null : new Profile(info, counts.withMoreFollowers(parts), standing);
    }

    /// Adds `delta` to one of a user's counts.
    public static Write.Update count(UserId user, String attribute, long delta) {
        return Write.Update.of(SocialKeys.USER_COUNT.key(user)).add(attribute, delta);
    }
}
