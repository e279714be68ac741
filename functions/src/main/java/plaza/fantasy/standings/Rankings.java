package plaza.fantasy.standings;

import static plaza.table.Condition.attribute;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import plaza.fantasy.league.League;
import plaza.fantasy.league.LeagueItems;
import plaza.fantasy.league.LeagueJobs;
import plaza.fantasy.league.Membership;
import plaza.fantasy.ranking.Histograms;
import plaza.fantasy.ranking.ScoreDistribution;
import plaza.fantasy.ranking.ScoreHistogram;
import plaza.id.LeagueId;
import plaza.job.Job;
import plaza.job.Jobs;
import plaza.job.Progress;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.table.Write;

/// Maintains the score distributions of large leagues, and divides the index of their standings
/// into shards.
///
/// After every settlement, and after a gamer joins or leaves, a job counts all rows of the league
/// and *sets* its distribution. Nothing is added to an earlier count. A count reads an index over
/// some seconds while other requests write, so it can be temporarily wrong, but every change during
/// a count starts another one. The distribution is correct when the stream is drained.
///
/// A league with more than [Limits#dividedAbove] members is divided. First the number of its shards
/// is written; from then on reads include all of them. Then the count, which reads every row
/// anyway, moves each row to its shard. Until then a row is counted in its old shard.
public final class Rankings {
    /// The size of an undivided league.
    ///
    /// @param dividedAbove the number of members above which a league's index is divided
    public record Limits(int dividedAbove) {
        /// One partition of an index accepts 1,000 writes per second (AWS, "Best practices for
        /// designing partition keys"), and settling a row takes two writes in it. So 50,000 rows
        /// take 100 seconds.
        public static final Limits STANDARD = new Limits(50_000);
    }

    /// The number of shards of a divided league. A million members take about two minutes.
    public static final int SHARDS = 16;

    /// Rows in one slice of a count: about two dozen Queries of a megabyte.
    private static final int SLICE_MAX = 20_000;

    /// Rows in one Query. A megabyte holds about 4,000 of them.
    private static final int PAGE_MAX = 2_000;

    /// Leagues in one slice of [LeagueJobs#rankingOfAll].
    private static final int LEAGUES_SLICE_MAX = 100;

    private enum Failure {
        MOVED_OR_LEFT,
        DELETED
    }

    private final Table table;
    private final Jobs jobs;
    private final Limits limits;

    public Rankings(Table table, Clock clock, Limits limits) {
        this.table = table;
        this.jobs = new Jobs(table, clock);
        this.limits = limits;
    }

    /// Whether a league with this number of members needs a distribution. The standings of a
    /// smaller league are read as a whole.
    public static boolean isCounted(League league, long members) {
        return members > LeagueStandings.WHOLE_MAX || league.shards() > 1;
    }

    /// Starts a count after a gamer joined or left the league, if it is or was large. For a small
    /// league this costs two small reads.
    public void changed(LeagueId league) {
        var rows =
                table.read(
                        Query.in(KeySpace.standingsOf(league, 0)),
                        LeagueStandings.WHOLE_MAX + 1,
                        null);
        if (rows.items().size() > LeagueStandings.WHOLE_MAX
                || table.get(KeySpace.scoreDistribution(league)) != null) {
            jobs.startOrRestart(LeagueJobs.ranking(league));
        }
    }

    /// Performs one slice of [LeagueJobs#rankingOfAll].
    public Progress rankAll(Job job) {
        var slice =
                table.read(
                        Query.in(KeySpace.largeLeagues()).consistent(),
                        LEAGUES_SLICE_MAX,
                        job.cursor().isEmpty() ? null : new Page.Position(job.cursor()));
        for (var item : slice.items()) {
            jobs.startOrRestart(LeagueJobs.ranking(KeySpace.leagueOf(item.key())));
        }
        return slice.next() == null
                ? new Progress.Finished()
                : new Progress.More(slice.next().keyAttributes());
    }

    /// The state of a count: the totals found so far, the current shard, and the number of rows
    /// moved.
    private static final class Count {
        private final TreeMap<Long, Long> now;
        private final TreeMap<Long, Long> before;
        private int shard;
        private long moved;

        private Count(List<String> cursor) {
            var hasBegun = !cursor.isEmpty();
            now = new TreeMap<>(hasBegun ? totals(cursor.get(0)) : Map.of());
            before = new TreeMap<>(hasBegun ? totals(cursor.get(1)) : Map.of());
            shard = hasBegun ? Integer.parseInt(cursor.get(2)) : 0;
            moved = hasBegun ? Long.parseLong(cursor.get(3)) : 0;
        }

        private static Map<Long, Long> totals(String packed) {
            return Histograms.unpack(packed).countsByTotal();
        }

        private void add(Membership row) {
            now.merge(row.totalPoints(), 1L, Long::sum);
            before.merge(row.member().totalPointsBefore(), 1L, Long::sum);
        }

        private ScoreDistribution distribution() {
            return new ScoreDistribution(new ScoreHistogram(now), new ScoreHistogram(before));
        }

        private Stream<String> toCursor() {
            var distribution = distribution();
            return Stream.of(
                    Histograms.pack(distribution.now()),
                    Histograms.pack(distribution.before()),
                    Integer.toString(shard),
                    Long.toString(moved));
        }
    }

    /// The number of strings that a [Count] takes in a cursor; the position in the index follows.
    private static final int COUNT_PARTS = 4;

    /// Performs one slice of the count of a [LeagueJobs#ranking].
    public Progress rank(Job job) {
        var id = LeagueId.of(job.ids().getFirst());
        var league = LeagueItems.leagueOrNull(table.getConsistent(KeySpace.league(id)));
        if (league == null) {
            forget(id);
            return new Progress.Finished();
        }
        var cursor = job.cursor();
        var count = new Count(cursor);
        var from =
                cursor.size() <= COUNT_PARTS
                        ? null
                        : new Page.Position(cursor.subList(COUNT_PARTS, cursor.size()));
        for (var remaining = SLICE_MAX; remaining > 0; ) {
            var page =
                    table.read(
                            Query.in(KeySpace.standingsOf(id, count.shard)),
                            Math.min(PAGE_MAX, remaining),
                            from);
            for (var item : page.items()) {
                var row = LeagueItems.membership(item);
                count.add(row);
                count.moved += move(item, row, league);
            }
            remaining -= Math.max(1, page.items().size());
            from = page.next();
            if (from == null) {
                count.shard++;
                if (count.shard == league.shards()) {
                    return end(league, count);
                }
            }
        }
        return new Progress.More(
                Stream.concat(
                                count.toCursor(),
                                from == null ? Stream.empty() : from.keyAttributes().stream())
                        .toList());
    }

    /// Moves a row to its shard, if it is in another one.
    ///
    /// @return the number of moved rows
    private int move(Item item, Membership row, League league) {
        if (row.shards() == league.shards()) {
            return 0;
        }
        var partition = TableSchema.Index.GSI_TWO.partitionKey();
        var inPlace =
                attribute(partition).is(item.text(partition)).otherwise(Failure.MOVED_OR_LEFT);
        var _ = table.write(LeagueItems.moved(row, league.shards()).onlyIf(inPlace));
        return 1;
    }

    private Progress end(League league, Count count) {
        var distribution = count.distribution();
        var members = distribution.now().memberCount();
        if (members > limits.dividedAbove() && league.shards() == 1) {
            var _ =
                    table.write(
                            Write.Update.of(KeySpace.league(league.id()))
                                    .set(LeagueItems.SHARDS, SHARDS)
                                    .onlyIf(LeagueItems.isLive().otherwise(Failure.DELETED)));
            return new Progress.More(List.of());
        }
        if (count.moved > 0) {
            // A row that moved to a shard that was not counted yet has been counted twice.
            return new Progress.More(List.of());
        }
        if (!isCounted(league, members)) {
            forget(league.id());
            return new Progress.Finished();
        }
        List<Write> writes =
                List.of(
                        new Write.Check(
                                KeySpace.league(league.id()),
                                LeagueItems.isLive().otherwise(Failure.DELETED)),
                        Write.Put.of(Item.at(KeySpace.largeLeague(league.id())).build()),
                        Write.Put.of(LeagueItems.scoreDistribution(league.id(), distribution)));
        return table.transact(writes) instanceof Outcome.Done
                ? new Progress.Finished()
                // The next slice finds that the league is deleted.
                : new Progress.More(List.of());
    }

    /// Deletes the distribution of a league that is not large, or that was deleted.
    private void forget(LeagueId league) {
        var _ = table.write(Write.Delete.of(KeySpace.scoreDistribution(league)));
        var _ = table.write(Write.Delete.of(KeySpace.largeLeague(league)));
    }
}
