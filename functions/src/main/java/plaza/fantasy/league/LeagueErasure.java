package plaza.fantasy.league;

import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;
import plaza.id.GamerId;
import plaza.id.LeagueId;
import plaza.job.Job;
import plaza.job.Jobs;
import plaza.job.Progress;
import plaza.table.Concurrently;
import plaza.table.KeySpace;
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

    /// The number of strings before the position in a cursor: the shard, and the number of members
    /// that this pass has removed.
    private static final int CURSOR_PARTS = 2;

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
        var item = table.getConsistent(KeySpace.league(league));
        if (item != null && LeagueItems.isDeleted(item)) {
            var _ = memberships.remove(gamer, league);
        }
    }

    /// Performs one slice. The last one starts a count, which deletes the league's distribution.
    public Progress erase(Job job) {
        var league = LeagueId.of(job.ids().getFirst());
        var item = table.getConsistent(KeySpace.league(league));
        if (item == null || !LeagueItems.isDeleted(item)) {
            return new Progress.Finished();
        }
        var cursor = job.cursor();
        var shard = cursor.isEmpty() ? 0 : Integer.parseInt(cursor.get(0));
        var before = cursor.isEmpty() ? 0 : Long.parseLong(cursor.get(1));
        var position =
                cursor.size() <= CURSOR_PARTS
                        ? null
                        : new Page.Position(cursor.subList(CURSOR_PARTS, cursor.size()));
        var page = table.read(Query.in(KeySpace.standingsOf(league, shard)), SLICE_MAX, position);
        var removed =
                before
                        + Concurrently.map(
                                        REMOVALS_AT_ONCE_MAX,
                                        page.items(),
                                        row ->
                                                memberships.remove(
                                                        KeySpace.gamerOf(row.key()), league))
                                .stream()
                                .filter(wasMember -> wasMember)
                                .count();
        var next = page.next();
        if (next != null) {
            return new Progress.More(
                    Stream.concat(
                                    Stream.of(Integer.toString(shard), Long.toString(removed)),
                                    next.keyAttributes().stream())
                            .toList());
        }
        if (shard + 1 < item.number(LeagueItems.SHARDS)) {
            return new Progress.More(List.of(Integer.toString(shard + 1), Long.toString(removed)));
        }
        if (removed > 0) {
            return new Progress.More(List.of());
        }
        jobs.startOrRestart(LeagueJobs.ranking(league));
        return new Progress.Finished();
    }
}
