package plaza.social.notice;

import plaza.leaving.Erasing;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.Write;

/// The removal of a user who leaves from notifications of likes.
public final class NoticeErasure {
    private NoticeErasure() {}

    /// Deletes the notification if it is theirs, or names no other user. Otherwise it names them no
    /// more.
    public static long likes(Item item, Erasing erasing) {
        var notice = NoticeItems.notice(item);
        var others = notice.actors().stream().filter(it -> !it.equals(erasing.person())).toList();
        if (others.size() == notice.actors().size() && !notice.user().equals(erasing.person())) {
            return 0;
        }
        var unchanged = Condition.unchanged(item);
        return erasing.perform(
                notice.user().equals(erasing.person()) || others.isEmpty()
                        ? Write.Delete.of(item.key()).onlyIf(unchanged)
                        : Write.Put.of(NoticeItems.item(notice.by(others))).onlyIf(unchanged));
    }
}
