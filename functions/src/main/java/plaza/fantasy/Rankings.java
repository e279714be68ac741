package plaza.fantasy;

import static plaza.table.Condition.attribute;
import static plaza.table.Condition.exists;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import plaza.fantasy.model.League;
import plaza.fantasy.model.Membership;
import plaza.fantasy.model.ScoreDistribution;
import plaza.fantasy.model.ScoreHistogram;
import plaza.id.LeagueId;
import plaza.job.Job;
import plaza.job.Jobs;
import plaza.job.Progress;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.table.Write;

/// Keeps count of large leagues: how their totals are distribution, and into how many shards the
/// index of their standings is divided.
///
/// A distribution is recounted from the rows and *set*, after every settlement, and after somebody
/// joined or left. Nothing is added to what was counted before, so a count that is wrong for a
/// moment (it reads an index, over some seconds, while others write) is right as soon as the league
/// has come to rest: what happens during a count demands another one after it.
///
/// A league that has grown beyond [Limits#dividedAbove] is divided: first its shards are written
/// down, from which moment on all of them are read; then the count, which passes every row anyway,
/// moves each to its shard. Rows in the wrong shard are merely counted there until then.
public final class Rankings {
    /// How large a league may grow in one part.
    ///
    /// @param dividedAbove members beyond which a league's index is divided
    public record Limits(int dividedAbove) {
        /// One partition of an index takes 1,000 writes a second (AWS, "Best practices for
        /// designing partition keys") and a settled row is two, so that many rows take 100 seconds.
        public static final Limits STANDARD = new Limits(50_000);
    }

    /// Shards of a divided league: a million members take about two minutes.
    public static final int SHARDS = 16;

    /// Rows in one slice of a count: some two dozen Queries of a megabyte.
    private static final int SLICE_MAX = 20_000;

    /// Rows in one Query; a megabyte holds some 4,000.
    private static final int PAGE_MAX = 2_000;

    /// Leagues in one slice of [#allLeagues].
    private static final int LEAGUES_SLICE_MAX = 100;

    private enum Failure {
        MOVED_OR_LEFT,
        GONE
    }

    private final Table table;
    private final Jobs jobs;
    private final Limits limits;

    public Rankings(Table table, Clock clock, Limits limits) {
        this.table = table;
        this.jobs = new Jobs(table, clock);
        this.limits = limits;
    }

    /// The job that counts all large leagues.
    static Job allLeagues() {
        return Job.of(Job.Kind.RANK_LEAGUES, List.of("all"), List.of());
    }

    /// Whether the totals of a league with so many members are counted. Of any other a page reads
    /// the whole.
    public static boolean isCounted(League league, long members) {
        return members > LeagueStandings.WHOLE_MAX || league.shards() > 1;
    }

    /// The job that counts one league.
    public static Job league(LeagueId league) {
        return Job.of(Job.Kind.RANK_LEAGUE, List.of(league.value()), List.of());
    }

    /// Somebody joined or left: the league is counted if it is large, or was. Of a small one that
    /// costs two small reads.
    public void changed(LeagueId league) {
        var rows =
                table.read(
                        Query.in(KeySpace.standingsOf(league, 0)),
                        LeagueStandings.WHOLE_MAX + 1,
                        null);
        if (rows.items().size() > LeagueStandings.WHOLE_MAX
                || table.get(KeySpace.scoreDistribution(league)) != null) {
            jobs.startOrRestart(league(league));
        }
    }

    /// One slice of [#allLeagues].
    public Progress rankAll(Job job) {
        var slice =
                table.read(
                        Query.in(KeySpace.largeLeagues()).consistent(),
                        LEAGUES_SLICE_MAX,
                        job.cursor().isEmpty() ? null : new Page.Position(job.cursor()));
        for (var item : slice.items()) {
            jobs.startOrRestart(league(KeySpace.leagueId(item.key().sk())));
        }
        return slice.next() == null
                ? new Progress.Finished()
                : new Progress.More(slice.next().keyAttributes());
    }

    /// What a count has found so far: the totals, the shard it is in, and how many rows it moved.
    private static final class Count {
        private final TreeMap<Long, Long> now;
        private final TreeMap<Long, Long> before;
        private int shard;
        private long moved;

        private Count(List<String> place) {
            var begun = !place.isEmpty();
            now = new TreeMap<>(begun ? totals(place.get(0)) : Map.of());
            before = new TreeMap<>(begun ? totals(place.get(1)) : Map.of());
            shard = begun ? Integer.parseInt(place.get(2)) : 0;
            moved = begun ? Long.parseLong(place.get(3)) : 0;
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

        private Stream<String> place() {
            var distribution = distribution();
            return Stream.of(
                    Histograms.pack(distribution.now()),
                    Histograms.pack(distribution.before()),
                    Integer.toString(shard),
                    Long.toString(moved));
        }
    }

    /// The parts of a place that are the [Count]'s; the position in the index follows.
    private static final int COUNT_PARTS = 4;

    /// One slice of the count of a [#league].
    public Progress rank(Job job) {
        var id = LeagueId.of(job.ids().getFirst());
        var found = table.getConsistent(KeySpace.league(id));
        if (found == null) {
            return new Progress.Finished();
        }
        var league = FantasyItems.league(found);
        var place = job.cursor();
        var count = new Count(place);
        var from =
                place.size() <= COUNT_PARTS
                        ? null
                        : new Page.Position(place.subList(COUNT_PARTS, place.size()));
        for (var left = SLICE_MAX; left > 0; ) {
            var page =
                    table.read(
                            Query.in(KeySpace.standingsOf(id, count.shard)),
                            Math.min(PAGE_MAX, left),
                            from);
            for (var item : page.items()) {
                var row = FantasyItems.membership(item);
                count.add(row);
                count.moved += move(item, row, league);
            }
            left -= Math.max(1, page.items().size());
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
                                count.place(),
                                from == null ? Stream.empty() : from.keyAttributes().stream())
                        .toList());
    }

    /// Moves a row that lies in another shard than it belongs to.
    ///
    /// @return how many were moved
    private int move(Item item, Membership row, League league) {
        if (row.shards() == league.shards()) {
            return 0;
        }
        var partition = TableSchema.Index.GSI_TWO.partitionKey();
        var there = attribute(partition).is(item.text(partition)).otherwise(Failure.MOVED_OR_LEFT);
        var _ = table.write(FantasyItems.moved(row, league.shards()).onlyIf(there));
        return 1;
    }

    private Progress end(League league, Count count) {
        var distribution = count.distribution();
        var members = distribution.now().memberCount();
        if (members > limits.dividedAbove() && league.shards() == 1) {
            var there = exists().otherwise(Failure.GONE);
            var _ =
                    table.write(
                            Write.Update.of(KeySpace.league(league.id()))
                                    .set(FantasyItems.SHARDS, SHARDS)
                                    .onlyIf(there));
            return new Progress.More(List.of());
        }
        if (count.moved > 0) {
            // A row that moved ahead of the count was counted twice.
            return new Progress.More(List.of());
        }
        var large = Item.at(KeySpace.largeLeague(league.id())).build();
        if (isCounted(league, members)) {
            var _ = table.write(Write.Put.of(large));
            var _ =
                    table.write(
                            Write.Put.of(
                                    FantasyItems.scoreDistribution(league.id(), distribution)));
        } else {
            var _ = table.write(Write.Delete.of(KeySpace.scoreDistribution(league.id())));
            var _ = table.write(Write.Delete.of(large.key()));
        }
        return new Progress.Finished();
    }
}
