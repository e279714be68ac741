package plaza.fantasy.standings;

import org.jspecify.annotations.Nullable;
import plaza.fantasy.id.FantasyIds;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.league.HeadToHead;
import plaza.http.Json;
import plaza.http.Schema.Flag;
import plaza.http.Schema.Text;
import plaza.http.Schema.Whole;
import plaza.http.Shape;

/// Converts matches of head-to-head leagues to JSON.
public final class MatchJson {
    private static final Shape<Side> SIDE =
            Shape.<Side>named("MatchSide")
                    .optional("gamerId", FantasyIds.GAMER, Side::gamer)
                    .optional("average", Flag.TRUE, side -> side.gamer() == null ? true : null)
                    .optional("points", Whole.ANY, Side::points);

    public static final Shape<Played> MATCH =
            Shape.<Played>named("Match")
                    .with("gameweek", FantasyIds.GAMEWEEK, Played::gameweek)
                    .with("home", SIDE, Played::home)
                    .with("away", SIDE, Played::away)
                    .optional("result", Text.words("home", "draw", "away"), Played::word);

    private MatchJson() {}

    /// One side of a match: a gamer, or the average if the gamer is null.
    private record Side(@Nullable GamerId gamer, @Nullable Integer points) {}

    /// A match in a gameweek.
    record Played(Gameweek gameweek, HeadToHead.Result result) {
        private Side home() {
            return new Side(result.match().home(), result.homePoints());
        }

        private Side away() {
            return new Side(result.match().away(), result.awayPoints());
        }

        private @Nullable String word() {
            var difference = result.difference();
            if (difference == null) {
                return null;
            }
            if (difference == 0) {
                return "draw";
            }
            return difference > 0 ? "home" : "away";
        }
    }

    static Json match(Gameweek gameweek, HeadToHead.Result result) {
        return MATCH.of(new Played(gameweek, result));
    }
}
