package plaza.fantasy.footballer;

import java.math.BigDecimal;
import java.util.List;
import plaza.fantasy.gameweek.GameweekValues;
import plaza.fantasy.id.FantasyIds;
import plaza.http.Json;
import plaza.http.Schema.Decimal;
import plaza.http.Schema.Text;
import plaza.http.Schema.Whole;
import plaza.http.Shape;

/// Converts footballers to JSON.
public final class FootballerJson {
    static final Text<String> NAME = Text.of(FootballerSeason.NAME, "Bukayo Saka");
    static final Whole PRICE = new Whole(0, Footballer.PRICE_TENTHS_MAX, 95);
    static final Decimal SELECTED_PERCENT = new Decimal(0, 100, 2, new BigDecimal("12.5"));

    public static final Text<Position> POSITION =
            Text.oneOf(Position::text, List.of(Position.values()));

    public static final Shape<FootballerSeason> FOOTBALLER =
            Shape.<FootballerSeason>named("Footballer")
                    .with("footballerId", FantasyIds.FOOTBALLER, season -> season.footballer().id())
                    .with("name", NAME, season -> season.footballer().name())
                    .with("position", POSITION, season -> season.footballer().position())
                    .with("club", ClubJson.CLUB, season -> season.footballer().club().name())
                    .with("price", PRICE, season -> season.footballer().priceTenths())
                    .optional(
                            "selectedPercent", SELECTED_PERCENT, FootballerSeason::selectedPercent)
                    .with(
                            "gameweekPoints",
                            GameweekValues.NUMBERS,
                            season -> GameweekValues.numbers(season.gameweekPoints()))
                    .with("totalPoints", Whole.ANY, FootballerSeason::totalPoints);

    private FootballerJson() {}

    static Json footballer(FootballerSeason season) {
        return FOOTBALLER.of(season);
    }
}
