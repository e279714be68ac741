package plaza.social.report;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.attribute;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.social.id.PostId;
import plaza.social.id.ReportId;
import plaza.social.key.SocialKeys;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.ItemCollection;
import plaza.table.Key;
import plaza.table.Write;

/// Converts reports and their targets to items and back. Times are epoch milliseconds.
public final class ReportItems {
    public static final String USER_ID = "userId";
    private static final String ROUND = "round";
    private static final String OPENED_AT = "openedAt";
    private static final String CLOSED_AT = "closedAt";
    private static final String REPORT_ID = "reportId";
    private static final String CREATED_AT = "createdAt";
    private static final String REASON = "reason";
    private static final String COMMENT = "comment";

    private ReportItems() {}

    /// The lists of targets.
    enum State {
        /// Targets with reports that no administrator has closed, by the time of the first one.
        OPEN,
        /// The others, by the time at which their reports were closed.
        CLOSED;

        String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        ItemCollection list() {
            return SocialKeys.REPORTED_BY_STATE.of(text());
        }
    }

    static Key key(Target target) {
        return SocialKeys.REPORTED_TARGET.key(target.kind().text(), target.id());
    }

    /// The key of an item that exists as long as the target does.
    static Key subject(Target target) {
        return switch (target.kind()) {
            case POST -> SocialKeys.POST_COUNTER.key(PostId.of(target.id()));
            case USER -> SocialKeys.USER_COUNT.key(UserId.of(target.id()));
        };
    }

    static Key key(Report report) {
        var target = report.target();
        return SocialKeys.REPORT.key(
                target.kind().text(), target.id(), report.round(), report.reporter());
    }

    static State state(Reported reported) {
        return reported.isOpen() ? State.OPEN : State.CLOSED;
    }

    public static Item reported(Reported reported) {
        var target = reported.target();
        var closedAt = reported.closedAt();
        return Item.at(key(target))
                .with(USER_ID, reported.user().value())
                .with(ROUND, reported.round())
                .with(OPENED_AT, reported.openedAt())
                .with(CLOSED_AT, closedAt)
                .in(
                        state(reported).list(),
                        SocialKeys.REPORTED_ORDER.of(
                                closedAt == null ? reported.openedAt() : closedAt, target.id()))
                .build();
    }

    public static Reported reported(Item item) {
        return SocialKeys.REPORTED_TARGET.parse(
                item.key(),
                (kind, id) ->
                        new Reported(
                                new Target(Target.Kind.of(kind), id),
                                UserId.of(item.text(USER_ID)),
                                (int) item.number(ROUND),
                                item.time(OPENED_AT),
                                item.timeOrNull(CLOSED_AT)));
    }

    /// The change of a target, if it is as it was read.
    ///
    /// @param read the target, or null if it was never reported
    static Write change(@Nullable Reported read, Reported changed) {
        return Write.Put.of(reported(changed)).onlyIf(isStill(read));
    }

    /// The condition that a target is as it was read: neither has a round begun or ended since, nor
    /// has an administrator changed the decision.
    private static Condition isStill(@Nullable Reported read) {
        if (read == null) {
            return absent();
        }
        var closedAt = read.closedAt();
        return attribute(ROUND)
                .is(read.round())
                .and(
                        attribute(CLOSED_AT)
                                .isStill(closedAt == null ? null : closedAt.toEpochMilli()));
    }

    public static Item report(Report report) {
        return Item.at(key(report))
                .with(REPORT_ID, report.id().value())
                .with(CREATED_AT, report.createdAt())
                .with(REASON, report.reason().text())
                .with(COMMENT, report.comment())
                .build();
    }

    public static Report report(Item item) {
        return SocialKeys.REPORT.parse(
                item.key(),
                (kind, id, round, reporter) ->
                        new Report(
                                new Target(Target.Kind.of(kind), id),
                                round,
                                reporter,
                                ReportId.of(item.text(REPORT_ID)),
                                item.time(CREATED_AT),
                                Reason.of(item.text(REASON)),
                                item.textOrNull(COMMENT)));
    }

    /// The reports of the last round of a target.
    static ItemCollection reports(Reported reported) {
        var target = reported.target();
        return SocialKeys.REPORTS.of(target.kind().text(), target.id(), reported.round());
    }
}
