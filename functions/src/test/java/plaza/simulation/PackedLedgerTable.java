package plaza.simulation;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import plaza.id.PostId;
import plaza.table.Condition;
import plaza.table.Condition.Test;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.TableSchema;
import plaza.table.Write;
import plaza.tally.Ledger;

/// Another design of the ledger, under the real code: the latest changes of a post are noted in its
/// counter, so that one plain update counts a like; only what no longer fits becomes rows.
///
/// A change's state is its note, or its row where it has none. The counter numbers its moves, and a
/// move is made only from the one that was read before the rows. That it is exact is proved here;
/// what it would cost, and why it is not what is built, says `docs/decisions.md`.
final class PackedLedgerTable extends ForwardingTable {
    /// Fewer than a kilobyte holds, so that small worlds often have more.
    private static final int NOTES_MAX = 1;

    private static final String NOTES = "notes";
    private static final String MOVES = "moves";
    private static final String BETWEEN_NOTES = "\n";
    private static final String BETWEEN_FIELDS = "\t";

    private final MemoryTable table;
    private final Flaw design;
    private final Supplier<@Nullable Object> invocation;
    private final IdentityHashMap<Object, Item> counters = new IdentityHashMap<>();

    /// @param design where rows are written, and whether the counter is asked for its last move
    /// @param invocation whatever runs now
    PackedLedgerTable(MemoryTable table, Flaw design, Supplier<@Nullable Object> invocation) {
        super(table);
        this.table = table;
        this.design = design;
        this.invocation = invocation;
    }

    @Override
    public List<Item> getAll(List<Key> keys) {
        var running = invocation.get();
        var counterKey = counterOf(keys.getFirst());
        if (running == null || counterKey == null) {
            return table.getAll(keys);
        }
        var counter = table.getConsistent(counterKey);
        var rows = new LinkedHashMap<Key, Item>();
        table.getAll(keys).forEach(row -> rows.put(row.key(), row));
        if (counter == null) {
            counters.remove(running);
        } else {
            counters.put(running, counter);
            var notes = notes(counter);
            notes.keySet().retainAll(keys);
            rows.putAll(notes);
        }
        return List.copyOf(rows.values());
    }

    @Override
    public Outcome transact(List<Write> writes) {
        var running = invocation.get();
        if (running == null || counterOf(writes.getFirst().key()) == null) {
            return table.transact(writes);
        }
        var counter = counters.remove(running);
        if (counter == null) {
            return new Outcome.Refused(Ledger.Refusal.NO_COUNTER, null);
        }
        var notes = notes(counter);
        var news = new LinkedHashMap<Key, Item>();
        for (var write : writes) {
            if (write instanceof Write.Put(var row, _)) {
                news.put(row.key(), row);
            }
        }
        var spilled = new LinkedHashMap<Key, Item>();
        if (notes.size() + news.size() > NOTES_MAX) {
            spilled.putAll(notes);
            notes.clear();
        }
        notes.putAll(news);
        spilled.keySet().removeAll(news.keySet());
        var move = move(counter, (Write.Update) writes.getLast(), notes);
        if (design != Flaw.LEDGER_SPILLED) {
            var all = new ArrayList<Write>();
            spilled.values().forEach(row -> all.add(Write.Put.of(row)));
            all.add(move);
            return told(table.transact(all));
        }
        spilled.values().forEach(this::putUnlessNewer);
        var outcome = told(table.write(move));
        if (outcome instanceof Outcome.Refused(var refusal, _)
                && refusal == Ledger.Refusal.NO_COUNTER) {
            for (var key : spilled.keySet()) {
                var _ = table.write(Write.Delete.of(key));
            }
        }
        return outcome;
    }

    private Write move(Item counter, Write.Update planned, Map<Key, Item> notes) {
        var moves = counter.numberOrNull(MOVES);
        var unmoved =
                moves == null ? new Test.AttributeAbsent(MOVES) : new Test.NumberIs(MOVES, moves);
        var asked =
                design == Flaw.LEDGER_UNNUMBERED
                        ? new Test.Present()
                        : new Test.All(List.of(new Test.Present(), unmoved));
        var move =
                Write.Update.of(counter.key())
                        .set(NOTES, text(notes))
                        .set(MOVES, (moves == null ? 0 : moves) + 1);
        for (var change : planned.changes().entrySet()) {
            if (change.getValue() instanceof Write.Change.Add(var delta)) {
                move = move.add(change.getKey(), delta);
            }
        }
        return move.onlyIf(new Condition(asked, Ledger.Refusal.LEDGER_MOVED));
    }

    /// A counter that is gone has not moved.
    private static Outcome told(Outcome outcome) {
        return outcome instanceof Outcome.Refused(_, var found) && found == null
                ? new Outcome.Refused(Ledger.Refusal.NO_COUNTER, null)
                : outcome;
    }

    /// On DynamoDB one write, whose condition compares the texts of the sequence numbers.
    private void putUnlessNewer(Item row) {
        var found = table.getConsistent(row.key());
        while (found == null || sequence(found).compareTo(sequence(row)) < 0) {
            var unmoved =
                    found == null
                            ? new Test.Absent()
                            : new Test.TextIs(Ledger.SEQUENCE, sequence(found));
            var put = Write.Put.of(row).onlyIf(new Condition(unmoved, Ledger.Refusal.LEDGER_MOVED));
            if (table.write(put) instanceof Outcome.Done) {
                return;
            }
            found = table.getConsistent(row.key());
        }
    }

    /// The counter of the post whose ledger has the row, or null where the row is of no ledger.
    private static @Nullable Key counterOf(Key row) {
        return switch (KeySpace.familyOf(row.pk())) {
            case LIKE_LEDGER -> KeySpace.likeCount(PostId.of(KeySpace.ownerPart(row.pk())));
            case VIEW_LEDGER -> KeySpace.viewCount(PostId.of(KeySpace.ownerPart(row.pk())));
            default -> null;
        };
    }

    private static Map<Key, Item> notes(Item counter) {
        var notes = new LinkedHashMap<Key, Item>();
        var text = counter.textOrNull(NOTES);
        if (text != null) {
            for (var note : text.split(BETWEEN_NOTES, -1)) {
                var row = row(note.split(BETWEEN_FIELDS, -1));
                notes.put(row.key(), row);
            }
        }
        return notes;
    }

    private static Item row(String[] fields) {
        var row =
                Item.at(new Key(fields[0], fields[1]))
                        .with(Ledger.ON, Boolean.parseBoolean(fields[2]))
                        .with(Ledger.SEQUENCE, fields[3]);
        return (fields.length == 4 ? row : row.with(TableSchema.TTL, Long.parseLong(fields[4])))
                .build();
    }

    private static String text(Map<Key, Item> notes) {
        return String.join(BETWEEN_NOTES, notes.values().stream().map(row -> note(row)).toList());
    }

    private static String note(Item row) {
        var ttl = row.numberOrNull(TableSchema.TTL);
        var note =
                String.join(
                        BETWEEN_FIELDS,
                        row.key().pk(),
                        row.key().sk(),
                        Boolean.toString(row.flag(Ledger.ON)),
                        sequence(row));
        return ttl == null ? note : note + BETWEEN_FIELDS + ttl;
    }

    private static String sequence(Item row) {
        return row.text(Ledger.SEQUENCE);
    }
}
