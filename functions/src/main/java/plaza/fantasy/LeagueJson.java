package plaza.fantasy;

import plaza.fantasy.model.League;
import plaza.fantasy.model.Membership;
import plaza.http.Json;

/// Converts leagues and memberships to JSON.
final class LeagueJson {
    private LeagueJson() {}

    /// Returns a league as its owner sees it, with the code of a private league.
    static Json ownLeague(League league) {
        var code = league.code();
        return league(league).with("code", code == null ? null : code.value());
    }

    static Json league(League league) {
        return Json.object()
                .with("leagueId", league.id().value())
                .with("name", league.name())
                .with("createdBy", league.createdBy().value())
                .with("owner", league.owner().value())
                .with("private", league.isPrivate())
                .with("fromGameweek", FantasyValues.textOrNull(league.fromGameweek()))
                .with("createdAt", league.createdAt());
    }

    static Json membership(Membership membership) {
        return Json.object()
                .with("leagueId", membership.league().value())
                .with("gamerId", membership.gamer().value())
                .with("joinedAt", membership.joinedAt())
                .with("totalPoints", membership.totalPoints())
                .with("gameweekPoints", membership.gameweekPoints())
                .with("gameweek", FantasyValues.textOrNull(membership.gameweek()));
    }
}
