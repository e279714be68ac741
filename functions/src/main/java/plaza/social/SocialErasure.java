package plaza.social;

import static plaza.leaving.Place.Reach.PATH;
import static plaza.leaving.Place.Reach.SCAN;
import static plaza.leaving.Place.Reach.WITH_ANOTHER;
import static plaza.leaving.Place.attribute;
import static plaza.leaving.Place.variable;

import java.time.Clock;
import java.util.List;
import java.util.Set;
import plaza.id.UserId;
import plaza.leaving.ContextErasure;
import plaza.leaving.ErasurePath;
import plaza.leaving.PersonalKind;
import plaza.leaving.Removal;
import plaza.social.block.BlockErasure;
import plaza.social.follow.FollowErasure;
import plaza.social.gate.Gate.Listed;
import plaza.social.key.SocialKeys;
import plaza.social.leaving.ErasureStart;
import plaza.social.like.LikeErasure;
import plaza.social.notice.NoticeErasure;
import plaza.social.notice.NoticeItems;
import plaza.social.post.PostErasure;
import plaza.social.post.PostItems;
import plaza.social.report.ReportErasure;
import plaza.social.report.ReportItems;
import plaza.social.user.ProfileErasure;
import plaza.table.ItemKind;
import plaza.table.Key;
import plaza.table.Table;

/// What an erasure does with the items of this context.
///
/// What others wrote stays, even if it mentions the user. The numbers of others go down with the
/// rows that they count.
public final class SocialErasure implements ContextErasure {
    @Override
    public boolean begin(UserId person, Table table, Clock clock) {
        return new ErasureStart(table, clock).begin(person).hasBegun();
    }

    @Override
    public List<PersonalKind> personal() {
        return List.of(
                PersonalKind.of(
                        SocialKeys.USER_INFO, ProfileErasure::profile, variable("user", PATH)),
                PersonalKind.of(SocialKeys.USER_COUNT, Removal.KEPT, variable("user", PATH)),
                PersonalKind.of(
                        SocialKeys.FOLLOWER_COUNT_PART,
                        ProfileErasure::part,
                        variable("user", PATH)),
                PersonalKind.of(
                        SocialKeys.GATE,
                        BlockErasure::gate,
                        variable("user", PATH),
                        attribute(Listed.BLOCKS.attribute(), WITH_ANOTHER),
                        attribute(Listed.BLOCKED_BY.attribute(), WITH_ANOTHER),
                        attribute(Listed.MUTES.attribute(), SCAN)),
                PersonalKind.of(
                        SocialKeys.NAME_WORD, Removal.DELETE, variable("user", WITH_ANOTHER)),
                PersonalKind.of(
                        SocialKeys.FOLLOWER,
                        FollowErasure::follower,
                        variable("user", PATH),
                        variable("follower", WITH_ANOTHER)),
                PersonalKind.of(
                        SocialKeys.FOLLOWEE,
                        FollowErasure::followee,
                        variable("user", PATH),
                        variable("followee", WITH_ANOTHER)),
                PersonalKind.of(
                        SocialKeys.REQUEST,
                        Removal.DELETE,
                        variable("user", PATH),
                        variable("requester", SCAN)),
                PersonalKind.of(
                        SocialKeys.BLOCK,
                        BlockErasure::block,
                        variable("user", PATH),
                        variable("blocked", PATH)),
                PersonalKind.of(
                        SocialKeys.MUTE,
                        BlockErasure::mute,
                        variable("user", PATH),
                        variable("muted", SCAN)),
                PersonalKind.of(SocialKeys.POST, PostErasure::post, variable("user", PATH)),
                PersonalKind.of(
                        SocialKeys.TIMELINE_ENTRY,
                        Removal.DELETE,
                        variable("user", PATH),
                        variable("author", WITH_ANOTHER)),
                PersonalKind.of(
                        SocialKeys.NOTICE_OF_LIKES,
                        NoticeErasure::likes,
                        variable("user", PATH),
                        attribute(NoticeItems.ACTORS, SCAN)),
                PersonalKind.of(
                        SocialKeys.NOTICE_OF_REPLY,
                        Removal.DELETE,
                        variable("user", PATH),
                        // of a reply whose parent was deleted
                        attribute(NoticeItems.ACTORS, SCAN)),
                PersonalKind.of(
                        SocialKeys.NOTICE_OF_MENTION,
                        Removal.DELETE,
                        variable("user", PATH),
                        // of a user whom the edited post does not mention any more
                        attribute(NoticeItems.ACTORS, SCAN)),
                PersonalKind.of(
                        SocialKeys.NOTICE_OF_FOLLOW,
                        Removal.DELETE,
                        variable("user", PATH),
                        variable("follower", WITH_ANOTHER)),
                PersonalKind.of(
                        SocialKeys.NOTICE_OF_REQUEST,
                        Removal.DELETE,
                        variable("user", PATH),
                        variable("requester", SCAN)),
                PersonalKind.of(SocialKeys.NOTICES_SEEN, Removal.DELETE, variable("user", PATH)),
                PersonalKind.of(SocialKeys.LIKE, Removal.DELETE, variable("user", PATH)),
                PersonalKind.of(
                        SocialKeys.POST_COUNTER,
                        PostErasure::counter,
                        attribute(PostItems.AUTHOR_ID, WITH_ANOTHER)),
                PersonalKind.of(
                        SocialKeys.LIKE_LEDGER_ROW, LikeErasure::row, variable("user", SCAN)),
                PersonalKind.of(
                        SocialKeys.REPLY,
                        PostErasure::reply,
                        attribute(PostItems.AUTHOR_ID, WITH_ANOTHER)),
                PersonalKind.of(
                        SocialKeys.REPORTED_TARGET,
                        ReportErasure::target,
                        variable("id", PATH),
                        // of a post that was deleted before
                        attribute(ReportItems.USER_ID, SCAN)),
                PersonalKind.of(
                        SocialKeys.REPORT,
                        Removal.DELETE,
                        variable("id", WITH_ANOTHER),
                        variable("reporter", SCAN)));
    }

    @Override
    public Set<ItemKind> impersonal() {
        return Set.of(SocialKeys.VIEW, SocialKeys.VIEW_LEDGER_ROW);
    }

    /// The reports about posts precede the posts, which lead to them.
    @Override
    public List<ErasurePath> paths() {
        return List.of(
                ErasurePath.through(
                        "REPORTED_POSTS",
                        SocialKeys.POSTS,
                        SocialKeys.REPORTED,
                        ReportErasure::ofPost),
                ErasurePath.queried("REPORTED_USER", SocialKeys.REPORTED, ReportErasure::ofUser),
                ErasurePath.to("POSTS", SocialKeys.POSTS),
                ErasurePath.to("FOLLOWING", SocialKeys.FOLLOWING),
                ErasurePath.to("FOLLOWERS", SocialKeys.FOLLOWERS),
                ErasurePath.to("REQUESTS", SocialKeys.REQUESTS),
                ErasurePath.to("BLOCKS", SocialKeys.BLOCKS),
                new ErasurePath(
                        "BLOCKED_BY",
                        List.of(),
                        List.of(SocialKeys.USERS, SocialKeys.BLOCKS),
                        BlockErasure::blockedBy),
                ErasurePath.to("MUTES", SocialKeys.MUTES),
                ErasurePath.to("LIKED", SocialKeys.LIKED),
                ErasurePath.to("TIMELINE", SocialKeys.TIMELINE),
                ErasurePath.to("NOTICES", SocialKeys.NOTICES),
                ErasurePath.to("USERS", SocialKeys.USERS));
    }

    @Override
    public List<Key> tombstones(UserId person) {
        return List.of(SocialKeys.USER_COUNT.key(person));
    }
}
