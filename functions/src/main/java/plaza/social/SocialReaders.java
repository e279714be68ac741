package plaza.social;

import plaza.context.Readers;
import plaza.social.block.BlockItems;
import plaza.social.follow.FollowItems;
import plaza.social.follow.FollowRequestItems;
import plaza.social.gate.Gate;
import plaza.social.key.SocialKeys;
import plaza.social.notice.NoticeItems;
import plaza.social.post.PostCounter;
import plaza.social.post.PostItems;
import plaza.social.reply.ReplyItems;
import plaza.social.report.ReportItems;
import plaza.social.timeline.PostEdges;
import plaza.social.timeline.TimelineItems;
import plaza.social.user.UserItems;
import plaza.table.Item;
import plaza.tally.Ledger;

/// Reads the items of this context as its functions do.
final class SocialReaders {
    private SocialReaders() {}

    /// A reader for each kind.
    static Readers all() {
        var readers = new Readers();
        readers.put(SocialKeys.USER_INFO, UserItems::userInfo);
        readers.put(SocialKeys.USER_COUNT, UserItems::userCounts);
        readers.put(SocialKeys.FOLLOWER_COUNT_PART, item -> item.number(UserItems.FOLLOWER_COUNT));
        readers.put(SocialKeys.GATE, item -> Gate.of(SocialKeys.USERS.parse(item.key()), item));
        readers.put(SocialKeys.BLOCK, BlockItems::requireReadable);
        readers.put(SocialKeys.MUTE, BlockItems::requireReadable);
        readers.put(SocialKeys.NAME_WORD, item -> item.text(UserItems.WORDS));
        readers.put(SocialKeys.FOLLOWER, FollowItems::edge);
        readers.put(SocialKeys.FOLLOWEE, FollowItems::edge);
        readers.put(SocialKeys.REQUEST, FollowRequestItems::request);
        readers.put(SocialKeys.REPORTED_TARGET, ReportItems::reported);
        readers.put(SocialKeys.REPORT, ReportItems::report);
        readers.put(SocialKeys.POST, PostItems::post);
        readers.put(SocialKeys.TIMELINE_ENTRY, TimelineItems::postOf);
        readers.put(SocialKeys.REPLY, ReplyItems::postOf);
        readers.put(SocialKeys.POST_COUNTER, SocialReaders::postCounter);
        for (var kind : SocialKeys.NOTICES.kinds()) {
            readers.put(
                    kind,
                    kind.equals(SocialKeys.NOTICES_SEEN)
                            ? NoticeItems::seenAt
                            : NoticeItems::notice);
        }
        for (var edge : PostEdges.ALL) {
            edge.edges().kinds().forEach(kind -> readers.put(kind, edge::of));
            edge.ledger().kinds().forEach(kind -> readers.put(kind, Ledger::sequence));
        }
        return readers;
    }

    private static void postCounter(Item item) {
        var _ = PostItems.postOf(item);
        for (var count : PostCounter.values()) {
            var _ = PostItems.count(count, item);
        }
    }
}
