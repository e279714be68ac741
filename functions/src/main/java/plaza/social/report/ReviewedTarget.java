package plaza.social.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import plaza.social.gate.Audience;
import plaza.social.gate.Standing;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.post.Post;
import plaza.social.post.PostItems;
import plaza.social.user.UserItems;
import plaza.social.user.UserJson;
import plaza.table.Key;
import plaza.table.Table;

/// The reported post, and the reported user or the author of the post, for an administrator who
/// decides about them. They are shown also if the post is hidden, or if the user is suspended or
/// protected, or blocks the administrator. A user who has left is not shown, nor are their posts.
///
/// @param post null if it was not requested, or does not exist
/// @param isGone whether the requested post does not exist
/// @param isHidden whether an administrator has hidden it
/// @param user null if they were not requested, or have no profile
record ReviewedTarget(@Nullable Post post, boolean isGone, boolean isHidden, @Nullable User user) {
    /// A user for an administrator.
    ///
    /// @param suspendedAt since when they have been suspended, or null
    record User(ReportJson.ReportedUser shown, @Nullable Instant suspendedAt) {}

    /// Reads with strong consistency what was requested, so that an administrator sees what they
    /// have just decided.
    static ReviewedTarget read(Table table, Reported reported, Set<String> words) {
        var user = reported.user();
        var info = SocialKeys.USER_INFO.key(user);
        var counts = SocialKeys.USER_COUNT.key(user);
        var isPost = reported.target().kind() == Target.Kind.POST;
        var hasPost = isPost && words.contains(ExpandedReports.POST);
        var post = SocialKeys.POST.key(user, PostId.of(reported.target().id()));
        var keys = new ArrayList<Key>();
        if (hasPost) {
            keys.add(post);
        }
        if (words.contains(ExpandedReports.USER)) {
            keys.add(info);
        }
        if (keys.isEmpty()) {
            return new ReviewedTarget(null, false, false, null);
        }
        keys.add(counts);
        var found = table.getByKey(keys);
        var standing = Standing.of(found.get(counts));
        var postItem = standing.isErased() ? null : found.get(post);
        var profile = standing.isErased() ? null : found.get(info);
        return new ReviewedTarget(
                postItem == null ? null : PostItems.post(postItem),
                hasPost && postItem == null,
                postItem != null && Audience.isRemoved(postItem),
                profile == null
                        ? null
                        : new User(
                                new ReportJson.ReportedUser(
                                        new UserJson.Summary(user, profile),
                                        profile.textOrNull(UserItems.CONTENT)),
                                standing.suspendedAt()));
    }
}
