package plaza.social;

import static plaza.leaving.ContextExport.Omission.DERIVED;
import static plaza.leaving.ContextExport.Omission.IMPERSONAL;
import static plaza.leaving.ContextExport.Omission.NO_PATH;
import static plaza.leaving.ContextExport.Omission.OF_OTHERS;
import static plaza.leaving.ContextExport.Omission.TEMPORARY;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import plaza.id.UserId;
import plaza.leaving.ContextExport;
import plaza.leaving.ExportedKind;
import plaza.social.block.BlockItems;
import plaza.social.block.BlockJson;
import plaza.social.follow.FollowJson;
import plaza.social.follow.FollowRequestItems;
import plaza.social.key.SocialKeys;
import plaza.social.like.LikeItems;
import plaza.social.like.LikeJson;
import plaza.social.post.PostItems;
import plaza.social.post.PostJson;
import plaza.social.user.UserItems;
import plaza.social.user.UserJson;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;

/// What an export contains of this context.
public final class SocialExport implements ContextExport {
    @Override
    public List<ExportedKind<?>> kinds() {
        return List.of(
                ExportedKind.joined(
                        "profile",
                        "ExportedProfile",
                        Set.of(
                                SocialKeys.USER_INFO,
                                SocialKeys.USER_COUNT,
                                SocialKeys.FOLLOWER_COUNT_PART),
                        user ->
                                Query.in(SocialKeys.USERS.of(user))
                                        .beginningWith(SocialKeys.USER_INFO.text()),
                        SocialExport::profiles,
                        UserJson.USER_PROFILE),
                ExportedKind.of(
                        "following",
                        "ExportedFollowing",
                        SocialKeys.FOLLOWEE,
                        user -> Query.in(SocialKeys.FOLLOWING.of(user)),
                        Function.identity(),
                        FollowJson.KEPT_FOLLOW),
                ExportedKind.of(
                        "follower",
                        "ExportedFollower",
                        SocialKeys.FOLLOWER,
                        user -> Query.in(SocialKeys.FOLLOWERS.of(user)),
                        Function.identity(),
                        FollowJson.KEPT_FOLLOW),
                ExportedKind.of(
                        "followRequest",
                        "ExportedFollowRequest",
                        SocialKeys.REQUEST,
                        user -> Query.in(SocialKeys.REQUESTS.of(user)),
                        FollowRequestItems::request,
                        FollowJson.REQUEST),
                ExportedKind.of(
                        "block",
                        "ExportedBlock",
                        SocialKeys.BLOCK,
                        user -> Query.in(SocialKeys.BLOCKS.of(user)),
                        BlockItems::block,
                        BlockJson.BLOCK),
                ExportedKind.of(
                        "mute",
                        "ExportedMute",
                        SocialKeys.MUTE,
                        user -> Query.in(SocialKeys.MUTES.of(user)),
                        BlockItems::mute,
                        BlockJson.MUTE),
                ExportedKind.joined(
                        "post",
                        "ExportedPost",
                        Set.of(SocialKeys.POST, SocialKeys.POST_COUNTER),
                        user -> Query.in(SocialKeys.POSTS.of(user)),
                        SocialExport::posts,
                        PostJson.KEPT_POST),
                ExportedKind.of(
                        "like",
                        "ExportedLike",
                        SocialKeys.LIKE,
                        user -> Query.in(SocialKeys.LIKED.of(user)),
                        LikeItems::like,
                        LikeJson.LIKED));
    }

    /// The profile is one item, but its counts are in others.
    private static List<UserItems.Profile> profiles(Table table, UserId user, List<Item> infos) {
        if (infos.isEmpty()) {
            return List.of();
        }
        var items = table.readAll(Query.in(SocialKeys.USERS.of(user)).consistent(), Page.LIMIT_MAX);
        var profile = UserItems.profile(user, items);
        return profile == null ? List.of() : List.of(profile);
    }

    private static List<PostJson.Kept> posts(Table table, UserId user, List<Item> items) {
        var posts = items.stream().map(PostItems::post).toList();
        var counters =
                table.getByKeyEventually(
                        posts.stream()
                                .map(post -> SocialKeys.POST_COUNTER.key(post.id()))
                                .toList());
        return posts.stream()
                .map(post ->
                        new PostJson.Kept(
                                post,
                                PostItems.counts(
                                        counters.get(SocialKeys.POST_COUNTER.key(post.id())))))
                .toList();
    }

    @Override
    public Map<ItemKind, Omission> omitted() {
        return Map.ofEntries(
                Map.entry(SocialKeys.GATE, OF_OTHERS),
                Map.entry(SocialKeys.NAME_WORD, DERIVED),
                Map.entry(SocialKeys.TIMELINE_ENTRY, DERIVED),
                Map.entry(SocialKeys.NOTICE_OF_LIKES, DERIVED),
                Map.entry(SocialKeys.NOTICE_OF_REPLY, DERIVED),
                Map.entry(SocialKeys.NOTICE_OF_MENTION, DERIVED),
                Map.entry(SocialKeys.NOTICE_OF_FOLLOW, DERIVED),
                Map.entry(SocialKeys.NOTICE_OF_REQUEST, DERIVED),
                Map.entry(SocialKeys.NOTICES_SEEN, TEMPORARY),
                Map.entry(SocialKeys.LIKE_LEDGER_ROW, DERIVED),
                Map.entry(SocialKeys.VIEW, IMPERSONAL),
                Map.entry(SocialKeys.VIEW_LEDGER_ROW, IMPERSONAL),
                Map.entry(SocialKeys.REPLY, DERIVED),
                Map.entry(SocialKeys.REPORTED_TARGET, OF_OTHERS),
                Map.entry(SocialKeys.REPORT, NO_PATH));
    }
}
