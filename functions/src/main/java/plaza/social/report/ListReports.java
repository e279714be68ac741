package plaza.social.report;

import java.util.List;
import java.util.Set;
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

    private final Reports reports = new Reports(table);

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

    private ReportJson.Line line(Reported reported) {
        return reports.line(reported, _ -> {});
    }
}
