package plaza.social.report;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.rule.Pure;

/// A target of reports.
///
/// @param user the user, or the author of the post
/// @param round the number of the last round of its reports, from 1
/// @param openedAt when that round began
/// @param closedAt when an administrator ended it, or null
@Pure
public record Reported(
        Target target, UserId user, int round, Instant openedAt, @Nullable Instant closedAt) {
    /// A target whose next round begins.
    ///
    /// @param before the target after its last round, or null if it was never reported
    static Reported opened(@Nullable Reported before, Target target, UserId user, Instant now) {
        return new Reported(target, user, before == null ? 1 : before.round() + 1, now, null);
    }

    boolean isOpen() {
        return closedAt == null;
    }

    /// The target when the round ends. A round that has ended stays as it is.
    Reported closed(Instant now) {
        return isOpen() ? new Reported(target, user, round, openedAt, now) : this;
    }
}
