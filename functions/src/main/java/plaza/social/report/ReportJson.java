package plaza.social.report;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.http.Ids;
import plaza.http.Schema.Flag;
import plaza.http.Schema.Numbers;
import plaza.http.Schema.Text;
import plaza.http.Schema.Whole;
import plaza.http.Shape;
import plaza.social.id.PostId;
import plaza.social.id.SocialIds;
import plaza.social.post.Post;
import plaza.social.post.PostJson;
import plaza.social.report.ReportItems.State;
import plaza.social.user.UserJson;

/// Converts reports to JSON.
public final class ReportJson {
    static final Text<Target.Kind> KIND =
            Text.oneOf(Target.Kind::text, List.of(Target.Kind.values()))
                    .description("Required if a post and a user with this id were reported.");
    static final Text<Reason> REASON = Text.oneOf(Reason::text, List.of(Reason.values()));
    static final Text<String> COMMENT = Text.of(Report.COMMENT, "The same text ten times a day.");

    public static final Shape<Report> REPORT =
            Shape.<Report>named("Report")
                    .with("reportId", SocialIds.REPORT, Report::id)
                    .with("createdAt", Text.TIME, Report::createdAt);

    private static final Shape<Reported> TARGET =
            Shape.<Reported>named("ReportTarget")
                    .optional(
                            "postId",
                            SocialIds.POST,
                            reported ->
                                    reported.target().kind() == Target.Kind.POST
                                            ? PostId.of(reported.target().id())
                                            : null)
                    .with("userId", Ids.USER, Reported::user);

    private static final Shape<Line> LINE =
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

    /// The reported user or the author of the reported post.
    private static final Shape<ReportedUser> USER =
            Shape.<ReportedUser>named("ReportedUser")
                    .all(UserJson.USER_SUMMARY, ReportedUser::summary)
                    .optional("content", UserJson.ABOUT, ReportedUser::content);

    /// A line with the requested expansions.
    public static final Shape<ExpandedLine> EXPANDED_LINE =
            Shape.<ExpandedLine>named("ExpandedReportedTarget")
                    .all(LINE, ExpandedLine::line)
                    .optional(ExpandedReports.POST, PostJson.POST, ExpandedLine::post)
                    .optional("gone", Flag.TRUE, line -> trueOrNull(line.isGone()))
                    .optional(ExpandedReports.USER, USER, ExpandedLine::user);

    /// The name of the list of reports.
    public static final String COMMENTS = "comments";

    /// A report without the user who wrote it.
    public static final Shape<Report> REPORT_COMMENT =
            Shape.<Report>named("ReportComment")
                    .with("reason", REASON, Report::reason)
                    .optional("comment", COMMENT, Report::comment)
                    .with("at", Text.TIME, Report::createdAt);

    private static final Shape<ReviewedTarget.User> REVIEWED_USER =
            Shape.<ReviewedTarget.User>named("ReviewedUser")
                    .all(USER, ReviewedTarget.User::shown)
                    .optional("suspendedAt", Text.TIME, ReviewedTarget.User::suspendedAt);

    /// The reports of a target besides their comments, with the requested expansions.
    public static final Shape<Review> REPORTS =
            Shape.<Review>named("Reports")
                    .all(LINE, Review::line)
                    .optional(ExpandedReports.POST, PostJson.POST, review -> review.target().post())
                    .optional("gone", Flag.TRUE, review -> trueOrNull(review.target().isGone()))
                    .optional("hidden", Flag.TRUE, review -> trueOrNull(review.target().isHidden()))
                    .optional(
                            ExpandedReports.USER, REVIEWED_USER, review -> review.target().user());

    private ReportJson() {}

    private static @Nullable Boolean trueOrNull(boolean value) {
        return value ? true : null;
    }

    /// The reports of the last round of a target, which are one line of a list.
    ///
    /// @param reasons how many reports have which reason
    /// @param lastAt the time of the last report
    record Line(Reported reported, long count, Map<String, Long> reasons, Instant lastAt) {}

    /// A user whom a line is about.
    ///
    /// @param content what the user writes about themselves, or null
    record ReportedUser(UserJson.Summary summary, @Nullable String content) {}

    /// The reports of a target besides their comments.
    record Review(Line line, ReviewedTarget target) {}

    /// A line with the requested expansions.
    ///
    /// @param post null if it was not requested, or the caller does not see it
    /// @param isGone whether the requested post is deleted, or hidden from everyone but its author
    /// @param user null if they were not requested, have no profile, or are hidden from the caller
    record ExpandedLine(
            Line line, @Nullable Post post, boolean isGone, @Nullable ReportedUser user) {}
}
