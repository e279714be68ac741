package plaza.fantasy;

import plaza.fantasy.model.GamerGameweek;
import plaza.http.Json;

/// Converts the gameweeks of a gamer to JSON.
final class GamerGameweekJson {
    private GamerGameweekJson() {}

    static Json gameweek(GamerGameweek gameweek) {
        var points = gameweek.points();
        var total = gameweek.totalPoints();
        var chip = gameweek.chip();
        var json = Json.object().with("gameweek", gameweek.gameweek().text());
        json = points == null ? json : json.with("points", points);
        json = json.with("transferCost", gameweek.transferCost());
        json = total == null ? json : json.with("totalPoints", total);
        return json.with("chip", chip == null ? null : chip.text());
    }
}
