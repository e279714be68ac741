package plaza.social.report;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import plaza.http.Parameter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.social.id.PostId;
import plaza.table.Page;

/// Returns the reports of a post or a user, with their comments, newest first, and without the
/// users who wrote them. Administrators decide with it about what others no longer see, and about
/// what they have hidden before ([ReviewedTarget]).
///
/// All reports of the last round are read for each page, because the response counts them. Only
/// those of the page are kept. A page after a cursor of an earlier round is empty.
public final class GetReports extends PagedFunction {
    public static final Parameter<Target.Kind> KIND =
            Parameter.of(
                    Reports.KIND, ReportJson.KIND, "Whether the id is that of a post or a user.");
    public static final Parameter<Set<String>> EXPAND = ExpandedReports.EXPAND;

    private final Reports reports = new Reports(table);

    public GetReports() {}

    public GetReports(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        request.requireAdmin();
        // the id of a post or of a user, which have the same form
        var id = request.path("targetId", PostId::parse);
        var ask = request.page(cursors, KIND, EXPAND);
        var words = request.expansions(EXPAND);
        var reported = reports.reported(id, request.queryOrNull(KIND));
        var rest = new Newest(ask.limit() + 1, Place.ofOrNull(ask.after()));
        var read =
                table.both(
                        () -> reports.line(reported, rest::add),
                        () -> ReviewedTarget.read(table, reported, words));
        return request.response(
                cursors,
                ReportJson.COMMENTS,
                Page.first(rest.list(), ask.limit(), report -> Place.of(report).position()),
                ReportJson.REPORT_COMMENT::of,
                ReportJson.REPORTS.of(new ReportJson.Review(read.first(), read.second())));
    }

    /// The newest reports after a place.
    ///
    /// @param max how many of them are kept
    /// @param after the place, or null at the beginning
    private record Newest(int max, @Nullable Place after, TreeSet<Report> kept) {
        Newest(int max, @Nullable Place after) {
            this(max, after, new TreeSet<>(Comparator.comparing(Place::of)));
        }

        void add(Report report) {
            if (after == null || after.compareTo(Place.of(report)) < 0) {
                kept.add(report);
                if (kept.size() > max) {
                    var _ = kept.pollLast();
                }
            }
        }

        List<Report> list() {
            return List.copyOf(kept);
        }
    }

    /// The place of a report in the list.
    private record Place(Instant at, String id) implements Comparable<Place> {
        private static final Comparator<Place> NEWEST_FIRST =
                Comparator.comparing(Place::at).thenComparing(Place::id).reversed();

        static Place of(Report report) {
            return new Place(report.createdAt(), report.id().value());
        }

        static @Nullable Place ofOrNull(Page.@Nullable Position position) {
            if (position == null) {
                return null;
            }
            var values = position.keyAttributes();
            return new Place(
                    Instant.ofEpochMilli(Long.parseLong(values.getFirst())), values.getLast());
        }

        Page.Position position() {
            return new Page.Position(List.of(Long.toString(at.toEpochMilli()), id));
        }

        @Override
        public int compareTo(Place other) {
            return NEWEST_FIRST.compare(this, other);
        }
    }
}
