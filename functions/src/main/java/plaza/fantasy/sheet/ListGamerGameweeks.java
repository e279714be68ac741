package plaza.fantasy.sheet;

import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.gameweek.GameweekItems;
import plaza.fantasy.gameweek.GameweekState;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.key.FantasyKeys;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.table.Page;

/// Lists a gamer's gameweeks by number: those with points and those with a sheet.
///
/// A gameweek whose sheet the caller cannot read is not listed, since its transfer cost and its
/// chip are part of the sheet. As in [GetTeamSheet], the deadlines are read after the sheets, and
/// consistently.
public final class ListGamerGameweeks extends PagedFunction {
    public ListGamerGameweeks() {}

    public ListGamerGameweeks(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var ask = request.page(cursors);
        var id = request.path("gamerId", GamerId::parse);
        var item = table.get(FantasyKeys.GAMER.key(id));
        if (item == null) {
            return request.response(
                    cursors, new Page<>(List.of(), null), GamerGameweekJson::gameweek);
        }
        var sheets = sheets(id);
        var history = GamerGameweek.history(GamerItems.gamer(item), sheets);
        if (ask.after() != null) {
            var last = Gameweek.parse(ask.after().keyAttributes().getFirst());
            history = history.tailMap(last, false);
        }
        if (!request.isCaller(id.value())) {
            history = visible(history, sheets.keySet());
        }
        var page =
                Page.first(
                        List.copyOf(history.values()),
                        ask.limit(),
                        last -> new Page.Position(List.of(last.gameweek().text())));
        return request.response(cursors, page, GamerGameweekJson::gameweek);
    }

    private NavigableMap<Gameweek, AcceptedSheet> sheets(GamerId id) {
        var query = FantasyKeys.TEAM_SHEET.query(id);
        var sheets = new TreeMap<Gameweek, AcceptedSheet>();
        for (var item : table.read(query, Gameweek.NUMBER_MAX, null).items()) {
            var sheet = SheetItems.sheet(item);
            sheets.put(sheet.gameweek(), sheet);
        }
        return sheets;
    }

    /// Returns the gameweeks without a sheet, and those whose deadline has passed.
    private NavigableMap<Gameweek, GamerGameweek> visible(
            NavigableMap<Gameweek, GamerGameweek> history, Set<Gameweek> withSheet) {
        var now = clock.instant();
        var secret = new TreeSet<>(withSheet);
        secret.retainAll(history.keySet());
        table.getAll(secret.stream().map(FantasyKeys.GAMEWEEK::key).toList()).stream()
                .map(GameweekItems::gameweek)
                .filter(gameweek -> !gameweek.isOpen(now))
                .map(GameweekState::gameweek)
                .forEach(secret::remove);
        var visible = new TreeMap<>(history);
        visible.keySet().removeAll(secret);
        return visible;
    }
}
