package plaza.social.check;

import static plaza.table.Condition.asRead;
import static plaza.table.Condition.unchanged;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import plaza.audit.AuditContext;
import plaza.audit.Drift;
import plaza.audit.ItemAudit;
import plaza.id.UserId;
import plaza.social.gate.Standing;
import plaza.social.key.SocialKeys;
import plaza.social.notice.Notice;
import plaza.social.notice.NoticeItems;
import plaza.social.notice.NoticesOfLikes;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;

/// Finds notifications of what does not exist, and notifications of likes that name a user who does
/// not like the post. Readers do not see the former, because a page reads what a notification
/// refers to; but until it expires, it costs every page a read.
///
/// The repair of a notification of likes names the others who like the post, as AggregateCounts
/// does when a like is withdrawn. It changes neither place nor end.
record StaleNoticesAudit() implements ItemAudit {
    @Override
    public boolean covers(Item item, AuditContext context) {
        return !SocialKeys.NOTICES_SEEN.is(item.key()) && !item.expired(context.now());
    }

    @Override
    public List<Key> related(Item item) {
        var notice = NoticeItems.notice(item);
        return switch (notice.kind()) {
            case LIKE ->
                    notice.actors().stream()
                            .map(actor -> SocialKeys.LIKE.key(notice.ofPost(), actor))
                            .toList();
            case REPLY, MENTION -> List.of(SocialKeys.POST.key(notice.actor(), notice.ofPost()));
            case FOLLOW -> List.of(SocialKeys.FOLLOWEE.key(notice.actor(), notice.user()));
            case FOLLOW_REQUEST -> List.of(SocialKeys.REQUEST.key(notice.user(), notice.actor()));
        };
    }

    @Override
    public List<Drift> compare(Item item, Map<Key, Item> related, AuditContext context) {
        var notice = NoticeItems.notice(item);
        if (notice.kind() == Notice.Kind.LIKE) {
            return ofLikes(item, notice, related, context);
        }
        var source = related(item).getFirst();
        return related.containsKey(source)
                ? List.of()
                : List.of(
                        Drift.orphan(
                                item,
                                "a notification",
                                "what it refers to does not exist",
                                source));
    }

    private static List<Drift> ofLikes(
            Item item, Notice notice, Map<Key, Item> related, AuditContext context) {
        var actors = new ArrayList<UserId>();
        var repair = new ArrayList<Write>();
        for (var actor : notice.actors()) {
            var key = SocialKeys.LIKE.key(notice.ofPost(), actor);
            var like = related.get(key);
            if (like != null && !Standing.isOfSuspended(like)) {
                actors.add(actor);
            }
            repair.add(new Write.Check(key, asRead(like)));
        }
        if (actors.size() == notice.actors().size()) {
            return List.of();
        }
        if (actors.isEmpty()) {
            NoticesOfLikes.likesByOthers(notice, context.table())
                    .forEach(like -> {
                        actors.add(SocialKeys.LIKE.parse(like.key(), (_, user) -> user));
                        repair.add(new Write.Check(like.key(), unchanged(like)));
                    });
        }
        repair.add(
                (actors.isEmpty()
                                ? Write.Delete.of(item.key())
                                : Write.Put.of(NoticeItems.item(notice.by(actors))))
                        .onlyIf(unchanged(item)));
        return List.of(
                Drift.wrong(
                                item,
                                actors.isEmpty()
                                        ? "nothing, because no other user likes the post"
                                        : "the users who like the post",
                                "another user",
                                repair.toArray(Write[]::new))
                        .atVersion(notice));
    }
}
