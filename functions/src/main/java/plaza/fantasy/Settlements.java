package plaza.fantasy;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.attribute;

import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.model.Chip;
import plaza.fantasy.model.FixturePoints;
import plaza.fantasy.model.Gamer;
import plaza.fantasy.model.GameweekScore;
import plaza.fantasy.model.GameweekState;
import plaza.fantasy.model.Rules;
import plaza.id.FootballerId;
import plaza.id.GamerId;
import plaza.id.Gameweek;
import plaza.id.LeagueId;
import plaza.job.Job;
import plaza.job.Jobs;
import plaza.job.Progress;
import plaza.log.Log;
import plaza.table.Concurrently;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Write;

/// Writes the points of a gameweek to gamers, their sheets and their leagues, or removes them.
///
/// **The result.** When the stream is drained, the last run of each gameweek decides. If it settles
/// the gameweek, every gamer has the points of the sheet in force and of the fixture points known;
/// if it unsettles the gameweek, no gamer has points of it. A gamer's total is the sum of their
/// points, and each of their memberships, its sort key in the standings included, has that total.
/// This holds in whatever order the runs of all gameweeks start, repeat, crash and overtake each
/// other, because of four rules:
///
/// 1. A slice reads the gamers first, then the gameweek with its last run, then sheets and fixture
///    points, all consistently; and it writes a gamer only if their version is still the one read.
///    So a write never replaces one that was based on a later read of the same gamer.
/// 2. Points are set, never added; the total is the sum of what is set.
/// 3. A copy of a gamer's points (on a membership, on a sheet) carries the gamer's version and
///    replaces only a lower one. A delayed copy changes nothing.
/// 4. After its writes a slice reads the gameweek again. If a newer run has begun, the slice
///    settles its gamers once more for that run, and its own job ends. A run does not write a gamer
///    whose points are right already, so rule 1 alone would let a delayed slice of an older run
///    write afterwards. If a slice crashes before this check, the stream repeats it.
///
/// The gamers come from a list of their own, not from an index of sheets: a gamer without a sheet
/// of the gameweek plays their last squad again, and an index may lag behind.
public final class Settlements {
    /// Gamers that one slice settles: about a thousand writes, well below a second.
    public static final int SLICE_MAX = 100;

    /// Queries for earlier sheets that are under way at once.
    private static final int QUERIES_AT_ONCE_MAX = 16;

    /// Entries of the list of all gamers in one Query when they are counted.
    private static final int COUNT_PAGE_MAX = 10_000;

    /// Queries that counting one shard may take: 16 million gamers in all.
    private static final int COUNT_QUERIES_MAX = 100;

    /// Earlier sheets to look at: those of free hits do not count.
    private static final int EARLIER_SHEETS_MAX = 1 + Rules.STANDARD.usesMaxOf(Chip.FREE_HIT);

    private enum Failure {
        CHANGED,
        NEWER_COPY,
        OVERTAKEN
    }

    private final Table table;
    private final Clock clock;
    private final Jobs jobs;

    public Settlements(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
        this.jobs = new Jobs(table, clock);
    }

    /// How far a settlement has come.
    ///
    /// @param gamers how many there are, of the shards that have begun
    /// @param done how many of them are settled, the failed ones included
    /// @param errors how many could not be settled, because what is stored of them makes no sense
    record Counts(long gamers, long done, long errors) {
        static final Counts NONE = new Counts(0, 0, 0);

        Counts plus(Counts other) {
            return new Counts(gamers + other.gamers, done + other.done, errors + other.errors);
        }
    }

    /// The writes that begin the next run of a gameweek, and with it one job for each shard of the
    /// list of all gamers. The jobs of the run before it end with their current slices.
    ///
    /// @param begin the gameweek with the new run, under the condition that no other run began
    static List<Write> begin(Write.Update begin, GameweekState state, Jobs jobs) {
        return Stream.concat(
                        Stream.of(begin),
                        settlement(state.gameweek(), state.run()).stream().map(jobs::start))
                .toList();
    }

    private static List<Job> settlement(Gameweek gameweek, long run) {
        return IntStream.range(0, FantasyItems.ALL_GAMERS_SHARDS)
                .mapToObj(shard ->
                        Job.of(
                                Job.Kind.SETTLE_GAMERS,
                                List.of(
                                        gameweek.text(),
                                        Integer.toString(shard),
                                        Long.toString(run)),
                                List.of()))
                .toList();
    }

    /// What the shards of a run have reported.
    static Counts counts(List<Item> shards, long run) {
        var counts = Counts.NONE;
        for (var shard : shards) {
            if (shard.number(FantasyItems.RUN) == run) {
                counts =
                        counts.plus(
                                new Counts(
                                        shard.number(FantasyItems.GAMERS),
                                        shard.number(FantasyItems.GAMERS_DONE),
                                        shard.number(FantasyItems.ERRORS)));
            }
        }
        return counts;
    }

    /// One slice of a run. The place is the counts so far, then the position in the list of all
    /// gamers.
    public Progress settle(Job job) {
        var gameweek = Gameweek.parse(job.ids().get(0));
        var shard = Integer.parseInt(job.ids().get(1));
        var run = Long.parseLong(job.ids().get(2));
        var place = job.cursor();
        var slice =
                table.read(
                        allGamers(shard),
                        SLICE_MAX,
                        place.isEmpty() ? null : new Page.Position(place.subList(3, place.size())));
        var gamers = slice.items().stream().map(item -> KeySpace.gamerId(item.key().sk())).toList();
        var before = place.isEmpty() ? new Counts(count(shard, slice), 0, 0) : counts(place);
        var settled = settle(gameweek, gamers);
        if (settled.state().run() != run) {
            return new Progress.Finished();
        }
        var after =
                new Counts(
                        Math.max(before.gamers(), before.done() + gamers.size()),
                        before.done() + gamers.size(),
                        before.errors() + settled.errors());
        var next = slice.next();
        report(job, gameweek, shard, run, after, next == null);
        if (next == null) {
            end(settled.state());
            return new Progress.Finished();
        }
        return new Progress.More(
                Stream.concat(places(after), next.keyAttributes().stream()).toList());
    }

    private static Stream<String> places(Counts counts) {
        return Stream.of(counts.gamers(), counts.done(), counts.errors()).map(String::valueOf);
    }

    private static Counts counts(List<String> place) {
        return new Counts(
                Long.parseLong(place.get(0)),
                Long.parseLong(place.get(1)),
                Long.parseLong(place.get(2)));
    }

    private static Query allGamers(int shard) {
        return Query.in(KeySpace.allGamers(shard)).consistent();
    }

    /// How many gamers a shard has, of which the first page is known.
    private long count(int shard, Page<Item> first) {
        var count = (long) first.items().size();
        var from = first.next();
        if (from == null) {
            return count;
        }
        for (var number = 0; number < COUNT_QUERIES_MAX; number++) {
            var page = table.read(allGamers(shard), COUNT_PAGE_MAX, from);
            count += page.items().size();
            from = page.next();
            if (from == null) {
                break;
            }
        }
        return count;
    }

    /// Writes down how far the shard has come, unless a later slice or run has already.
    private void report(
            Job job, Gameweek gameweek, int shard, long run, Counts counts, boolean isFinished) {
        var step = job.step() + 1;
        var newest =
                absent().or(attribute(FantasyItems.RUN).isBelow(run))
                        .or(
                                attribute(FantasyItems.RUN)
                                        .is(run)
                                        .and(attribute(FantasyItems.STEP).isBelow(step)));
        var item =
                Item.at(KeySpace.settlement(gameweek, shard))
                        .with(FantasyItems.RUN, run)
                        .with(FantasyItems.STEP, step)
                        .with(FantasyItems.GAMERS, counts.gamers())
                        .with(FantasyItems.GAMERS_DONE, counts.done())
                        .with(FantasyItems.ERRORS, counts.errors())
                        .with(FantasyItems.FINISHED, isFinished)
                        .build();
        var _ = table.write(Write.Put.of(item).onlyIf(newest.otherwise(Failure.OVERTAKEN)));
    }

    /// After the last slice of a shard: if it was the last shard too, the leagues are ranked, and
    /// the run has ended. Of shards that end together each sees the others' reports, so at least
    /// one sees all; more than one do no harm.
    private void end(GameweekState state) {
        var run = state.run();
        var shards =
                table.read(
                        progress(state.gameweek()).consistent(),
                        FantasyItems.ALL_GAMERS_SHARDS,
                        null);
        var ended =
                shards.items().stream()
                        .filter(shard -> shard.number(FantasyItems.RUN) == run)
                        .filter(shard -> shard.flag(FantasyItems.FINISHED))
                        .count();
        if (ended < FantasyItems.ALL_GAMERS_SHARDS) {
            return;
        }
        jobs.startOrRestart(Rankings.allLeagues());
        var current =
                attribute(FantasyItems.RUN)
                        .is(run)
                        .and(attribute(FantasyItems.ENDED_RUN).isBelow(run));
        var end =
                Write.Update.of(KeySpace.gameweek(state.gameweek()))
                        .set(FantasyItems.ENDED_RUN, run);
        if (state.hasSettlement()) {
            end = end.set(FantasyItems.SETTLED_AT, clock.millis());
        }
        var _ = table.write(end.onlyIf(current.otherwise(Failure.OVERTAKEN)));
    }

    /// The reports of a gameweek's settlement.
    static Query progress(Gameweek gameweek) {
        return Query.in(KeySpace.gameweekItems(gameweek))
                .beginningWith(KeySpace.settlementPrefix());
    }

    /// The result of settling some gamers.
    ///
    /// @param state the gameweek with the run that they were settled for
    /// @param errors how many of them could not be settled
    private record Settled(GameweekState state, int errors) {}

    /// Settles these gamers for the last run of the gameweek.
    private Settled settle(Gameweek gameweek, List<GamerId> ids) {
        var left = new ArrayList<>(ids);
        var errors = new AtomicInteger();
        var settled =
                table.optimistically(() -> {
                    // The order of these reads is rule 1.
                    var gamers = table.getAll(left.stream().map(KeySpace::gamer).toList());
                    var state = state(gameweek);
                    var works = works(state, gamers);
                    errors.addAndGet(gamers.size() - works.size());
                    left.clear();
                    left.addAll(write(works));
                    if (state(gameweek).run() != state.run()) {
                        // Rule 4.
                        left.clear();
                        left.addAll(ids);
                        errors.set(0);
                        return null;
                    }
                    return left.isEmpty() ? state : null;
                });
        return new Settled(settled, errors.get());
    }

    private GameweekState state(Gameweek gameweek) {
        var item = table.getConsistent(KeySpace.gameweek(gameweek));
        if (item == null) {
            throw new IllegalStateException("a gameweek is gone");
        }
        return FantasyItems.gameweek(item);
    }

    /// What the last run of a gameweek writes of these gamers. A gamer whose items make no sense is
    /// left out.
    private List<Work> works(GameweekState state, List<Item> items) {
        if (items.isEmpty()) {
            return List.of();
        }
        var gameweek = state.gameweek();
        var gamers = items.stream().map(FantasyItems::gamer).toList();
        if (!state.hasSettlement()) {
            var own = ownSheets(gameweek, playing(gameweek, gamers));
            return gamers.stream()
                    .map(gamer ->
                            Work.unsettling(gamer, gameweek, own.get(KeySpace.gamer(gamer.id()))))
                    .toList();
        }
        var sheets = sheets(gameweek, gamers);
        var lines = lines(gameweek);
        var works = new ArrayList<Work>();
        for (var gamer : gamers) {
            try {
                works.add(
                        Work.settling(
                                gamer, gameweek, sheets.get(KeySpace.gamer(gamer.id())), lines));
            } catch (IllegalStateException | IllegalArgumentException fault) {
                Log.fault("gamer could not be settled", fault);
            }
        }
        return works;
    }

    /// What is to be written of one gamer.
    ///
    /// @param points of the gameweek, or null to remove them
    /// @param sheet the gamer's own sheet of the gameweek, or null
    private record Work(
            Gamer before,
            Gamer after,
            Gameweek gameweek,
            @Nullable Integer points,
            @Nullable Item sheet) {
        private static Work unsettling(Gamer gamer, Gameweek gameweek, @Nullable Item sheet) {
            return new Work(gamer, gamer.unsettled(gameweek), gameweek, null, sheet);
        }

        private static Work settling(
                Gamer gamer,
                Gameweek gameweek,
                @Nullable InForce inForce,
                Map<FootballerId, List<FixturePoints>> lines) {
            if (inForce == null) {
                return new Work(gamer, gamer.settled(gameweek, 0), gameweek, 0, null);
            }
            var accepted = FantasyItems.sheet(inForce.item());
            var points =
                    GameweekScore.of(
                                    inForce.isOwn()
                                            ? accepted.sheet()
                                            : accepted.sheet().playedAgain(),
                                    lines,
                                    accepted.positionsById(),
                                    Rules.STANDARD)
                            .points();
            return new Work(
                    gamer,
                    gamer.settled(gameweek, points),
                    gameweek,
                    points,
                    inForce.isOwn() ? inForce.item() : null);
        }

        private boolean isNew() {
            return after.version() != before.version();
        }

        /// Whether the gamer's own sheet has these points already, and so late copies of older ones
        /// cannot replace them.
        private boolean isCopiedTo(Item own) {
            var found = own.numberOrNull(FantasyItems.POINTS);
            var version = own.numberOrNull(FantasyItems.GAMER_VERSION);
            return Objects.equals(found, points == null ? null : points.longValue())
                    && version != null
                    && version >= after.version();
        }
    }

    /// The sheet that a gamer plays in a gameweek.
    ///
    /// @param isOwn whether it was put for that gameweek
    private record InForce(Item item, boolean isOwn) {}

    /// Those of the gamers whose first sheet is not later than the gameweek.
    private static List<GamerId> playing(Gameweek gameweek, List<Gamer> gamers) {
        return gamers.stream()
                .filter(gamer -> {
                    var first = gamer.firstSheet();
                    return first != null && first.compareTo(gameweek) <= 0;
                })
                .map(Gamer::id)
                .toList();
    }

    /// The sheets that were put for the gameweek, by the keys of their gamers.
    private Map<Key, Item> ownSheets(Gameweek gameweek, List<GamerId> gamers) {
        var own = new HashMap<Key, Item>();
        for (var item :
                table.getAll(
                        gamers.stream().map(id -> KeySpace.teamSheet(id, gameweek)).toList())) {
            own.put(KeySpace.gamer(gamerOf(item)), item);
        }
        return own;
    }

    private static GamerId gamerOf(Item sheet) {
        return GamerId.of(KeySpace.ownerPart(sheet.key().pk()));
    }

    /// The sheets in force, by the keys of their gamers.
    private Map<Key, InForce> sheets(Gameweek gameweek, List<Gamer> gamers) {
        var playing = playing(gameweek, gamers);
        var own = ownSheets(gameweek, playing);
        var inForce = new HashMap<Key, InForce>();
        var others = new ArrayList<GamerId>();
        for (var id : playing) {
            var item = own.get(KeySpace.gamer(id));
            if (item == null) {
                others.add(id);
            } else {
                inForce.put(KeySpace.gamer(id), new InForce(item, true));
            }
        }
        for (var earlier :
                Concurrently.map(QUERIES_AT_ONCE_MAX, others, id -> earlier(gameweek, id))) {
            earlier.stream()
                    .filter(item ->
                            !Chip.FREE_HIT.text().equals(item.textOrNull(FantasyItems.CHIP)))
                    .findFirst()
                    .ifPresent(item ->
                            inForce.put(KeySpace.gamer(gamerOf(item)), new InForce(item, false)));
        }
        return inForce;
    }

    private List<Item> earlier(Gameweek gameweek, GamerId gamer) {
        return table.read(
                        Query.in(KeySpace.gamerItems(gamer))
                                .beginningWith(KeySpace.teamSheetPrefix())
                                .descending()
                                .consistent(),
                        EARLIER_SHEETS_MAX,
                        Page.Position.of(KeySpace.teamSheet(gamer, gameweek)))
                .items();
    }

    private Map<FootballerId, List<FixturePoints>> lines(Gameweek gameweek) {
        return GameweekFixturePoints.all(table, gameweek)
                .collect(
                        Collectors.groupingBy(
                                FantasyItems::footballerOf,
                                Collectors.mapping(
                                        FantasyItems::fixturePoints, Collectors.toList())));
    }

    /// Writes gamers, then what is copied from each that was written.
    ///
    /// @return those who were no longer as they were read: nothing is written of them
    private List<GamerId> write(List<Work> works) {
        var changed = works.stream().filter(Work::isNew).toList();
        var outcomes = table.writeEach(changed.stream().map(Settlements::points).toList());
        var refused = new ArrayList<GamerId>();
        var written = new ArrayList<>(works);
        for (var place = 0; place < changed.size(); place++) {
            if (outcomes.get(place) instanceof Outcome.Refused) {
                refused.add(changed.get(place).after().id());
                written.remove(changed.get(place));
            }
        }
        var copies = new ArrayList<Write>();
        for (var work : written) {
            var sheet = work.sheet();
            if (sheet != null && !work.isCopiedTo(sheet)) {
                copies.add(score(work, sheet.number(FantasyItems.REVISION)));
            }
            if (work.isNew()) {
                work.after()
                        .leagues()
                        .forEach(league -> copies.add(standing(work.after(), league)));
            }
        }
        copies.addAll(standingsLeftBehind(written));
        // Refused: it has newer points, or he has just left.
        var _ = table.writeEach(copies);
        return refused;
    }

    private static Write points(Work work) {
        return FantasyItems.points(work.after())
                .onlyIf(
                        attribute(FantasyItems.VERSION)
                                .is(work.before().version())
                                .otherwise(Failure.CHANGED));
    }

    private static Write standing(Gamer gamer, LeagueId league) {
        return FantasyItems.standing(gamer, league)
                .onlyIf(
                        attribute(FantasyItems.GAMER_VERSION)
                                .isBelow(gamer.version())
                                .otherwise(Failure.NEWER_COPY));
    }

    /// Of gamers whose points do not change, the memberships that still have older ones because
    /// somebody stopped halfway. They are few or none, and reading costs a fifth of writing.
    private List<Write> standingsLeftBehind(List<Work> works) {
        var gamers = new HashMap<Key, Gamer>();
        for (var work : works) {
            if (!work.isNew()) {
                for (var league : work.after().leagues()) {
                    gamers.put(KeySpace.membership(work.after().id(), league), work.after());
                }
            }
        }
        var behind = new ArrayList<Write>();
        for (var item : table.getAll(List.copyOf(gamers.keySet()))) {
            var membership = FantasyItems.membership(item);
            var gamer = gamers.get(item.key());
            if (gamer != null && membership.gamerVersion() < gamer.version()) {
                behind.add(standing(gamer, membership.league()));
            }
        }
        return behind;
    }

    private static Write score(Work work, long revision) {
        var gamer = work.after();
        var sameAndOlder =
                attribute(FantasyItems.REVISION)
                        .is(revision)
                        .and(
                                attribute(FantasyItems.GAMER_VERSION)
                                        .isAbsent()
                                        .or(
                                                attribute(FantasyItems.GAMER_VERSION)
                                                        .isBelow(gamer.version())));
        return FantasyItems.score(gamer.id(), work.gameweek(), work.points(), gamer.version())
                .onlyIf(sameAndOlder.otherwise(Failure.NEWER_COPY));
    }
}
