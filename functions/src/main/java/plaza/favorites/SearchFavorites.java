package plaza.favorites;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.favorites.model.Candidates;
import plaza.favorites.model.Favorite;
import plaza.favorites.model.SearchQuery;
import plaza.http.Cursors;
import plaza.http.Http;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.text.Malformed;

/// Searches the caller's favorites, newest first: one Query for each term, and one BatchGetItem for
/// the candidates that all terms have in common.
///
/// Every candidate is checked against the current favorite, so that the result contains no false
/// hits and no favorite that was unclipped or has changed. The cursor contains the position of the
/// last favorite on the page.
public final class SearchFavorites
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private static final String QUERY = "q";

    /// Postings that one Query reads when several lists are compared: about 1 MB, the limit of one
    /// DynamoDB response.
    private static final int POSTINGS_MAX = 10_000;

    /// Reads for one page. More than one is necessary only if the terms have ten thousand postings
    /// each and hardly any in common. Beyond the limit, the page is returned short rather than
    /// late.
    private static final int READS_MAX = 10;

    private final Table table;
    private final Cursors cursors;

    public SearchFavorites() {
        this(Deployment.table(), Deployment.cursors());
    }

    public SearchFavorites(Table table, Cursors cursors) {
        this.table = table;
        this.cursors = cursors;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::list);
    }

    private Response list(Request request) {
        var user = request.owner("userId");
        var ask = request.page(cursors, QUERY);
        var query = request.query(QUERY, SearchFavorites::ready);
        return request.response(cursors, page(user, query, ask), FavoriteJson::favorite);
    }

    private static SearchQuery.Ready ready(String text) {
        return switch (SearchQuery.parse(text)) {
            case SearchQuery.Ready ready -> ready;
            case SearchQuery.Blank() -> throw new Malformed("must contain a letter or digit");
            case SearchQuery.TooShort _ ->
                    throw new Malformed(
                            "must contain at least two adjacent characters of a script without spaces");
            case SearchQuery.TooLong() ->
                    throw new Malformed(
                            "must be at most " + SearchQuery.LENGTH_MAX + " characters");
        };
    }

    private Page<Favorite> page(UserId user, SearchQuery.Ready query, Page.Ask ask) {
        var hits = new ArrayList<Favorite>();
        var from = ask.after() == null ? null : ask.after().keyAttributes().getFirst();
        // One more than the page, since only that one proves that a next page exists.
        var wanted = ask.limit() + 1;
        for (var reads = 0; reads < READS_MAX && hits.size() < wanted; reads++) {
            var candidates = candidates(user, query, wanted, from);
            check(user, query, candidates.positions(), wanted, hits);
            from = candidates.resume();
            if (from == null) {
                break;
            }
        }
        if (hits.size() >= wanted) {
            var shown = hits.subList(0, ask.limit());
            return new Page<>(shown, position(FavoriteItems.clipOrder(shown.getLast())));
        }
        return new Page<>(hits, from == null ? null : position(from));
    }

    private static Page.Position position(String clipOrder) {
        return new Page.Position(List.of(clipOrder));
    }

    /// The candidates according to the postings. If one list is short enough to check completely,
    /// the following lists are not read.
    private Candidates<String> candidates(
            UserId user, SearchQuery.Ready query, int wanted, @Nullable String from) {
        var lookups = query.lookups();
        var limit = lookups.size() > 1 ? POSTINGS_MAX : batchSize(query, wanted);
        var stretches = new ArrayList<Candidates.Stretch<String>>();
        for (var term : lookups) {
            var stretch = stretch(user, term, limit, from);
            stretches.add(stretch);
            if (stretch.complete() && stretch.positions().size() <= Table.BATCH_GET_MAX) {
                break;
            }
        }
        return Candidates.common(stretches);
    }

    private Candidates.Stretch<String> stretch(
            UserId user, String term, int limit, @Nullable String from) {
        var prefix = KeySpace.termPrefix(term);
        var collection = KeySpace.termsOf(user);
        var start =
                from == null ? null : new Page.Position(List.of(collection.pk(), prefix + from));
        var read =
                table.read(Query.in(collection).beginningWith(prefix).descending(), limit, start);
        return new Candidates.Stretch<>(
                read.items().stream().map(item -> KeySpace.clipOrderOf(item.key())).toList(),
                read.next() == null);
    }

    /// The candidates to read at once: those of the page if the postings decide, otherwise as many
    /// as one BatchGetItem reads.
    private static int batchSize(SearchQuery.Ready query, int wanted) {
        return query.decidedByLookups() ? wanted : Math.max(wanted, Table.BATCH_GET_MAX);
    }

    /// Adds the candidates that exist and match, until there are enough hits.
    private void check(
            UserId user,
            SearchQuery.Ready query,
            List<String> candidates,
            int wanted,
            List<Favorite> hits) {
        var step = batchSize(query, wanted);
        for (var start = 0; start < candidates.size() && hits.size() < wanted; start += step) {
            var positions = candidates.subList(start, Math.min(start + step, candidates.size()));
            var keys =
                    positions.stream()
                            .map(position ->
                                    KeySpace.favorite(user, KeySpace.dataOfClipOrder(position)))
                            .toList();
            table.getAll(keys).stream()
                    .map(FavoriteItems::favorite)
                    .filter(favorite -> positions.contains(FavoriteItems.clipOrder(favorite)))
                    .filter(favorite -> favorite.searchText().matches(query))
                    .limit((long) wanted - hits.size())
                    .forEach(hits::add);
        }
    }
}
