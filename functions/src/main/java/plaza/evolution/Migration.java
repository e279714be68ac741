package plaza.evolution;

import static plaza.table.Condition.asRead;
import static plaza.table.Condition.unchanged;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.Key;
import plaza.table.TableSchema;
import plaza.table.Write;
import plaza.units.Units;

/// A change of the shape of stored items, as a value: from one version of a kind to the next.
///
/// Functions that read such items accept both versions until every item is migrated. An item is
/// rewritten on the condition that it is as it was read, so it is migrated exactly once and no
/// concurrent change is lost.
///
/// @param id the name in requests, settings and reports: lower-case words and hyphens
/// @param kind the kind of the items
/// @param to the version that it writes; it rewrites items of the version before
/// @param joined the other items that become a part of the item
/// @param rewrite returns the writes for an item and the joined items that exist, by key. They
///   depend on these items only. A write of the item itself is an update or a deletion without a
///   condition; an update keeps all attributes that it does not name. If none of the writes deletes
///   the item, it receives the new version. A write of a joined item, which each of them needs, has
///   no condition either
/// @param accesses the kinds of the writes, and the families of their items
/// @param rule what holds for each item of the new version, as a sentence
public record Migration(
        String id,
        ItemKind kind,
        int to,
        List<Joined> joined,
        BiFunction<Item, Map<Key, Item>, List<Write>> rewrite,
        List<Access> accesses,
        String rule) {
    /// A kind of write on the items of a family.
    public record Access(Family family, Class<? extends Write> write) {}

    /// Another item that becomes a part of a migrated item.
    ///
    /// @param family its family
    /// @param keyFor returns its key for an item
    public record Joined(Family family, Function<Item, Key> keyFor) {}

    public Migration {
        joined = List.copyOf(joined);
        accesses = List.copyOf(accesses);
    }

    /// A migration whose writes depend on one item.
    public Migration(
            String id,
            ItemKind kind,
            int to,
            Function<Item, List<Write>> rewrite,
            List<Access> accesses,
            String rule) {
        this(id, kind, to, List.of(), (item, _) -> rewrite.apply(item), accesses, rule);
    }

    /// The version of the items that it rewrites.
    public int from() {
        return to - 1;
    }

    /// The keys of the joined items of an item.
    public List<Key> joinedKeys(Item item) {
        return joined.stream().map(each -> each.keyFor().apply(item)).toList();
    }

    /// The writes that migrate an item together or not at all, on the condition that it and the
    /// joined items are as they were read. The first is that of the item.
    ///
    /// @param joinedItems the [joined items][#joinedKeys] that exist
    /// @throws IllegalStateException or IllegalArgumentException if the item is not a valid item of
    ///   the version before
    public List<Write> writes(Item read, Map<Key, Item> joinedItems) {
        if (read.version() != from()) {
            throw new IllegalArgumentException("an item of another version");
        }
        Write own = Write.Update.of(read.key());
        var writes = new ArrayList<Write>();
        var joinedKeys = joinedKeys(read);
        for (var write : rewrite.apply(read, joinedItems)) {
            if (write.key().equals(read.key())) {
                own = write;
            } else {
                writes.add(
                        joinedKeys.contains(write.key())
                                ? write.onlyIf(asRead(joinedItems.get(write.key())))
                                : write);
            }
        }
        writes.addFirst(newVersion(own).onlyIf(unchanged(read)));
        return List.copyOf(writes);
    }

    /// The write units of the [writes][#writes], with the indexes. Other items count as items below
    /// 1 KB in no index, unless a write puts them.
    public double writeUnits(Item read) {
        var writes = writes(read, Map.of());
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
