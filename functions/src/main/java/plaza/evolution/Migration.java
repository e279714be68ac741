package plaza.evolution;

import static plaza.table.Condition.unchanged;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.TableSchema;
import plaza.table.Units;
import plaza.table.Write;

/// A change of the shape of stored items, as a value: from one version of a kind to the next.
///
/// Functions that read such items accept both versions until every item is migrated. An item is
/// rewritten on the condition that it is as it was read, so it is migrated exactly once and no
/// concurrent change is lost.
///
/// @param id the name in requests, settings and reports: lower-case words and hyphens
/// @param kind the kind of the items
/// @param to the version that it writes; it rewrites items of the version before
/// @param rewrite returns the writes for an item. They depend on that item only. A write of the
///   item itself is an update or a deletion without a condition; an update keeps all attributes
///   that it does not name. If none of the writes deletes the item, it receives the new version
/// @param accesses the kinds of the writes, and the families of their items
/// @param rule what holds for each item of the new version, as a sentence
public record Migration(
        String id,
        ItemKind kind,
        int to,
        Function<Item, List<Write>> rewrite,
        List<Access> accesses,
        String rule) {
    /// A kind of write on the items of a family.
    public record Access(Family family, Class<? extends Write> write) {}

    public Migration {
        accesses = List.copyOf(accesses);
    }

    /// The version of the items that it rewrites.
    public int from() {
        return to - 1;
    }

    /// The writes that migrate an item together or not at all. The first is that of the item.
    ///
    /// @throws IllegalStateException or IllegalArgumentException if the item is not a valid item of
    ///   the version before
    public List<Write> writes(Item read) {
        if (read.version() != from()) {
            throw new IllegalArgumentException("an item of another version");
        }
        Write own = Write.Update.of(read.key());
        var writes = new ArrayList<Write>();
        for (var write : rewrite.apply(read)) {
            if (write.key().equals(read.key())) {
                own = write;
            } else {
                writes.add(write);
            }
        }
        writes.addFirst(newVersion(own).onlyIf(unchanged(read)));
        return List.copyOf(writes);
    }

    /// The write units of these [writes][#writes], with the indexes. Other items count as items
    /// below 1 KB in no index, unless a write puts them.
    public double writeUnits(Item read) {
        var writes = writes(read);
        var isTransaction = writes.size() > 1;
        return writes.stream().mapToDouble(write -> writeUnits(write, read, isTransaction)).sum();
    }

    private static double writeUnits(Write write, Item read, boolean isTransaction) {
        var before = write.key().equals(read.key()) ? read.attributes() : null;
        var after =
                switch (write) {
                    case Write.Update update when before != null ->
                            update.appliedTo(read).attributes();
                    case Write.Put put -> put.item().attributes();
                    case Write.Update _, Write.Delete _, Write.Check _ -> null;
                };
        var own =
                isTransaction
                        ? Units.transactionalWrite(before, after)
                        : Units.write(before, after);
        return own + Units.indexWrites(before, after, isTransaction);
    }

    private Write newVersion(Write own) {
        return switch (own) {
            case Write.Update update -> update.set(TableSchema.VERSION, to);
            case Write.Delete delete -> delete;
            case Write.Put _, Write.Check _ ->
                    throw new IllegalArgumentException("an item is updated or deleted");
        };
    }
}
