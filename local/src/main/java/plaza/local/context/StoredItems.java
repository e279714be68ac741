package plaza.local.context;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import plaza.table.Item;
import plaza.table.ItemKind;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The items of the table, by their kind. It is not for use by several threads.
public final class StoredItems {
    private final List<Item> all;
    private final Map<ItemKind, List<Item>> byKind = new HashMap<>();

    public StoredItems(Collection<Map<String, AttributeValue>> items) {
        all =
                items.stream()
                        .map(Item::new)
                        .sorted(
                                Comparator.comparing((Item item) -> item.key().pk())
                                        .thenComparing(item -> item.key().sk()))
                        .toList();
    }

    /// Returns the items of a kind, in the order of their keys.
    public Stream<Item> of(ItemKind kind) {
        return byKind
                .computeIfAbsent(
                        kind, _ -> all.stream().filter(item -> kind.is(item.key())).toList())
                .stream();
    }

    /// Returns the items of a kind whose key has this text as a variable.
    public Stream<Item> of(ItemKind kind, String variable, String text) {
        return of(kind).filter(item -> kind.textOf(variable, item.key()).equals(text));
    }
}
