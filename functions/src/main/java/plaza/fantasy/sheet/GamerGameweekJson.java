package plaza.fantasy.sheet;

import plaza.fantasy.id.FantasyIds;
import plaza.http.Json;
import plaza.http.Schema.Whole;
import plaza.http.Shape;

/// Converts the gameweeks of a gamer to JSON.
public final class GamerGameweekJson {
    public static final Shape<GamerGameweek> GAMEWEEK =
            Shape.<GamerGameweek>named("GamerGameweek")
                    .with("gameweek", FantasyIds.GAMEWEEK, GamerGameweek::gameweek)
                    .optional("points", Whole.ANY, GamerGameweek::points)
                    .with("transferCost", Whole.COUNT, GamerGameweek::transferCost)
                    .optional("totalPoints", Whole.ANY, GamerGameweek::totalPoints)
                    .optional("chip", SheetJson.CHIP, GamerGameweek::chip);

    private GamerGameweekJson() {}

    static Json gameweek(GamerGameweek gameweek) {
        return GAMEWEEK.of(gameweek);
    }
}
