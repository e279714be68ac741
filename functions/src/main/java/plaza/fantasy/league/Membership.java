package plaza.fantasy.league;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.gamer.Gamer;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.ranking.Standings;
import plaza.rule.Pure;

/// The membership of a gamer in a league, with a copy of the gamer's points that the league counts.
///
/// @param gameweek the gameweek of `gameweekPoints`, or null if no points count yet
/// @param gamerVersion the version of the gamer from which the points were copied
/// @param shards the number of shards of the league's standings when the row was assigned to one
/// @param scoring the scoring of the league, which never changes
@Pure
public record Membership(
        GamerId gamer,
        LeagueId league,
        Instant joinedAt,
        long totalPoints,
        int gameweekPoints,
        @Nullable Gameweek gameweek,
        long gamerVersion,
        int shards,
        Scoring scoring) {
    /// Returns a membership with the gamer's current points.
    public static Membership of(Gamer gamer, League league, Instant joinedAt) {
        var points = LeaguePoints.of(gamer, league.fromGameweek());
        return new Membership(
                gamer.id(),
                league.id(),
                joinedAt,
                points.total(),
                points.last(),
                points.gameweek(),
                gamer.version(),
                league.shards(),
                league.scoring());
    }

    /// Returns this membership as a member of the standings.
    public Standings.Member member() {
        return new Standings.Member(gamer, totalPoints, gameweekPoints, gameweek);
    }
}
