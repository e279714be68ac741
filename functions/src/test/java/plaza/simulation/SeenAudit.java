package plaza.simulation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.simulation.SimulationFailure.Symptom;
import plaza.social.key.SocialKeys;
import plaza.social.notice.Notice;
import plaza.social.notice.NoticeItems;
import plaza.table.Item;
import plaza.table.Key;

/// Checks each change of notifications and of what users have seen of them.
///
/// A notification that is written before the time until which its user has seen them never counts
/// as unread. It is *passed*. That must not happen if its writer has read this time before. It can
/// happen if the user sees others while it is written:
///
/// - *within a write*, if the time moves between the writer's read and the write. A check of the
///   time in the transaction would prevent it;
/// - *behind a page*, if it is written between the page that the user sees and the mark of this
///   page. No check of the writer can prevent it.
final class SeenAudit {
    /// What one invocation knows.
    static final class Reads {
        private final Map<UserId, Instant> seen = new HashMap<>();

        /// The state of the table that the user sees before they mark it; -1 if they see none.
        int page = -1;
    }

    private final MemoryTable table;
    private final List<Written> written = new ArrayList<>();
    private int passedWithinWrite;
    private int passedBehindPage;

    SeenAudit(MemoryTable table) {
        this.table = table;
    }

    /// A notification that was written, or moved to the top.
    ///
    /// @param number the number of the change
    private record Written(UserId user, Instant at, int number) {}

    /// How many notifications were passed.
    ///
    /// @param written the notifications that were written, or moved to the top
    record Passed(int written, int withinWrite, int behindPage) {
        Passed plus(Passed other) {
            return new Passed(
                    written + other.written,
                    withinWrite + other.withinWrite,
                    behindPage + other.behindPage);
        }
    }

    Passed passed() {
        return new Passed(written.size(), passedWithinWrite, passedBehindPage);
    }

    /// An invocation is about to read items; of those that tell until when a user has seen their
    /// notifications, it is remembered.
    void reads(List<?> keys, Reads reads) {
        for (var read : keys) {
            if (read instanceof Key key && SocialKeys.NOTICES_SEEN.is(key)) {
                var user = SocialKeys.NOTICES_SEEN.parse(key);
                reads.seen.put(user, seenAt(user));
            }
        }
    }

    /// @param reads what the invocation that makes the change knows; null if none does
    void changed(TableChange change, @Nullable Reads reads) {
        var user = SocialKeys.NOTICES.parse(change.key());
        var after = change.after();
        if (SocialKeys.NOTICES_SEEN.is(change.key())) {
            if (change.before() != null) {
                moved(user, change.before(), after, change.at());
            }
            if (after != null && reads != null) {
                marked(
                        user,
                        NoticeItems.seenAt(change.before()),
                        NoticeItems.seenAt(after),
                        reads.page);
            }
        } else if (after != null && reads != null && reads.seen.containsKey(user)) {
            var notice = NoticeItems.notice(after);
            if (isNew(change.before(), notice)) {
                written(user, notice.writtenAt(), change, reads);
            }
        }
    }

    /// The time never moves back. It expires after all notifications before it.
    private void moved(UserId user, Item before, @Nullable Item after, Instant now) {
        var seenAt = NoticeItems.seenAt(before);
        var isBack =
                after == null
                        ? before.expired(now) && hasUntil(user, seenAt, now)
                        : NoticeItems.seenAt(after).isBefore(seenAt);
        if (isBack) {
            throw new SimulationFailure(
                    Symptom.SEEN_MOVED_BACK, user + " had seen those until " + seenAt);
        }
    }

    /// Whether a user has notifications that were written until a time.
    private boolean hasUntil(UserId user, Instant time, Instant now) {
        return table.partition(SocialKeys.NOTICES.of(user).pk()).values().stream()
                .filter(item -> !item.expired(now))
                .anyMatch(item -> !NoticeItems.notice(item).writtenAt().isAfter(time));
    }

    /// Whether a notification tells its user something new, at the top of the list.
    private static boolean isNew(@Nullable Item before, Notice notice) {
        return before == null || !NoticeItems.notice(before).writtenAt().equals(notice.writtenAt());
    }

    private void written(UserId user, Instant at, TableChange change, Reads reads) {
        written.add(new Written(user, at, change.number()));
        if (!at.isAfter(reads.seen.getOrDefault(user, Instant.EPOCH))) {
            throw new SimulationFailure(
                    Symptom.NOTICE_PASSED, user + " never sees as unread: " + change.key());
        }
        if (!at.isAfter(seenAt(user))) {
            passedWithinWrite++;
        }
    }

    private void marked(UserId user, Instant before, Instant seenAt, int page) {
        passedBehindPage +=
                (int)
                        written.stream()
                                .filter(one -> one.user().equals(user) && one.number() >= page)
                                .filter(one -> one.at().isAfter(before))
                                .filter(one -> !one.at().isAfter(seenAt))
                                .count();
    }

    private Instant seenAt(UserId user) {
        return NoticeItems.seenAt(table.peek(SocialKeys.NOTICES_SEEN.key(user)));
    }
}
