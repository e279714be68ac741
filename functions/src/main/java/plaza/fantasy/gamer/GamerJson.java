package plaza.fantasy.gamer;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.gameweek.GameweekValues;
import plaza.fantasy.id.FantasyIds;
import plaza.fantasy.id.GamerId;
import plaza.http.Json;
import plaza.http.Schema.Text;
import plaza.http.Schema.Whole;
import plaza.http.Shape;

/// Converts gamers to JSON.
public final class GamerJson {
    static final Text<LocalDate> DATE_OF_BIRTH =
            Text.of(Gamer::parseDateOfBirth, LocalDate::toString, "1990-12-31").format("date");
    static final Text<String> COUNTRY = Text.of(Gamer.COUNTRY, "England");
    static final Text<String> DISPLAY_NAME = Text.of(Gamer.DISPLAY_NAME, "Alice");

    /// What lists show of a gamer.
    public static final Shape<Reference> REFERENCE =
            Shape.<Reference>named("GamerReference")
                    .with("gamerId", FantasyIds.GAMER, Reference::id)
                    .optional("displayName", DISPLAY_NAME, Reference::displayName);

    public static final Shape<Visible> GAMER =
            Shape.<Visible>named("Gamer")
                    .with("gamerId", FantasyIds.GAMER, visible -> visible.gamer().id())
                    .optional("displayName", DISPLAY_NAME, visible -> visible.gamer().displayName())
                    .optional(
                            "dateOfBirth",
                            DATE_OF_BIRTH,
                            visible -> visible.isPrivate() ? visible.gamer().dateOfBirth() : null)
                    .optional(
                            "country",
                            COUNTRY,
                            visible -> visible.isPrivate() ? visible.gamer().country() : null)
                    .with(
                            "gameweekPoints",
                            GameweekValues.NUMBERS,
                            visible -> GameweekValues.numbers(visible.gamer().gameweekPoints()))
                    .with("totalPoints", Whole.ANY, visible -> visible.gamer().totalPoints());

    private GamerJson() {}

    /// What lists show of a gamer.
    public record Reference(GamerId id, @Nullable String displayName) {}

    /// A gamer with or without the private fields.
    public record Visible(Gamer gamer, boolean isPrivate) {}

    /// Returns a gamer without the private fields.
    static Json gamer(Gamer gamer) {
        return GAMER.of(new Visible(gamer, false));
    }

    /// Returns a gamer with the date of birth and the country, which only the gamer and
    /// administrators can see.
    static Json gamerWithPrivateFields(Gamer gamer) {
        return GAMER.of(new Visible(gamer, true));
    }
}
