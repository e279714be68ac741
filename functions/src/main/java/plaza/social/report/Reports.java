package plaza.social.report;

import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import plaza.http.Problem;
import plaza.social.id.PostId;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;

/// The reports of targets, as administrators read them.
record Reports(Table table) {
    /// The query parameter or the field that names the kind of a target.
    static final String KIND = "kind";

    /// The reports of a target that one request reads, unless they are larger than 1 MB: ten
    /// thousand take ten consecutive requests.
    private static final int REPORTS_MAX = 1_000;

    /// The reported target with this id. A post and a user can have the same one: issuers of tokens
    /// choose the ids of users. Then only the caller knows which of them they have seen.
    ///
    /// @param kind the kind of the target, or null if the request does not name it
    Reported reported(PostId id, Target.@Nullable Kind kind) {
        var kinds = kind == null ? List.of(Target.Kind.values()) : List.of(kind);
        var found =
                table.getAll(
                        kinds.stream()
                                .map(each -> ReportItems.key(new Target(each, id.value())))
                                .toList());
        if (found.isEmpty()) {
            throw Problem.notFound("targetId", "There are no reports of such a post or user.")
                    .exception();
        }
        if (found.size() > 1) {
            throw Problem.ruleBroken(
                            KIND,
                            "There are reports of a post and of a user with this id. Name the kind.")
                    .exception();
        }
        return ReportItems.reported(found.getFirst());
    }

    /// Reads and counts the reports of a target.
    ///
    /// @param receive is called with each of them
    ReportJson.Line line(Reported reported, Consumer<Report> receive) {
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
                receive.accept(report);
            }
            from = page.next();
        } while (from != null);
        return new ReportJson.Line(reported, count, reasons, lastAt);
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
