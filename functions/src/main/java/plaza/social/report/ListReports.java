package plaza.social.report;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import plaza.http.Parameter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.http.Schema.Text;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.social.report.ReportItems.State;
import plaza.table.Page;
import plaza.table.Query;

/// Lists what was reported, one line for each post or user: the open ones by their first report,
/// the closed ones by the time at which an administrator closed them, newest first.
///
/// The reports of a line are read, at the same time as those of other lines, and counted. So a page
/// costs more if something was reported very often, and no report needs to be counted when it is
/// written. What the expansions need is read at the same time ([ExpandedReports]).
public final class ListReports extends PagedFunction {
    public static final Parameter<State> STATE =
            Parameter.of(
                            "state",
                            Text.oneOf(State::text, List.of(State.values())),
                            "Whether the reports are open, or an administrator has closed them.")
                    .orElse(State.OPEN.text());
    public static final Parameter<Set<String>> EXPAND = ExpandedReports.EXPAND;

    /// The targets whose reports are read at the same time.
    private static final int CONCURRENCY = 10;

    /// The reports of a target that one request reads, unless they are larger than 1 MB: ten
    /// thousand take ten consecutive requests.
    private static final int REPORTS_MAX = 1_000;

    public ListReports() {}

    public ListReports(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        request.requireAdmin();
        var ask = request.page(cursors, STATE, EXPAND);
        var expanded = ExpandedReports.in(request, table);
        var query = Query.in(request.query(STATE).list()).descending();
        var page = table.page(query, ask, ReportItems::reported);
        var read =
                table.both(
                        () -> table.concurrently(CONCURRENCY, page.items(), this::line),
                        () -> expanded.read(table, page.items()));
        return request.response(
                cursors,
                new Page<>(read.first(), page.next()),
                line -> ReportJson.EXPANDED_LINE.of(expanded.expanded(line, read.second())));
    }

    /// Counts the reports of a target.
    private ReportJson.Line line(Reported reported) {
        var reasons = new TreeMap<String, Long>();
        var count = 0L;
        var lastAt = reported.openedAt();
        Page.@Nullable Position from = null;
        do {
            var page = table.read(Query.in(ReportItems.reports(reported)), REPORTS_MAX, from);
            for (var item : page.items()) {
                var report = ReportItems.report(item);
                count++;
                reasons.merge(report.reason().text(), 1L, Long::sum);
                lastAt = later(lastAt, report.createdAt());
            }
            from = page.next();
        } while (from != null);
        return new ReportJson.Line(reported, count, reasons, lastAt);
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
