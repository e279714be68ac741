package plaza.fantasy.league;

import java.time.Clock;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.job.FantasyWork;
import plaza.fantasy.key.FantasyKeys;
import plaza.job.Jobs;
import plaza.job.Progress;
import plaza.job.Texts;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;

/// Removes the members of deleted leagues.
///
/// The job passes all rows of the standings and removes each member as [LeaveLeague] does, until a
/// pass removes none. A gamer who joins at the same time may have read the league before it was
/// deleted. Their membership arrives on the stream after the deletion, and is then removed on its
/// own.
public final class LeagueErasure {
    /// Rows in one slice, each with a read and a transaction.
    private static final int SLICE_MAX = 100;

    private static final int REMOVALS_AT_ONCE_MAX = 16;

    private final Table table;
    private final Jobs jobs;
    private final Memberships memberships;

    public LeagueErasure(Table table, Clock clock) {
        this.table = table;
        this.jobs = new Jobs(table, clock);
        this.memberships = new Memberships(table, clock);
    }

    /// Removes a gamer who has joined, if the league is deleted.
    public void joined(LeagueId league, GamerId gamer) {
        var item = table.getConsistent(FantasyKeys.LEAGUE.key(league));
        if (item != null && LeagueItems.isDeleted(item)) {
            var _ = memberships.remove(gamer, league);
        }
    }

    /// The cursor of the job.
    ///
    /// @param removed the number of members that this pass has removed
    private record Cursor(int shard, long removed, Page.@Nullable Position position) {
        static Cursor of(Texts in) {
            return in.isEmpty()
                    ? new Cursor(0, 0, null)
                    : new Cursor(in.number(), in.next(Long::parseLong), in.position());
        }
    }

    /// Performs one slice. The last one starts a count, which deletes the league's distribution.
    public Progress erase(FantasyWork.EraseLeague work, Texts texts) {
        var league = work.league();
        var item = table.getConsistent(FantasyKeys.LEAGUE.key(league));
        if (item == null || !LeagueItems.isDeleted(item)) {
            return new Progress.Finished();
        }
        var cursor = Cursor.of(texts);
        var shard = cursor.shard();
        var page =
                table.read(
                        Query.in(FantasyKeys.standingsOf(league, shard)),
                        SLICE_MAX,
                        cursor.position());
        var removed =
                cursor.removed()
                        + table
                                .concurrently(
                                        REMOVALS_AT_ONCE_MAX,
                                        page.items(),
                                        row ->
                                                memberships.remove(
                                                        FantasyKeys.GAMERS.parse(row.key()),
                                                        league))
                                .stream()
                                .filter(wasMember -> wasMember)
                                .count();
        if (page.next() != null) {
            return Progress.more(shard, removed, page.next());
        }
        if (shard + 1 < item.number(LeagueItems.SHARDS)) {
            return Progress.more(shard + 1, removed);
        }
        if (removed > 0) {
            return Progress.more();
        }
        jobs.startOrRestart(new FantasyWork.RankLeague(league));
        return new Progress.Finished();
    }
}
