package plaza.fantasy.standings;

import static plaza.table.Condition.attribute;

import java.time.Clock;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.job.FantasyWork;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.league.League;
import plaza.fantasy.league.LeagueItems;
import plaza.fantasy.league.Membership;
import plaza.fantasy.ranking.Histograms;
import plaza.fantasy.ranking.ScoreDistribution;
import plaza.fantasy.ranking.ScoreHistogram;
import plaza.job.Jobs;
import plaza.job.Progress;
import plaza.job.Texts;
import plaza.table.Item;
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
    /// The size of an undivided league, and of a slice.
    ///
    /// @param dividedAbove the number of members above which a league's index is divided
    /// @param slice the rows in one slice of a count
    public record Limits(int dividedAbove, int slice) {
        /// One partition of an index accepts 1,000 writes per second (AWS, "Best practices for
        /// designing partition keys"), and settling a row takes two writes in it. So 50,000 rows
        /// take 100 seconds. A slice is about two dozen Queries of a megabyte.
        public static final Limits STANDARD = new Limits(50_000, 20_000);
    }

    /// The number of shards of a divided league. A million members take about two minutes.
    public static final int SHARDS = 16;

    /// Rows in one Query. A megabyte holds about 4,000 of them.
    private static final int PAGE_MAX = 2_000;

    /// Leagues in one slice of [FantasyWork.RankLeagues].
    private static final int LEAGUES_SLICE_MAX = 100;

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
    /// league this costs two small reads; a count may have written the distribution a moment ago.
    public void changed(LeagueId league) {
        var rows =
                table.read(
                        Query.in(FantasyKeys.standingsOf(league, 0)),
                        LeagueStandings.WHOLE_MAX + 1,
                        null);
        if (rows.items().size() > LeagueStandings.WHOLE_MAX
                || table.getConsistent(FantasyKeys.SCORE_DISTRIBUTION.key(league)) != null) {
            jobs.startOrRestart(new FantasyWork.RankLeague(league));
        }
    }

    /// Performs one slice.
    public Progress rank(FantasyWork.RankLeagues work, Page.@Nullable Position from) {
        var slice =
                table.read(
                        Query.in(FantasyKeys.LARGE_LEAGUES.of()).consistent(),
                        LEAGUES_SLICE_MAX,
                        from);
        for (var item : slice.items()) {
            jobs.startOrRestart(
                    new FantasyWork.RankLeague(FantasyKeys.LARGE_LEAGUE.parse(item.key())));
        }
        return Progress.to(slice.next());
    }

    /// The state of a count and its cursor: the totals found so far, the current shard, the number
    /// of rows moved, and the position in the shard.
    private static final class Count {
        private final NavigableMap<Long, Long> now;
        private final NavigableMap<Long, Long> before;
        private int shard;
        private long moved;
        private Page.@Nullable Position from;

        private Count(Texts in) {
            var hasBegun = !in.isEmpty();
            now = hasBegun ? totals(in) : new TreeMap<>();
            before = hasBegun ? totals(in) : new TreeMap<>();
            shard = hasBegun ? in.number() : 0;
            moved = hasBegun ? in.next(Long::parseLong) : 0;
            from = in.position();
        }

        private static NavigableMap<Long, Long> totals(Texts in) {
            return new TreeMap<>(in.next(Histograms::unpack).countsByTotal());
        }

        private void add(Membership row) {
            now.merge(row.totalPoints(), 1L, Long::sum);
            before.merge(row.member().totalPointsBefore(), 1L, Long::sum);
        }

        private ScoreDistribution distribution() {
            return new ScoreDistribution(new ScoreHistogram(now), new ScoreHistogram(before));
        }

        private Progress progress() {
            var distribution = distribution();
            return Progress.more(
                    Histograms.pack(distribution.now()),
                    Histograms.pack(distribution.before()),
                    shard,
                    moved,
                    from);
        }
    }

    /// Performs one slice of a count.
    public Progress rank(FantasyWork.RankLeague work, Texts cursor) {
        var id = work.league();
        var league = LeagueItems.leagueOrNull(table.getConsistent(FantasyKeys.LEAGUE.key(id)));
        if (league == null) {
            forget(id);
            return new Progress.Finished();
        }
        var count = new Count(cursor);
        for (var remaining = limits.slice(); remaining > 0; ) {
            var page =
                    table.read(
                            Query.in(FantasyKeys.standingsOf(id, count.shard)),
                            Math.min(PAGE_MAX, remaining),
                            count.from);
            for (var item : page.items()) {
                var row = LeagueItems.membership(item);
                count.add(row);
                count.moved += move(item, row, league);
            }
            remaining -= Math.max(1, page.items().size());
            count.from = page.next();
            if (count.from == null) {
                count.shard++;
                if (count.shard == league.shards()) {
                    return end(league, count);
                }
            }
        }
        return count.progress();
    }

    /// Moves a row to its shard, if it is in another one.
    ///
    /// @return the number of moved rows
    private int move(Item item, Membership row, League league) {
        if (row.shards() == league.shards()) {
            return 0;
        }
        var partition = TableSchema.Index.GSI_TWO.partitionKey();
        var inPlace = attribute(partition).is(item.text(partition));
        var _ = table.write(LeagueItems.moved(row, league.shards()).onlyIf(inPlace));
        return 1;
    }

    private Progress end(League league, Count count) {
        var distribution = count.distribution();
        var members = distribution.now().memberCount();
        if (members > limits.dividedAbove() && league.shards() == 1) {
            var _ =
                    table.write(
                            Write.Update.of(FantasyKeys.LEAGUE.key(league.id()))
                                    .set(LeagueItems.SHARDS, SHARDS)
                                    .onlyIf(LeagueItems.isLive()));
            return Progress.more();
        }
        if (count.moved > 0) {
            // A row that moved to a shard that was not counted yet has been counted twice.
            return Progress.more();
        }
        if (!isCounted(league, members)) {
            forget(league.id());
            return new Progress.Finished();
        }
        List<Write> writes =
                List.of(
                        new Write.Check(FantasyKeys.LEAGUE.key(league.id()), LeagueItems.isLive()),
                        Write.Put.of(Item.at(FantasyKeys.LARGE_LEAGUE.key(league.id())).build()),
                        Write.Put.of(LeagueItems.scoreDistribution(league.id(), distribution)));
        return table.transact(writes) instanceof Outcome.Done
                ? new Progress.Finished()
                // The next slice finds that the league is deleted.
                : Progress.more();
    }

    /// Deletes the distribution of a league that is not large, or that was deleted.
    private void forget(LeagueId league) {
        var _ = table.write(Write.Delete.of(FantasyKeys.SCORE_DISTRIBUTION.key(league)));
        var _ = table.write(Write.Delete.of(FantasyKeys.LARGE_LEAGUE.key(league)));
    }
}
