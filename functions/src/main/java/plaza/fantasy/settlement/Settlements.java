package plaza.fantasy.settlement;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.attribute;

import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.gameweek.GameweekItems;
import plaza.fantasy.gameweek.GameweekState;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.job.FantasyWork;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.sheet.Rules;
import plaza.job.Jobs;
import plaza.job.Progress;
import plaza.job.Texts;
import plaza.table.Item;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Write;

/// Performs the runs that settle or unsettle a gameweek: writes its points to gamers, team sheets
/// and memberships, or removes them.
///
/// **The result.** When the stream is drained, the last run of each gameweek decides. If it settles
/// the gameweek, every gamer has the points of the sheet in force and the current fixture points.
/// If it unsettles the gameweek, no gamer has points for it. A gamer's total is the sum of their
/// points, and each of their memberships has that total, also in its sort key in the standings.
/// This holds in whatever order the runs of all gameweeks start, repeat, crash and overtake each
/// other, because of four rules:
///
/// 1. A slice reads the gamers first, then the gameweek with its last run, then sheets and fixture
///    points. All reads are consistent. It writes a gamer only if their version is still the one
///    that it read. So a write never replaces one that is based on a later read of the same gamer.
/// 2. Points are set, never added; the total is the sum of what is set.
/// 3. A copy of a gamer's points (on a membership or a sheet) carries the gamer's version and
///    replaces only a lower version. A delayed copy changes nothing.
/// 4. After its writes a slice reads the gameweek again. If a newer run has started, the slice
///    settles its gamers again for that run, and its own job ends. A run does not write a gamer
///    whose points are correct already, so without this rule a delayed slice of an older run could
///    write afterwards. If a slice crashes before this check, the stream repeats it.
///
/// The gamers come from the list of all gamers, not from an index of sheets: a gamer without a
/// sheet for the gameweek plays their last squad again, and an index is eventually consistent.
///
/// This class divides a run into slices and tracks its progress; [GamerSettlement] settles the
/// gamers of a slice.
public final class Settlements {
    /// Gamers in one slice: about a thousand writes, which take well under a second.
    public static final int SLICE_MAX = 100;

    /// Entries of the list of all gamers in one Query when they are counted.
    private static final int COUNT_PAGE_MAX = 10_000;

    /// Queries for counting one shard: enough for 16 million gamers in all shards.
    private static final int COUNT_QUERIES_MAX = 100;

    private static final String STEP = "step";
    private static final String GAMERS = "gamers";
    private static final String GAMERS_DONE = "gamersDone";
    private static final String ERRORS = "errors";
    private static final String FINISHED = "finished";

    private final Table table;
    private final Clock clock;
    private final Jobs jobs;
    private final GamerSettlement gamers;

    public Settlements(Table table, Clock clock, Rules rules) {
        this.table = table;
        this.clock = clock;
        this.jobs = new Jobs(table, clock);
        this.gamers = new GamerSettlement(table, rules);
    }

    /// The progress of a run.
    ///
    /// @param gamers the number of gamers in the shards that have started
    /// @param done the number of gamers that were processed, including errors
    /// @param errors the number of gamers that could not be settled because their items are invalid
    record Counts(long gamers, long done, long errors) {
        static final Counts NONE = new Counts(0, 0, 0);

        Counts plus(Counts other) {
            return new Counts(gamers + other.gamers, done + other.done, errors + other.errors);
        }
    }

    /// Returns the writes that start the next run of a gameweek, with one job for each shard of the
    /// list of all gamers. The jobs of the previous run end after their current slices.
    ///
    /// @param begin the update of the gameweek, conditional on no other run having started
    static List<Write> begin(Write.Update begin, GameweekState state, Jobs jobs) {
        return Stream.concat(
                        Stream.of(begin),
                        IntStream.range(0, GamerItems.ALL_GAMERS_SHARDS)
                                .mapToObj(shard ->
                                        jobs.start(
                                                new FantasyWork.SettleGamers(
                                                        state.gameweek(), shard, state.run()))))
                .toList();
    }

    /// Returns the reports on the progress of a gameweek's run, one for each shard.
    static Query reports(Gameweek gameweek) {
        return FantasyKeys.SETTLEMENT.query(gameweek);
    }

    /// Returns the reports that belong to a run.
    static List<Item> ofRun(List<Item> reports, long run) {
        return reports.stream().filter(report -> report.number(GameweekItems.RUN) == run).toList();
    }

    /// Returns the sum of reports.
    static Counts counts(List<Item> reports) {
        return reports.stream()
                .map(report ->
                        new Counts(
                                report.number(GAMERS),
                                report.number(GAMERS_DONE),
                                report.number(ERRORS)))
                .reduce(Counts.NONE, Counts::plus);
    }

    /// The cursor of a job.
    ///
    /// @param counts null at the beginning
    /// @param position the position in the list of all gamers
    private record Cursor(@Nullable Counts counts, Page.@Nullable Position position) {
        static Cursor of(Texts in) {
            return in.isEmpty()
                    ? new Cursor(null, null)
                    : new Cursor(
                            new Counts(
                                    in.next(Long::parseLong),
                                    in.next(Long::parseLong),
                                    in.next(Long::parseLong)),
                            in.position());
        }
    }

    /// Performs one slice of a run.
    ///
    /// @param step the number of slices of the job before this one
    public Progress settle(FantasyWork.SettleGamers work, Texts texts, long step) {
        var shard = work.shard();
        var cursor = Cursor.of(texts);
        var slice = table.read(allGamers(shard), SLICE_MAX, cursor.position());
        var ids =
                slice.items().stream()
                        .map(item ->
                                FantasyKeys.ALL_GAMERS_ENTRY.parse(item.key(), (_, gamer) -> gamer))
                        .toList();
        var before =
                Objects.requireNonNullElseGet(
                        cursor.counts(), () -> new Counts(count(shard, slice), 0, 0));
        var result = gamers.settle(work.gameweek(), ids);
        if (result.state().run() != work.run()) {
            return new Progress.Finished();
        }
        var done = before.done() + ids.size();
        var next = slice.next();
        // a gamer who was erased since the count is not processed
        var after =
                new Counts(
                        next == null ? done : Math.max(before.gamers(), done),
                        done,
                        before.errors() + result.errors());
        report(work, step + 1, after, next == null);
        if (next == null) {
            end(result.state());
            return new Progress.Finished();
        }
        return Progress.more(after.gamers(), after.done(), after.errors(), next);
    }

    private static Query allGamers(int shard) {
        return Query.in(FantasyKeys.ALL_GAMERS.of(shard)).consistent();
    }

    /// Counts the gamers of a shard whose first page has been read.
    private long count(int shard, Page<Item> first) {
        var count = (long) first.items().size();
        var from = first.next();
        for (var number = 0; from != null && number < COUNT_QUERIES_MAX; number++) {
            var page = table.read(allGamers(shard), COUNT_PAGE_MAX, from);
            count += page.items().size();
            from = page.next();
        }
        return count;
    }

    /// Writes the progress of a shard, unless a later slice or run has written it already.
    private void report(
            FantasyWork.SettleGamers work, long step, Counts counts, boolean isFinished) {
        var run = work.run();
        var newest =
                absent().or(attribute(GameweekItems.RUN).isBelow(run))
                        .or(
                                attribute(GameweekItems.RUN)
                                        .is(run)
                                        .and(attribute(STEP).isBelow(step)));
        var item =
                Item.at(FantasyKeys.SETTLEMENT.key(work.gameweek(), work.shard()))
                        .with(GameweekItems.RUN, run)
                        .with(STEP, step)
                        .with(GAMERS, counts.gamers())
                        .with(GAMERS_DONE, counts.done())
                        .with(ERRORS, counts.errors())
                        .with(FINISHED, isFinished)
                        .build();
        var _ = table.write(Write.Put.of(item).onlyIf(newest));
    }

    /// Ends the run if this was the last of its shards, and starts the count of large leagues.
    ///
    /// If several shards finish at the same time, each reads the reports of the others, so that at
    /// least one reads all of them. If several do, the repeated writes do no harm.
    private void end(GameweekState state) {
        var run = state.run();
        var reports =
                table.read(
                        reports(state.gameweek()).consistent(), GamerItems.ALL_GAMERS_SHARDS, null);
        var finished =
                ofRun(reports.items(), run).stream()
                        .filter(report -> report.flag(FINISHED))
                        .count();
        if (finished < GamerItems.ALL_GAMERS_SHARDS) {
            return;
        }
        jobs.startOrRestart(new FantasyWork.RankLeagues());
        var current =
                attribute(GameweekItems.RUN)
                        .is(run)
                        .and(attribute(GameweekItems.ENDED_RUN).isBelow(run));
        var end =
                Write.Update.of(FantasyKeys.GAMEWEEK.key(state.gameweek()))
                        .set(GameweekItems.ENDED_RUN, run);
        if (state.hasSettlement()) {
            end = end.set(GameweekItems.SETTLED_AT, clock.millis());
        }
        var _ = table.write(end.onlyIf(current));
    }
}
