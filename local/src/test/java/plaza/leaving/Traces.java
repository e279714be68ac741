package plaza.leaving;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import plaza.context.Declarations;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.Key;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Where the items of a table contain the id of a person, found by reading all of their text. It
/// knows nothing of what the contexts declare.
public final class Traces {
    /// What no id contains.
    private static final Pattern BETWEEN_IDS = Pattern.compile("[^A-Za-z0-9_-]+");

    private Traces() {}

    /// The kinds of the items that contain the id.
    public static Set<String> of(String person, Map<Key, Item> table) {
        var found = new TreeSet<String>();
        table.values().stream()
                .filter(item -> ids(item).anyMatch(person::equals))
                .forEach(item -> found.add(kind(item).toString()));
        return found;
    }

    /// The kind of an item.
    public static ItemKind kind(Item item) {
        return Declarations.registered().keySpace().kindOf(item.key());
    }

    private static Stream<String> ids(Item item) {
        return item.attributes().values().stream().flatMap(Traces::ids);
    }

    /// The words of a value that can be ids.
    public static Stream<String> ids(AttributeValue value) {
        if (value.hasL()) {
            return value.l().stream().flatMap(Traces::ids);
        }
        if (value.hasM()) {
            return value.m().entrySet().stream()
                    .flatMap(entry -> Stream.concat(words(entry.getKey()), ids(entry.getValue())));
        }
        return value.s() == null ? Stream.of() : words(value.s());
    }

    private static Stream<String> words(String text) {
        return BETWEEN_IDS.splitAsStream(text);
    }
}
