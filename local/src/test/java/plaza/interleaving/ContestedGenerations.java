package plaza.interleaving;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import plaza.simulation.MemoryTable;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A table on which other writers delete each item that a conditional write concerns and that names
/// a generation, or give it another one, before the write, which must then be refused. In the end
/// the item is as it was, and the write succeeds.
///
/// A favorite or a tag that was deleted and created again has another generation. What is intended
/// for the first must never affect the second. Some kinds of items name a generation that is not
/// their own.
final class ContestedGenerations extends ForwardingTable {
    private final Table table;
    private final MemoryTable items;
    private final List<Write> accepted;

    /// @param items what other writers change; the stream does not show their changes
    /// @param accepted receives the writes that were not refused
    ContestedGenerations(Table table, MemoryTable items, List<Write> accepted) {
        super(table);
        this.table = table;
        this.items = items;
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

    private void contest(List<Write> writes, Supplier<Outcome<Key>> request) {
        for (var write : writes) {
            var found = items.peek(write.key());
            if (write.condition() != null
                    && found != null
                    && Recreation.CONTEXTS.stream()
                            .flatMap(context -> context.withForeignGenerations().stream())
                            .noneMatch(kind -> kind.is(write.key()))) {
                for (var changed : changes(write, found)) {
                    items.replace(found.key(), changed);
                    if (request.get() instanceof Outcome.Done) {
                        accepted.add(write);
                    }
                    items.replace(found.key(), found);
                }
            }
        }
    }

    private static List<@Nullable Item> changes(Write write, Item found) {
        var changes = new ArrayList<@Nullable Item>();
        for (var name : found.texts().keySet()) {
            if (name.toLowerCase(Locale.ROOT).endsWith(Recreation.GENERATION)) {
                var attributes = new HashMap<>(found.attributes());
                attributes.put(name, AttributeValue.fromS(found.text(name) + "x"));
                // a user creates it again
                Recreation.CONTEXTS.forEach(
                        context -> context.attributesOfJobs().forEach(attributes::remove));
                changes.add(new Item(attributes));
            }
        }
        if (!changes.isEmpty() && !(write instanceof Write.Put)) {
            changes.add(null);
        }
        return changes;
    }
}
