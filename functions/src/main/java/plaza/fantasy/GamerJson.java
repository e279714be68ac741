package plaza.fantasy;

import org.jspecify.annotations.Nullable;
import plaza.fantasy.model.Gamer;
import plaza.http.Json;
import plaza.id.GamerId;

/// Converts gamers to JSON.
final class GamerJson {
    private GamerJson() {}

    /// Returns what lists show of a gamer.
    static Json reference(GamerId id, @Nullable String displayName) {
        return Json.object().with("gamerId", id.value()).with("displayName", displayName);
    }

    /// Returns a gamer without the private fields.
    static Json gamer(Gamer gamer) {
        return withPoints(reference(gamer.id(), gamer.displayName()), gamer);
    }

    /// Returns a gamer with the date of birth and the country, which only the gamer and
    /// administrators can see.
    static Json gamerWithPrivateFields(Gamer gamer) {
        return withPoints(
                reference(gamer.id(), gamer.displayName())
                        .with("dateOfBirth", gamer.dateOfBirth().toString())
                        .with("country", gamer.country()),
                gamer);
    }

    private static Json withPoints(Json json, Gamer gamer) {
        return json.with("gameweekPoints", FantasyValues.numbers(gamer.gameweekPoints()))
                .with("totalPoints", gamer.totalPoints());
    }
}
