package plaza.simulation;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import plaza.job.Job;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Unavailable;
import plaza.table.Write;

/// A table that changes the writes of the real code into those of a [WrongDesign].
final class WrongDesignTable extends ForwardingTable {
    private final MemoryTable table;
    private final WrongDesign design;
    private final Clock clock;
    private final Supplier<@Nullable Object> invocation;
    private final IdentityHashMap<Object, List<Runnable>> postponed = new IdentityHashMap<>();

    /// @param invocation supplies the current invocation
    WrongDesignTable(
            MemoryTable table,
            WrongDesign design,
            Clock clock,
            Supplier<@Nullable Object> invocation) {
        super(table);
        this.table = table;
        this.design = design;
        this.clock = clock;
        this.invocation = invocation;
    }

    /// Ends the current invocation: performs the writes that it postponed.
    void finish() {
        var work = postponed.remove(invocation.get());
        if (work != null) {
            work.forEach(Runnable::run);
        }
    }

    @Override
    public Page<Item> read(Query query, int limit, Page.@Nullable Position after) {
        var page = table.read(query, limit, after);
        return design == WrongDesign.BACKFILL_OF_NOW
                        && KeySpace.familyOf(query.collection().pk()) == KeySpace.Family.POSTS
                ? new Page<>(page.items(), null)
                : page;
    }

    @Override
    public Outcome write(Write write) {
        if (design == WrongDesign.JOB_ENDS_EARLY
                && write instanceof Write.Put put
                && family(put) == KeySpace.Family.JOB) {
            return table.write(new Write.Put(ending(put.item(), 14), put.condition()));
        }
        if (design == WrongDesign.JOB_SHARED
                && write instanceof Write.Put(var item, var condition)
                && family(write) == KeySpace.Family.JOB) {
            return table.write(new Write.Put(shared(item), condition));
        }
        if (design == WrongDesign.CURSOR_BEFORE_WORK && family(write) == KeySpace.Family.JOB) {
            var outcome = table.write(write);
            finish();
            return outcome;
        }
        return table.write(write);
    }

    @Override
    public Outcome transact(List<Write> writes) {
        var counts =
                switch (family(writes.getFirst())) {
                    case LIKE_LEDGER, VIEW_LEDGER -> true;
                    default -> false;
                };
        return counts ? count(writes) : other(writes);
    }

    private Outcome count(List<Write> writes) {
        return switch (design) {
            case ADD_OUTSIDE_TRANSACTION -> {
                var rows = writes.subList(0, writes.size() - 1);
                var outcome = table.transact(rows);
                yield outcome instanceof Outcome.Refused ? outcome : table.write(writes.getLast());
            }
            case LEDGER_UNCONDITIONAL ->
                    table.transact(
                            writes.stream()
                                    .map(write ->
                                            write instanceof Write.Put(var row, _)
                                                    ? Write.Put.of(row)
                                                    : write)
                                    .toList());
            case LEDGER_ENDS_EARLY ->
                    table.transact(
                            writes.stream()
                                    .map(write ->
                                            write instanceof Write.Put(var row, var condition)
                                                    ? new Write.Put(ending(row, 2), condition)
                                                    : write)
                                    .toList());
            default -> table.transact(writes);
        };
    }

    private Outcome other(List<Write> writes) {
        return switch (design) {
            case CLEANUP_UNCHECKED ->
                    table.transact(
                            writes.stream()
                                    .filter(write -> !(write instanceof Write.Check))
                                    .toList());
            case CURSOR_BEFORE_WORK -> {
                var running = invocation.get();
                if (running == null || !(writes.getFirst() instanceof Write.Check)) {
                    yield table.transact(writes);
                }
                postponed
                        .computeIfAbsent(running, _ -> new ArrayList<>())
                        .add(() -> {
                            var _ = table.transact(writes);
                        });
                yield new Outcome.Done();
            }
            default -> table.transact(writes);
        };
    }

    @Override
    public void writeAll(List<Write> writes) {
        var running = invocation.get();
        if (design == WrongDesign.CURSOR_BEFORE_WORK && running != null) {
            postponed
                    .computeIfAbsent(running, _ -> new ArrayList<>())
                    .add(() -> table.writeAll(writes));
        } else if (design == WrongDesign.BATCH_IGNORED) {
            try {
                table.writeAll(writes);
            } catch (Unavailable _) {
                // The wrong design: the failure is ignored.
            }
        } else {
            table.writeAll(writes);
        }
    }

    /// The job of an unfollow with a key that all unfollows of the same pair share.
    private static Item shared(Item item) {
        var job = Job.from(item);
        if (job.kind() != Job.Kind.REMOVE_AUTHOR_ENTRIES) {
            return item;
        }
        var named =
                new Job(
                        job.kind(),
                        job.ids().subList(0, 2),
                        job.arguments(),
                        job.step(),
                        job.cursor(),
                        job.deferrals());
        var attributes = new HashMap<>(item.attributes());
        attributes.putAll(Item.at(named.key()).with("ids", named.ids()).build().attributes());
        return new Item(attributes);
    }

    private Item ending(Item item, int days) {
        var builder = Item.at(item.key());
        var attributes = new HashMap<>(item.attributes());
        attributes.putAll(
                builder.endingAt(clock.instant().plus(Duration.ofDays(days))).build().attributes());
        return new Item(attributes);
    }

    private static KeySpace.Family family(Write write) {
        return KeySpace.familyOf(write.key().pk());
    }
}
