package plaza.interleaving;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import plaza.simulation.MemoryTable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;
import plaza.testkit.ContextKit;
import plaza.testkit.ContextKits;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A write with which a user creates something again, such as a favorite with its taggings: every
/// item of a state that has its generation is as it was, but with another one, and no import added
/// it.
///
/// @param id the generation
/// @param of the first item with the generation, and its attribute
/// @param items the items with the id
record Recreation(String id, String of, List<Item> items) implements Operation.Step {
    /// The end of the names of attributes with the random id of an item that can be created again.
    static final String GENERATION = "generation";

    static final List<ContextInterleavings> CONTEXTS =
            ContextKits.all().map(ContextKit::interleavings).toList();

    @Override
    public String name() {
        return "re-creation of " + of;
    }

    /// All re-creations that affect one of these items of a state.
    static List<Recreation> of(State state, Collection<Key> keys) {
        var found = new LinkedHashMap<String, String>();
        for (var key : keys) {
            var item = state.items().get(key);
            if (item != null) {
                new TreeMap<>(item.attributes())
                        .forEach((name, value) -> {
                            if (name.toLowerCase(Locale.ROOT).endsWith(GENERATION)) {
                                found.putIfAbsent(
                                        value.s(),
                                        "%s %s by %s".formatted(key.pk(), key.sk(), name));
                            }
                        });
            }
        }
        var all = new ArrayList<Recreation>();
        found.forEach((id, of) ->
                all.add(
                        new Recreation(
                                id,
                                of,
                                state.items().values().stream()
                                        .filter(item -> item.attributes().toString().contains(id))
                                        .toList())));
        return all;
    }

    /// The keys of the items with the generation.
    List<Key> keys() {
        return items.stream().map(Item::key).toList();
    }

    /// What an operation has added in the meantime ends with the generation.
    void write(MemoryTable table) {
        CONTEXTS.forEach(context -> context.end(table, id, keys()));
        for (var item : items) {
            var attributes = new HashMap<String, AttributeValue>();
            item.attributes().forEach((name, value) -> attributes.put(name, replaced(value)));
            CONTEXTS.forEach(context -> context.attributesOfJobs().forEach(attributes::remove));
            var created = new Item(attributes);
            if (!created.key().equals(item.key())) {
                var _ = table.write(Write.Delete.of(item.key()));
            }
            var _ = table.write(Write.Put.of(created));
        }
    }

    private AttributeValue replaced(AttributeValue value) {
        if (value.s() != null) {
            return AttributeValue.fromS(value.s().replace(id, replacement()));
        }
        if (value.hasL()) {
            return AttributeValue.fromL(value.l().stream().map(this::replaced).toList());
        }
        if (value.hasM()) {
            var replaced = new HashMap<String, AttributeValue>();
            value.m().forEach((name, each) -> replaced.put(name, replaced(each)));
            return AttributeValue.fromM(replaced);
        }
        return value;
    }

    private String replacement() {
        var last = id.charAt(id.length() - 1) == '1' ? '2' : '1';
        return id.substring(0, id.length() - 1) + last;
    }
}
