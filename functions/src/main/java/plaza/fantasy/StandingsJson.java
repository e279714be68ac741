package plaza.fantasy;

import plaza.http.Json;

/// Converts rows of standings to JSON.
final class StandingsJson {
    private StandingsJson() {}

    static Json row(LeagueStandings.Row row) {
        var member = row.member();
        var json = Json.object().with("rank", row.rank());
        var lastRank = row.lastRank();
        return (lastRank == null ? json : json.with("lastRank", lastRank))
                .with("gamerId", member.gamerId().value())
                .with("totalPoints", member.totalPoints())
                .with("gameweekPoints", member.gameweekPoints())
                .with("gameweek", FantasyValues.textOrNull(member.gameweek()));
    }
}
