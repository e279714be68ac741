package plaza.fantasy.model;

import java.time.Instant;
import plaza.id.GamerId;
import plaza.id.LeagueId;

/// A gamer in a league, with his points as of one of his versions.
///
/// @param gamerVersion the version of the gamer whose points these are
/// @param shards in how many shards the league's standings were when the row was put into one
public record Membership(
        GamerId gamer,
        LeagueId league,
        Instant joinedAt,
        long totalPoints,
        int gameweekPoints,
        long gamerVersion,
        int shards) {
    /// A gamer's membership with the points that he has.
    public static Membership of(Gamer gamer, League league, Instant joinedAt) {
        return new Membership(
                gamer.id(),
                league.id(),
                joinedAt,
                gamer.totalPoints(),
                gamer.lastGameweekPoints(),
                gamer.version(),
                league.shards());
    }

    /// The row of the standings.
    public Standings.Member member() {
        return new Standings.Member(gamer, totalPoints, gameweekPoints);
    }
}
