package plaza.social.user;

import org.jspecify.annotations.Nullable;
import plaza.http.Ids;
import plaza.http.Schema.Flag;
import plaza.http.Schema.Text;
import plaza.http.Schema.Whole;
import plaza.http.Shape;
import plaza.id.UserId;
import plaza.social.gate.Standing;
import plaza.table.Item;

/// Converts users to JSON.
public final class UserJson {
    static final Text<String> NAME = Text.of(UserInfo.NAME, "Alice");
    public static final Text<String> ABOUT =
            Text.of(UserInfo.CONTENT, "I take pictures of lighthouses.");

    public static final Shape<UserItems.Profile> USER_PROFILE =
            Shape.<UserItems.Profile>named("UserProfile")
                    .with("userId", Ids.USER, profile -> profile.info().user())
                    .with("name", NAME, profile -> profile.info().name())
                    .optional("content", ABOUT, profile -> profile.info().content())
                    .optional("imageUrl", Text.WEB_URL, profile -> profile.info().imageUrl())
                    .optional(
                            "protected",
                            Flag.TRUE,
                            profile -> profile.standing().isProtected() ? true : null)
                    .optional("suspendedAt", Text.TIME, profile -> profile.standing().suspendedAt())
                    .with("createdAt", Text.TIME, profile -> profile.info().createdAt())
                    .with("followerCount", Whole.COUNT, profile -> profile.counts().followers())
                    .with("followingCount", Whole.COUNT, profile -> profile.counts().following())
                    .with("postCount", Whole.COUNT, profile -> profile.counts().posts());

    /// A user beside a post or in a list.
    public static final Shape<Summary> USER_SUMMARY =
            Shape.<Summary>named("UserSummary")
                    .with("userId", Ids.USER, Summary::user)
                    .optional("name", NAME, Summary::nameOrNull)
                    .optional("imageUrl", Text.WEB_URL, Summary::imageUrlOrNull)
                    .optional("protected", Flag.TRUE, Summary::isProtected);

    /// Whether the caller follows a user, and the user the caller.
    private static final Shape<Mine> MINE =
            Shape.<Mine>named("OwnFollows")
                    .with("following", Flag.ANY, Mine::following)
                    .with("followedBy", Flag.ANY, Mine::followedBy);

    /// A profile with the requested expansions.
    public static final Shape<ExpandedUser<UserItems.Profile>> EXPANDED_PROFILE =
            Shape.<ExpandedUser<UserItems.Profile>>named("ExpandedUserProfile")
                    .all(USER_PROFILE, ExpandedUser::row)
                    .optional(ExpandedUsers.MINE, MINE, ExpandedUser::mine);

    private UserJson() {}

    /// A user beside a post or in a list.
    ///
    /// @param info the item of the profile, or null if the user has none
    public record Summary(UserId user, @Nullable Item info) {
        private @Nullable String nameOrNull() {
            return info == null ? null : info.text(UserItems.NAME);
        }

        private @Nullable Boolean isProtected() {
            return (info != null && Standing.isOfProtected(info)) ? true : null;
        }

        private @Nullable String imageUrlOrNull() {
            return info == null ? null : info.textOrNull(UserItems.IMAGE_URL);
        }
    }

    /// Whether the caller follows a user, and the user the caller.
    record Mine(boolean following, boolean followedBy) {}

    /// A row of a list of users, with the requested expansions.
    public record ExpandedUser<T>(T row, @Nullable Summary user, @Nullable Mine mine) {}

    /// The shape of a row of a list of users with the requested expansions.
    public static <T> Shape<ExpandedUser<T>> expanded(String name, Shape<T> row) {
        return Shape.<ExpandedUser<T>>named(name)
                .all(row, ExpandedUser::row)
                .optional(ExpandedUsers.USER, USER_SUMMARY, ExpandedUser::user)
                .optional(ExpandedUsers.MINE, MINE, ExpandedUser::mine);
    }
}
