package plaza.migrate;

import java.util.HashMap;
import java.util.List;
import plaza.simulation.MemoryTable;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.PlatformKeys;
import plaza.table.Write;

/// The table of [Migrate] in a wrong design: it changes the writes of items.
final class WrongMigrationTable extends ForwardingTable {
    private final MemoryTable table;
    private final WrongMigration design;

    WrongMigrationTable(MemoryTable table, WrongMigration design) {
        super(table);
        this.table = table;
        this.design = design;
    }

    private Write wrong(Write write) {
        if (PlatformKeys.SCAN_RUN.is(write.key())
                || PlatformKeys.SCAN_FINDINGS.is(write.key())
                || PlatformKeys.MIGRATION_RECORD.is(write.key())) {
            return write;
        }
        return switch (design) {
            case UNCONDITIONAL -> unconditional(write);
            case ATTRIBUTES_DROPPED ->
                    write instanceof Write.Update update ? withoutExtra(update) : write;
            case NONE,
                    DELETED_BEFORE_COPIED,
                    PROOF_TOO_EARLY,
                    PROOF_EVENTUAL,
                    ROLLBACK_DURING_PROOF,
                    COUNT_OF_LIST,
                    PLACES_READ_TOGETHER,
                    OLD_PLACE_WRITTEN,
                    NEW_PLACE_READ_ONCE ->
                    write;
        };
    }

    private static Write unconditional(Write write) {
        return switch (write) {
            case Write.Put put -> Write.Put.of(put.item());
            case Write.Delete delete -> Write.Delete.of(delete.key());
            case Write.Update update -> new Write.Update(update.key(), update.changes(), null);
            case Write.Check check -> check;
        };
    }

    /// The whole item instead of an update, without the attribute that the release does not name.
    private Write withoutExtra(Write.Update update) {
        var found = table.peek(update.key());
        if (found == null || !found.has(Shape.EXTRA)) {
            return update;
        }
        var attributes = new HashMap<>(update.appliedTo(found).attributes());
        attributes.remove(Shape.EXTRA);
        return new Write.Put(new Item(attributes), update.condition());
    }

    @Override
    public Outcome<Key> write(Write write) {
        return table.write(wrong(write));
    }

    @Override
    public Outcome<Key> transact(List<Write> writes) {
        if (design == WrongMigration.DELETED_BEFORE_COPIED) {
            for (var write : writes) {
                if (table.write(write) instanceof Outcome.Refused<Key> refused) {
                    return refused;
                }
            }
            return new Outcome.Done<>();
        }
        return table.transact(writes.stream().map(this::wrong).toList());
    }
}
