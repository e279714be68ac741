package plaza.social.report;

import static plaza.table.Condition.absent;

import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.http.Response;
import plaza.table.Attempt;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;

/// The rounds of the reports of a target, to which new reports are added.
///
/// The first report of a round begins the round, in one transaction with the item of the target.
/// Further ones do not write that item, so that ten thousand reports of one post do not compete for
/// it: they are counted when an administrator reads them. A consistent read after the write of a
/// report shows that the round has not ended before. If it has, the report moves to the next round.
record Rounds(Table table) {
    /// Begins a round with a report, unless the target has changed.
    ///
    /// @param known the target after its last round, or null if it was never reported
    /// @param opened the target in the new round
    Attempt<Response> begin(@Nullable Reported known, Reported opened, Report report) {
        var writes =
                List.of(
                        ReportItems.change(known, opened),
                        Write.Put.of(ReportItems.report(report.in(opened.round()))));
        return table.transact(writes) instanceof Outcome.Done
                ? Attempt.done(Response.created(ReportJson.REPORT.of(report)))
                : Attempt.tryAgain();
    }

    /// Adds a report to an open round, unless the round has ended meanwhile.
    Attempt<Response> join(Reported known, Report report) {
        var added = report.in(known.round());
        var outcome = table.write(Write.Put.of(ReportItems.report(added)).onlyIf(absent()));
        var now = table.getConsistent(ReportItems.key(known.target()));
        if (now != null && ReportItems.reported(now).equals(known)) {
            return Attempt.done(
                    outcome instanceof Outcome.Refused(_, var existing) && existing != null
                            ? Response.ok(ReportJson.REPORT.of(ReportItems.report(existing)))
                            : Response.created(ReportJson.REPORT.of(added)));
        }
        if (outcome instanceof Outcome.Done) {
            var _ = table.write(Write.Delete.of(ReportItems.key(added)));
        }
        return Attempt.tryAgain();
    }
}
