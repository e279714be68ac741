package plaza.fantasy.footballer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.key.FantasyKeys;
import plaza.http.Parameter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.http.Schema.Text;
import plaza.http.SortOrder;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.table.Page;
import plaza.table.Query;
import plaza.text.NameQuery;

/// Searches the footballers by name, and sorts them by name, price or total points.
///
/// A season has fewer than a thousand footballers. Each page reads all of them, or those of one
/// position, and filters and sorts in memory. A cursor contains the sorted value and the id of the
/// last footballer of its page, so a footballer whose value does not change is neither repeated nor
/// left out, even if others change.
public final class SearchFootballers extends PagedFunction {
    public static final Parameter<NameQuery> QUERY =
            Parameter.of(
                    "q",
                    Text.plain("saka").length(1, NameQuery.LENGTH_MAX),
                    "Words, each of which begins a word of the name.",
                    NameQuery::parse);
    public static final Parameter<Position> POSITION =
            Parameter.of("position", FootballerJson.POSITION, "The position of the footballers.");
    public static final Parameter<FootballerSort> SORT =
            Parameter.of(
                            "sort",
                            Text.oneOf(FootballerSort::text, List.of(FootballerSort.values())),
                            "What the footballers are sorted by. By default, names ascend, and"
                                    + " prices and points descend.")
                    .orElse(FootballerSort.NAME.text());
    public static final Parameter<SortOrder> ORDER =
            SortOrder.parameter("Whether the footballers ascend or descend.");

    /// Footballers in one Query. A megabyte holds about 1,500 of them at the end of a season.
    private static final int READ_MAX = 10_000;

    /// Queries for the footballers of one position.
    private static final int READS_MAX = 10;

    public SearchFootballers() {}

    public SearchFootballers(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var ask = request.page(cursors, QUERY, POSITION, SORT, ORDER);
        var query = request.queryOrNull(QUERY);
        var position = request.queryOrNull(POSITION);
        var sort = request.query(SORT);
        var direction = request.queryOrNull(ORDER);
        var order =
                sort.order(
                        direction == null
                                ? sort.descendsByDefault()
                                : direction == SortOrder.DESCENDING);
        var found =
                footballers(position)
                        .filter(season ->
                                query == null || query.matches(season.footballer().name()));
        return request.response(cursors, page(found, sort, order, ask), FootballerJson::footballer);
    }

    private static Page<FootballerSeason> page(
            Stream<FootballerSeason> footballers,
            FootballerSort sort,
            Comparator<FootballerSort.Rank> order,
            Page.Ask ask) {
        var position = ask.after();
        var after = position == null ? null : FootballerSort.Rank.of(position.keyAttributes());
        var rest =
                footballers
                        .map(season -> new Ranked(sort.rank(season), season))
                        .filter(ranked -> after == null || order.compare(ranked.rank(), after) > 0)
                        .sorted(Comparator.comparing(Ranked::rank, order))
                        .toList();
        return Page.first(rest, ask.limit(), last -> new Page.Position(last.rank().parts()))
                .map(Ranked::season);
    }

    private record Ranked(FootballerSort.Rank rank, FootballerSeason season) {}

    private Stream<FootballerSeason> footballers(@Nullable Position position) {
        var positions = position == null ? List.of(Position.values()) : List.of(position);
        return table.concurrently(positions.size(), positions, this::footballersOf).stream()
                .flatMap(List::stream);
    }

    private List<FootballerSeason> footballersOf(Position position) {
        var query = Query.in(FantasyKeys.FOOTBALLERS_BY_POSITION.of(position.text()));
        var footballers = new ArrayList<FootballerSeason>();
        Page.@Nullable Position from = null;
        for (var reads = 0; reads < READS_MAX; reads++) {
            var read = table.read(query, READ_MAX, from);
            read.items().stream().map(FootballerItems::footballer).forEach(footballers::add);
            from = read.next();
            if (from == null) {
                return footballers;
            }
        }
        throw new IllegalStateException("a position has more footballers than expected");
    }
}
