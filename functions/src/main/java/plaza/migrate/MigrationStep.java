package plaza.migrate;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import plaza.evolution.Migration;
import plaza.log.Log;
import plaza.migrate.MigrationRun.Failure;
import plaza.migrate.MigrationRun.Mode;
import plaza.migrate.MigrationRun.Progress;
import plaza.migrate.MigrationRun.Segment;
import plaza.migrate.Tally.Count;
import plaza.table.CollectionFull;
import plaza.table.InvocationBudget;
import plaza.table.Item;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.Retry;
import plaza.table.Scans;
import plaza.table.Scans.Consistency;
import plaza.table.Table;
import plaza.table.Unavailable;
import plaza.table.Write;

/// The part of a run that one invocation performs.
///
/// It reads a page of each segment at the same time and handles their items. A page counts as read
/// only when all of its items are handled. Otherwise the next invocation reads it again, and finds
/// fewer old items in it.
final class MigrationStep {
    /// Items in one page of a segment. A Scan returns at most a megabyte.
    private static final int PAGE_SIZE = 250;

    /// Items that are rewritten at the same time: more would only queue in the client.
    private static final int CONCURRENCY_MAX = 16;

    /// How often an item that other writers change is read again.
    private static final int ATTEMPTS_MAX = 5;

    /// How far a run can be behind its rate and catch up. After a longer delay, such as one that
    /// throttling causes, it does not send what it missed: other callers need the table.
    private static final Duration BEHIND_MAX = Duration.ofSeconds(1);

    /// The part of an invocation's time that is reserved for saving the state.
    private static final Duration RESERVE = Duration.ofSeconds(5);

    private final Table table;
    private final Scans scans;
    private final Clock clock;
    private final Retry.Pause pause;
    private final Migration migration;
    private final int newest;
    private final Mode mode;
    private final int unitsPerSecond;

    /// When a run that always kept to its rate would have sent the first of [#units].
    private Instant paceFrom;

    /// The write units since [#paceFrom].
    private double units;

    /// The items of the next batch; the first one shows what an item consumes.
    private int atOnce = 1;

    /// A page of a segment.
    private record Read(int segment, Page<Item> page) {}

    /// What became of an item: how it counts, or null if the table refused every attempt.
    ///
    /// @param plannedUnits what its rewrite will consume, in a plan
    private record Result(@Nullable Count count, @Nullable Failure failure, double plannedUnits) {
        static final Result UNAVAILABLE = new Result(null, null, 0);

        static Result of(Count count) {
            return new Result(count, null, 0);
        }

        static Result planned(double units) {
            return new Result(Count.OLD, null, units);
        }

        static Result failed(Item item, String reason) {
            return left(Count.FAILED, item, reason);
        }

        static Result left(Count count, Item item, String reason) {
            return new Result(count, new Failure(item.key().pk(), item.key().sk(), reason), 0);
        }
    }

    /// @param newest the newest version of the migration's kind
    MigrationStep(
            Table table,
            Scans scans,
            Clock clock,
            Retry.Pause pause,
            Migration migration,
            int newest,
            MigrationRun.Order order) {
        this.table = table;
        this.scans = scans;
        this.clock = clock;
        this.pause = pause;
        this.migration = migration;
        this.newest = newest;
        this.mode = order.mode();
        this.unitsPerSecond = order.unitsPerSecond();
        this.paceFrom = clock.instant();
    }

    static boolean isTimeLeft() {
        return InvocationBudget.current().remaining().compareTo(RESERVE) > 0;
    }

    /// Reads and handles one page of each segment that is not read.
    Progress advance(Progress progress) {
        var budget = InvocationBudget.current();
        var readBefore = budget.readUnits();
        var writtenBefore = budget.writeUnits();
        var segments = new ArrayList<>(progress.segments());
        var tally = Tally.NOTHING;
        var failures = new ArrayList<Failure>();
        for (var read : read(segments)) {
            var items =
                    read.page().items().stream()
                            .filter(item -> migration.kind().is(item.key()))
                            .filter(item -> isOld(item) || isUnknown(item))
                            .toList();
            // only a rewrite sends requests, which a batch sends at the same time
            var results =
                    mode == Mode.MIGRATE
                            ? handle(items)
                            : items.stream().map(this::handle).toList();
            var isHandled = results.size() == items.size() && !results.contains(Result.UNAVAILABLE);
            for (var result : results) {
                // what was left is found again when the page is read again
                if (result.count() != null && (isHandled || result.failure() == null)) {
                    tally =
                            tally.plus(result.count(), 1)
                                    .plus(Count.PLANNED_UNITS, result.plannedUnits());
                    if (result.failure() != null) {
                        failures.add(result.failure());
                    }
                }
            }
            if (!isHandled) {
                break;
            }
            tally = tally.plus(Count.READ, read.page().items().size());
            var next = read.page().next();
            segments.set(read.segment(), new Segment(next, next == null));
        }
        return progress.plus(
                segments,
                tally.plus(Count.READ_UNITS, budget.readUnits() - readBefore)
                        .plus(Count.WRITE_UNITS, budget.writeUnits() - writtenBefore),
                failures,
                clock.instant());
    }

    private List<Read> read(List<Segment> segments) {
        var consistency = mode == Mode.PROVE ? Consistency.STRONG : Consistency.EVENTUAL;
        var reads = new ArrayList<Supplier<Read>>();
        for (var number = 0; number < segments.size(); number++) {
            var segment = segments.get(number);
            if (!segment.isRead()) {
                var part = new Scans.Segment(number, segments.size());
                reads.add(() ->
                        new Read(
                                part.number(),
                                scans.scan(part, consistency, PAGE_SIZE, segment.after())));
            }
        }
        return table.together(reads);
    }

    /// Handles items until no time is left or the table refuses one.
    ///
    /// @return the results of those that were handled, in their order
    private List<Result> handle(List<Item> items) {
        var results = new ArrayList<Result>();
        var start = 0;
        while (start < items.size() && isTimeLeft() && !results.contains(Result.UNAVAILABLE)) {
            var before = InvocationBudget.current().writeUnits();
            var end = Math.min(start + atOnce, items.size());
            var batch = items.subList(start, end);
            results.addAll(table.concurrently(batch.size(), batch, this::handle));
            var consumed = InvocationBudget.current().writeUnits() - before;
            keepPace(consumed);
            if (consumed > 0) {
                atOnce = fitting(batch.size() / consumed);
            }
            start = end;
        }
        return results;
    }

    /// The number of items that fit a quarter of a second.
    private int fitting(double itemsPerUnit) {
        return Math.clamp((long) (unitsPerSecond * itemsPerUnit / 4), 1, CONCURRENCY_MAX);
    }

    private boolean isOld(Item item) {
        return item.version() < migration.to();
    }

    private boolean isUnknown(Item item) {
        return item.version() < 1 || item.version() > newest;
    }

    private Result handle(Item item) {
        if (isUnknown(item)) {
            return Result.left(Count.UNKNOWN, item, "an unknown version");
        }
        return switch (mode) {
            case PLAN -> planned(item);
            case MIGRATE -> rewrite(item);
            case PROVE -> Result.of(Count.OLD);
        };
    }

    private Result planned(Item item) {
        try {
            return Result.planned(migration.writeUnits(item));
        } catch (IllegalStateException | IllegalArgumentException fault) {
            return invalid(item, fault);
        }
    }

    private Result invalid(Item item, RuntimeException fault) {
        Log.fault("item could not be migrated", fault);
        return Result.failed(item, "not a valid item of version " + migration.from());
    }

    private Result rewrite(Item found) {
        var item = found;
        try {
            for (var attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
                var writes = writes(item);
                var outcome =
                        writes.size() == 1
                                ? table.write(writes.getFirst())
                                : table.transact(writes);
                if (outcome instanceof Outcome.Done) {
                    return Result.of(Count.REWRITTEN);
                }
                var now = table.getConsistent(item.key());
                if (now == null || !isOld(now)) {
                    return Result.of(Count.SUPERSEDED);
                }
                item = now;
            }
            return Result.failed(item, "another item prevents it, or it changed at each attempt");
        } catch (Unavailable _) {
            return Result.UNAVAILABLE;
        } catch (CollectionFull _) {
            return Result.failed(item, "its item collection is full");
        } catch (IllegalStateException | IllegalArgumentException fault) {
            return invalid(item, fault);
        }
    }

    private List<Write> writes(Item item) {
        var joined = migration.joinedKeys(item);
        return migration.writes(item, joined.isEmpty() ? Map.of() : table.getByKey(joined));
    }

    /// Waits until the consumed units are within the rate.
    private void keepPace(double more) {
        units += more;
        var lasts = Duration.ofNanos((long) (units / unitsPerSecond * 1e9));
        var now = clock.instant();
        var wait = Duration.between(now, paceFrom.plus(lasts));
        var left = InvocationBudget.current().remaining().minus(RESERVE);
        if (wait.isPositive() && left.isPositive()) {
            pause.pause(wait.compareTo(left) < 0 ? wait : left);
        } else if (wait.plus(BEHIND_MAX).isNegative()) {
            paceFrom = now.minus(lasts).minus(BEHIND_MAX);
        }
    }
}
