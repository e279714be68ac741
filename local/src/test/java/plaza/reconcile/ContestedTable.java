package plaza.reconcile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.audit.Counter;
import plaza.functions.Catalogue;
import plaza.simulation.MemoryTable;
import plaza.social.gate.Audience;
import plaza.social.gate.Standing;
import plaza.social.key.SocialKeys;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.PlatformKeys;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.table.Write;
import plaza.tally.Ledger;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A table on which other writers change each item of a repair before it is written, one way at a
/// time: they delete it, create it, or change its attributes. Each time the repair must be refused.
/// In the end the item is as it was, and the repair succeeds.
public final class ContestedTable extends ForwardingTable {
    /// The attribute with the random id of an item that can be created again.
    private static final String GENERATION = "generation";

    /// Items of which the repair of a timeline entry requires only that they exist.
    private static final Set<ItemKind> REQUIRED = Set.of(SocialKeys.POST, SocialKeys.FOLLOWEE);

    private final Table table;
    private final Table others;
    private final List<String> accepted;

    /// @param others writes what other writers change
    /// @param accepted receives repairs that were not refused
    public ContestedTable(Table table, Table others, List<String> accepted) {
        super(table);
        this.table = table;
        this.others = others;
        this.accepted = accepted;
    }

    @Override
    public Outcome<Key> write(Write write) {
        contest(List.of(write), () -> table.write(write));
        return table.write(write);
    }

    @Override
    public Outcome<Key> transact(List<Write> writes) {
        contest(writes, () -> table.transact(writes));
        return table.transact(writes);
    }

    private interface Request {
        Outcome<Key> send();
    }

    private void contest(List<Write> writes, Request request) {
        for (var write : writes) {
            if (PlatformKeys.SCANS.matches(write.key().pk())
                    || (write instanceof Write.Update && write.condition() == null)) {
                continue; // no repair, or one that adds to what other writers leave
            }
            var found = others.getConsistent(write.key());
            var condition = write.condition();
            if (condition != null && !MemoryTable.holds(condition, found)) {
                continue; // an earlier repair wrote the item, so this one is refused already
            }
            for (var changed : changes(write, found, writes)) {
                put(write.key(), changed);
                if (request.send() instanceof Outcome.Done) {
                    accepted.add("%s although the item is %s".formatted(writes, changed));
                    return;
                }
                put(write.key(), found);
            }
        }
    }

    private void put(Key key, @Nullable Item item) {
        var _ = others.write(item == null ? Write.Delete.of(key) : Write.Put.of(item));
    }

    /// The item as other writers could leave it; null if they delete it.
    private static List<@Nullable Item> changes(
            Write write, @Nullable Item found, List<Write> repair) {
        var replaced = replaced(write);
        if (found == null) {
            return List.of(
                    write instanceof Write.Put put
                            ? put.item()
                            : changed(Item.at(write.key()).build(), replaced));
        }
        var changes = new ArrayList<@Nullable Item>();
        changes.add(null);
        if (replaced.contains(Counter.CORRECTIONS)) {
            for (var name : replaced) {
                changes.add(changed(found, Set.of(name)));
            }
            if (found.has(GENERATION)) {
                changes.add(changed(found, Set.of(GENERATION)));
            }
        } else if (found.has(Ledger.SEQUENCE)) {
            changes.add(changed(found, Set.of(Ledger.SEQUENCE)));
            if (found.has(TableSchema.TTL) || write instanceof Write.Put) {
                changes.add(changed(found, Set.of(TableSchema.TTL)));
            }
        } else if (write instanceof Write.Update && replaced.isEmpty()) {
            // An addition is right for every value, but only in the same generation.
            if (found.has(GENERATION)) {
                changes.add(changed(found, Set.of(GENERATION)));
            }
        } else if (!(write instanceof Write.Check
                && REQUIRED.contains(Catalogue.ALL.keySpace().kindOf(write.key()))
                && repair.stream().anyMatch(other -> SocialKeys.TIMELINE_ENTRY.is(other.key())))) {
            var names = new HashSet<>(replaced);
            names.addAll(found.numbers().keySet());
            names.addAll(found.texts().keySet());
            changes.add(changed(found, names));
            changes.addAll(restricted(found, write));
        }
        changes.removeIf(found::equals);
        return changes;
    }

    /// The item after changes of who sees a user or a post, each of which adds an attribute and
    /// changes no other. A repair of a post's own audience is right for a removed post, too, and an
    /// update of its other attributes for every audience.
    private static List<Item> restricted(Item found, Write write) {
        if (SocialKeys.USER_COUNT.is(found.key())) {
            return List.of(
                    changed(found, Set.of(Standing.CHANGES)),
                    Standing.protect(Write.Update.of(found.key()), true).appliedTo(found));
        }
        var hidden = Audience.AUTHOR.in(found);
        if (!SocialKeys.POST.is(found.key())
                || (write instanceof Write.Update && !replaced(write).contains("audience"))) {
            return List.of();
        }
        return write instanceof Write.Check
                ? List.of(
                        hidden,
                        Audience.removing(Write.Update.of(found.key()), true).appliedTo(found))
                : List.of(hidden);
    }

    /// The attributes that a write sets or removes.
    private static Set<String> replaced(Write write) {
        var names = new HashSet<String>();
        if (write instanceof Write.Update update) {
            update.changes()
                    .forEach((name, change) -> {
                        if (!(change instanceof Write.AttributeUpdate.Add)) {
                            names.add(name);
                        }
                    });
        }
        return names;
    }

    /// The item with higher numbers and longer texts.
    private static Item changed(Item found, Set<String> names) {
        var attributes = new HashMap<>(found.attributes());
        for (var name : names) {
            var text = found.textOrNull(name);
            var number = found.numberOrNull(name);
            attributes.put(
                    name,
                    text == null && !isIndexKey(name)
                            ? AttributeValue.fromN(Long.toString(number == null ? 1 : number + 1))
                            : AttributeValue.fromS(text + "x"));
        }
        return new Item(attributes);
    }

    private static boolean isIndexKey(String name) {
        return Stream.of(TableSchema.Index.values())
                .anyMatch(
                        index -> name.equals(index.partitionKey()) || name.equals(index.sortKey()));
    }
}
