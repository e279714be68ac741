package plaza.social.report;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import plaza.http.Ids;
import plaza.http.Schema.Numbers;
import plaza.http.Schema.Text;
import plaza.http.Schema.Whole;
import plaza.http.Shape;
import plaza.id.PostId;
import plaza.social.report.ReportItems.State;

/// Converts reports to JSON.
public final class ReportJson {
    static final Text<Reason> REASON = Text.oneOf(Reason::text, List.of(Reason.values()));
    static final Text<String> COMMENT = Text.of(Report.COMMENT, "The same text ten times a day.");

    public static final Shape<Report> REPORT =
            Shape.<Report>named("Report")
                    .with("reportId", Ids.REPORT, Report::id)
                    .with("createdAt", Text.TIME, Report::createdAt);

    private static final Shape<Reported> TARGET =
            Shape.<Reported>named("ReportTarget")
                    .optional(
                            "postId",
                            Ids.POST,
                            reported ->
                                    reported.target().kind() == Target.Kind.POST
                                            ? PostId.of(reported.target().id())
                                            : null)
                    .with("userId", Ids.USER, Reported::user);

    public static final Shape<Line> LINE =
            Shape.<Line>named("ReportedTarget")
                    .with("target", TARGET, Line::reported)
                    .with("count", Whole.COUNT, Line::count)
                    .with("reasons", new Numbers(REASON, Whole.COUNT), Line::reasons)
                    .with("firstAt", Text.TIME, line -> line.reported().openedAt())
                    .with("lastAt", Text.TIME, Line::lastAt)
                    .with(
                            "state",
                            Text.words(State.OPEN.text(), State.CLOSED.text()),
                            line -> ReportItems.state(line.reported()).text());

    private ReportJson() {}

    /// The reports of the last round of a target, which are one line of a list.
    ///
    /// @param reasons how many reports have which reason
    /// @param lastAt the time of the last report
    record Line(Reported reported, long count, Map<String, Long> reasons, Instant lastAt) {}
}
