package plaza.fantasy;

import plaza.fantasy.model.FootballerSeason;
import plaza.http.Json;

/// Converts footballers to JSON.
final class FootballerJson {
    private FootballerJson() {}

    static Json footballer(FootballerSeason season) {
        var footballer = season.footballer();
        return Json.object()
                .with("footballerId", footballer.id().value())
                .with("name", footballer.name())
                .with("position", footballer.position().text())
                .with("club", footballer.club().name())
                .with("price", footballer.priceTenths())
                .with("selectedPercent", season.selectedPercent())
                .with("gameweekPoints", FantasyValues.numbers(season.gameweekPoints()))
                .with("totalPoints", season.totalPoints());
    }
}
