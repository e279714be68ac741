package plaza.fantasy.gameweek;

import plaza.fantasy.key.FantasyKeys;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.table.Query;

/// Lists the gameweeks with their deadlines, by number.
public final class ListGameweeks extends PagedFunction {
    public ListGameweeks() {}

    public ListGameweeks(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var ask = request.page(cursors);
        var now = clock.instant();
        var page =
                table.page(
                        Query.in(FantasyKeys.GAMEWEEKS_BY_NUMBER.of()),
                        ask,
                        GameweekItems::gameweek);
        return request.response(cursors, page, gameweek -> GameweekJson.gameweek(gameweek, now));
    }
}
