package plaza.fantasy.league;

import java.util.List;
import plaza.id.LeagueId;
import plaza.job.Job;

/// The jobs of leagues.
public final class LeagueJobs {
    private LeagueJobs() {}

    /// Returns the job that counts all large leagues.
    public static Job rankingOfAll() {
        return Job.of(Job.Kind.RANK_LEAGUES, List.of("all"), List.of());
    }

    /// Returns the job that counts one league.
    public static Job ranking(LeagueId league) {
        return Job.of(Job.Kind.RANK_LEAGUE, List.of(league.value()), List.of());
    }

    /// Returns the job that removes the members of a deleted league.
    public static Job erasure(LeagueId league) {
        return Job.of(Job.Kind.ERASE_LEAGUE, List.of(league.value()), List.of());
    }
}
