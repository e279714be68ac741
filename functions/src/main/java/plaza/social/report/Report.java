package plaza.social.report;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.rule.Pure;
import plaza.social.id.ReportId;
import plaza.text.TextRule;

/// A report of a post or a user.
///
/// @param round the round of the target's reports that it belongs to
@Pure
public record Report(
        Target target,
        int round,
        UserId reporter,
        ReportId id,
        Instant createdAt,
        Reason reason,
        @Nullable String comment) {
    /// Half as long as a post, enough for a sentence or two about the reason.
    static final TextRule COMMENT = TextRule.lines(1_000, 4_000);

    /// The same report in another round.
    Report in(int other) {
        return new Report(target, other, reporter, id, createdAt, reason, comment);
    }
}
