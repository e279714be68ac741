package plaza.fantasy.standings;

import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.gamer.GamerJson;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.key.FantasyKeys;
import plaza.http.Json;
import plaza.http.Parameter;
import plaza.http.Request;
import plaza.table.Table;

/// Adds the gamers to rows of standings if the request contains `expand=gamer`.
///
/// One BatchGetItem reads the gamers of a page. A copy of the display name on each membership would
/// save this read, but a gamer who changes the name would have to write all of them.
public final class ExpandedGamers {
    static final String GAMER = "gamer";

    public static final Parameter<Set<String>> EXPAND =
            Request.expanding("StandingExpansion", GAMER);

    private final Table table;

    ExpandedGamers(Table table) {
        this.table = table;
    }

    static boolean areIn(Request request) {
        return request.expansions(EXPAND).contains(GAMER);
    }

    /// Returns the conversion of these rows, at most a page.
    Function<LeagueStandings.Row, Json> shape(List<LeagueStandings.Row> rows, boolean isExpanded) {
        if (!isExpanded) {
            return row -> StandingsJson.ROW.of(new StandingsJson.ExpandedRow(row, null));
        }
        var keys = rows.stream().map(row -> FantasyKeys.GAMER.key(row.member().gamerId())).toList();
        var names = new HashMap<GamerId, String>();
        for (var item : table.getAllEventually(keys)) {
            var name = item.textOrNull(GamerItems.DISPLAY_NAME);
            if (name != null) {
                names.put(FantasyKeys.GAMER.parse(item.key()), name);
            }
        }
        return row -> {
            var id = row.member().gamerId();
            return StandingsJson.ROW.of(
                    new StandingsJson.ExpandedRow(row, new GamerJson.Reference(id, names.get(id))));
        };
    }
}
