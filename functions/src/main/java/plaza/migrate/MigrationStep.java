package plaza.migrate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.evolution.Migration;
import plaza.log.Log;
import plaza.migrate.MigrateRequest.Mode;
import plaza.migrate.Tally.Count;
import plaza.scan.Pace;
import plaza.scan.ScanWork;
import plaza.table.CollectionFull;
import plaza.table.InvocationBudget;
import plaza.table.Item;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.Scans;
import plaza.table.Scans.Consistency;
import plaza.table.Table;
import plaza.table.Unavailable;
import plaza.table.Write;

/// The part of a segment that one invocation handles, page by page.
///
/// A page counts as read only when all of its items are handled. Otherwise the next invocation
/// reads it again, and finds fewer old items in it.
final class MigrationStep {
    /// Items in one page of a segment. A Scan returns at most a megabyte.
    private static final int PAGE_SIZE = 250;

    /// Items that are rewritten at the same time: more would only queue in the client.
    private static final int CONCURRENCY_MAX = 16;

    /// How often an item that other writers change is read again.
    private static final int ATTEMPTS_MAX = 5;

    private final Table table;
    private final Scans scans;
    private final Migration migration;
    private final int newest;
    private final Mode mode;
    private final Scans.Segment segment;
    private final Pace pace;
    private final List<List<String>> failures = new ArrayList<>();
    private Tally tally = Tally.NOTHING;

    /// The items of the next batch; the first one shows what an item consumes.
    private int atOnce = 1;

    /// What became of an item: how it counts, or null if the table refused every attempt.
    ///
    /// @param plannedUnits what its rewrite will consume, in a plan
    private record Result(
            @Nullable Count count, @Nullable List<String> failure, double plannedUnits) {
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
            return new Result(count, List.of(item.key().pk(), item.key().sk(), reason), 0);
        }
    }

    /// @param newest the newest version of the migration's kind
    MigrationStep(
            Table table,
            Scans scans,
            Migration migration,
            int newest,
            Mode mode,
            Scans.Segment segment,
            Pace pace) {
        this.table = table;
        this.scans = scans;
        this.migration = migration;
        this.newest = newest;
        this.mode = mode;
        this.segment = segment;
        this.pace = pace;
    }

    /// Reads and handles pages until the segment or the time ends, or the table refuses.
    ///
    /// @param cursor the key of the last item that was handled, or nothing
    ScanWork.Slice read(List<String> cursor) {
        var next = cursor;
        var isRead = false;
        while (!isRead && Pace.isTimeLeft()) {
            var page =
                    scans.scan(
                            segment,
                            mode == Mode.PROVE ? Consistency.STRONG : Consistency.EVENTUAL,
                            PAGE_SIZE,
                            next.isEmpty() ? null : new Page.Position(next));
            if (!isHandled(page.items())) {
                break;
            }
            tally = tally.plus(Count.READ, page.items().size());
            var end = page.next();
            isRead = end == null;
            next = end == null ? List.of() : end.keyAttributes();
            pace.keep();
        }
        return new ScanWork.Slice(next, isRead, null, tally.numbers(), failures);
    }

    /// Handles the items of a page.
    ///
    /// @return whether all of them are handled
    private boolean isHandled(List<Item> page) {
        var items =
                page.stream()
                        .filter(item -> migration.kind().is(item.key()))
                        .filter(item -> isOld(item) || isUnknown(item))
                        .toList();
        // only a rewrite sends requests, which a batch sends at the same time
        var results =
                mode == Mode.MIGRATE ? handle(items) : items.stream().map(this::handle).toList();
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
        return isHandled;
    }

    /// Handles items until no time is left or the table refuses one.
    ///
    /// @return the results of those that were handled, in their order
    private List<Result> handle(List<Item> items) {
        var results = new ArrayList<Result>();
        var start = 0;
        while (start < items.size() && Pace.isTimeLeft() && !results.contains(Result.UNAVAILABLE)) {
            var before = InvocationBudget.current().writeUnits();
            var end = Math.min(start + atOnce, items.size());
            var batch = items.subList(start, end);
            results.addAll(table.concurrently(batch.size(), batch, this::handle));
            var consumed = InvocationBudget.current().writeUnits() - before;
            pace.keep();
            if (consumed > 0) {
                atOnce = fitting(batch.size() / consumed);
            }
            start = end;
        }
        return results;
    }

    /// The number of items that fit a quarter of a second.
    private int fitting(double itemsPerUnit) {
        return Math.clamp((long) (pace.unitsPerSecond() * itemsPerUnit / 4), 1, CONCURRENCY_MAX);
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
                if (table.writeTogether(writes) instanceof Outcome.Done) {
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
}
