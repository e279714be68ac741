package plaza.fantasy.league;

import java.util.List;
import plaza.fantasy.id.FantasyIds;
import plaza.http.Ids;
import plaza.http.Json;
import plaza.http.Schema.Flag;
import plaza.http.Schema.Text;
import plaza.http.Schema.Whole;
import plaza.http.Shape;

/// Converts leagues and memberships to JSON.
public final class LeagueJson {
    static final Text<String> NAME = Text.of(League.NAME, "The pub");
    static final Text<LeagueCode> CODE =
            Text.of(LeagueCode::parse, LeagueCode::value, "k7qf-03mz-x9td")
                    .pattern(
                            "^[0-9a-hjkmnp-tv-zA-HJKMNP-TV-Z]{4}(-[0-9a-hjkmnp-tv-zA-HJKMNP-TV-Z]{4}){2}$");

    static final Text<Scoring> SCORING = Text.oneOf(Scoring::text, List.of(Scoring.values()));

    public static final Shape<Visible> LEAGUE =
            Shape.<Visible>named("League")
                    .with("leagueId", FantasyIds.LEAGUE, visible -> visible.league().id())
                    .with("name", NAME, visible -> visible.league().name())
                    .with("createdBy", Ids.USER, visible -> visible.league().createdBy())
                    .with("owner", Ids.USER, visible -> visible.league().owner())
                    .with("private", Flag.ANY, visible -> visible.league().isPrivate())
                    .with("scoring", SCORING, visible -> visible.league().scoring())
                    .optional(
                            "fromGameweek",
                            FantasyIds.GAMEWEEK,
                            visible -> visible.league().fromGameweek())
                    .with("createdAt", Text.TIME, visible -> visible.league().createdAt())
                    .optional(
                            "code",
                            CODE,
                            visible -> visible.isOwn() ? visible.league().code() : null);

    public static final Shape<Membership> MEMBERSHIP =
            Shape.<Membership>named("LeagueMembership")
                    .with("leagueId", FantasyIds.LEAGUE, Membership::league)
                    .with("gamerId", FantasyIds.GAMER, Membership::gamer)
                    .with("joinedAt", Text.TIME, Membership::joinedAt)
                    .with("totalPoints", Whole.ANY, Membership::totalPoints)
                    .with("gameweekPoints", Whole.ANY, Membership::gameweekPoints)
                    .optional("gameweek", FantasyIds.GAMEWEEK, Membership::gameweek);

    private LeagueJson() {}

    /// A league with or without what only its owner sees.
    public record Visible(League league, boolean isOwn) {}

    /// Returns a league as its owner sees it, with the code of a private league.
    static Json ownLeague(League league) {
        return LEAGUE.of(new Visible(league, true));
    }

    static Json league(League league) {
        return LEAGUE.of(new Visible(league, false));
    }

    static Json membership(Membership membership) {
        return MEMBERSHIP.of(membership);
    }
}
