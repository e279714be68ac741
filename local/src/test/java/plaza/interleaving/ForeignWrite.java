package plaza.interleaving;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.functions.Catalogue;
import plaza.functions.ItemReaders;
import plaza.simulation.TableChange;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.Key;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.table.Write;
import plaza.testkit.ContextKits;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A write of no operation in particular: it deletes an item, creates it, or changes one attribute.
///
/// @param attribute the attribute that it changes; null if it deletes or creates the item
/// @param values of the attribute: the first that changes the item and that the functions can read;
///   none to remove the attribute
/// @param created what it creates
record ForeignWrite(
        Key key,
        String change,
        @Nullable String attribute,
        List<AttributeValue> values,
        @Nullable Item created)
        implements Operation.Step {
    private static final Set<ItemKind> PERMANENT =
            ContextKits.all()
                    .flatMap(kit -> kit.interleavings().permanent().stream())
                    .collect(Collectors.toSet());

    private static final ItemReaders READERS = new ItemReaders(Catalogue.ALL);

    private static final AttributeValue ZERO = AttributeValue.fromN("0");

    /// More milliseconds than a season has, and more than any limit.
    private static final long LARGE = 1_000_000_000_000L;

    private static final List<IgnoredWrite> IGNORED =
            ContextKits.all().flatMap(kit -> kit.interleavings().ignored().stream()).toList();

    @Override
    public String name() {
        return "%s of %s %s".formatted(change, key.pk(), key.sk());
    }

    /// Writes, if the item is one that this changes.
    void write(Table table) {
        var found = table.getConsistent(key);
        if (attribute == null) {
            if ((found == null) != (created == null) && (created == null || isReadable(created))) {
                var _ = table.write(created == null ? Write.Delete.of(key) : Write.Put.of(created));
            }
        } else if (found != null) {
            var changed =
                    values.isEmpty()
                            ? Stream.of(changed(found, attribute, null))
                            : values.stream().map(value -> changed(found, attribute, value));
            changed.filter(item -> !item.equals(found))
                    .map(item ->
                            item.has(TableSchema.VERSION)
                                    ? changed(
                                            item,
                                            TableSchema.VERSION,
                                            next(item.attributes(), TableSchema.VERSION))
                                    : item)
                    .filter(ForeignWrite::isReadable)
                    .findFirst()
                    .ifPresent(item -> table.write(Write.Put.of(item)));
        }
    }

    /// Whether the functions accept the item.
    private static boolean isReadable(Item item) {
        try {
            READERS.read(item);
            return true;
        } catch (RuntimeException _) {
            return false;
        }
    }

    private static Item changed(Item item, String name, @Nullable AttributeValue value) {
        var attributes = new HashMap<>(item.attributes());
        if (value == null) {
            attributes.remove(name);
        } else {
            attributes.put(name, value);
        }
        return new Item(attributes);
    }

    /// Whether a request with another result than in a serial order need not act on this.
    static boolean isIgnored(Explorer.Difference difference) {
        var text =
                "%s in %s, %s"
                        .formatted(
                                difference.between(), difference.interrupted(), difference.where());
        return IGNORED.stream().anyMatch(ignored -> ignored.differences().matcher(text).find());
    }

    /// Another value of an attribute, or null if there is none.
    private static @Nullable AttributeValue next(
            Map<String, AttributeValue> attributes, String name) {
        var value = attributes.get(name);
        if (value == null) {
            return null;
        }
        if (value.n() != null) {
            return AttributeValue.fromN(plus(value, 1));
        }
        if (value.s() != null) {
            return AttributeValue.fromS(value.s() + "x");
        }
        return value.bool() == null ? null : AttributeValue.fromBool(!value.bool());
    }

    private static String plus(AttributeValue number, long more) {
        return Long.toString((long) Double.parseDouble(number.n()) + more);
    }

    /// The values of the attributes of each kind of item.
    static final class Examples {
        private final Map<ItemKind, Map<String, AttributeValue>> values = new HashMap<>();

        void add(@Nullable Item item) {
            if (item != null) {
                values.computeIfAbsent(
                                Catalogue.ALL.keySpace().kindOf(item.key()), _ -> new TreeMap<>())
                        .putAll(item.attributes());
            }
        }

        /// All changes of an item that can have happened before an operation.
        List<ForeignWrite> states(Key key, @Nullable Item found) {
            var states = new ArrayList<ForeignWrite>();
            if (found != null && PERMANENT.contains(Catalogue.ALL.keySpace().kindOf(key))) {
                states.add(new ForeignWrite(key, "deletion", null, List.of(), null));
            }
            states.addAll(writes(key, found, List.of()));
            return states;
        }

        /// All changes of an item.
        ///
        /// @param changes what an operation changes
        List<ForeignWrite> writes(Key key, @Nullable Item found, List<TableChange> changes) {
            var writes = new ArrayList<ForeignWrite>();
            if (!PERMANENT.contains(Catalogue.ALL.keySpace().kindOf(key))) {
                writes.add(new ForeignWrite(key, "deletion", null, List.of(), null));
            }
            var last = found;
            for (var change : changes) {
                if (change.key().equals(key) && change.after() != null) {
                    last = change.after();
                }
            }
            var ofKind = values.getOrDefault(Catalogue.ALL.keySpace().kindOf(key), Map.of());
            if (last != null) {
                writes.add(new ForeignWrite(key, "creation", null, List.of(), other(last, ofKind)));
            } else if (!ofKind.isEmpty()) {
                writes.add(new ForeignWrite(key, "creation", null, List.of(), at(key, ofKind)));
            }
            ofKind.forEach((name, value) -> {
                if (isFree(name)) {
                    var next = next(ofKind, name);
                    writes.add(
                            change(
                                    key,
                                    "other " + name,
                                    name,
                                    next == null ? List.of(value) : List.of(next, value)));
                    writes.add(change(key, "removal of " + name, name, List.of()));
                    if (value.n() != null) {
                        writes.add(change(key, "zero " + name, name, List.of(ZERO)));
                        writes.add(
                                change(
                                        key,
                                        "large " + name,
                                        name,
                                        List.of(AttributeValue.fromN(plus(value, LARGE)))));
                    }
                }
            });
            return writes;
        }

        private static ForeignWrite change(
                Key key, String change, String attribute, List<AttributeValue> values) {
            return new ForeignWrite(key, change, attribute, values, null);
        }

        /// The item with other values and more attributes, as far as the functions can read it.
        private static Item other(Item item, Map<String, AttributeValue> ofKind) {
            var other = item;
            for (var name : ofKind.keySet()) {
                if (isFree(name)) {
                    var attributes = other.has(name) ? other.attributes() : ofKind;
                    var changed = changed(other, name, next(attributes, name));
                    other = isReadable(changed) ? changed : other;
                }
            }
            return other;
        }

        /// An item with the key, and with all attributes of its kind.
        private static Item at(Key key, Map<String, AttributeValue> ofKind) {
            var attributes = new HashMap<>(ofKind);
            attributes.putAll(Item.at(key).build().attributes());
            return new Item(attributes);
        }

        private static boolean isFree(String name) {
            return !name.equals(TableSchema.PK) && !name.equals(TableSchema.SK);
        }
    }
}
