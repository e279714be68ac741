package plaza.context;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import plaza.table.Item;
import plaza.table.ItemKind;

/// Reads items as the functions do, by their kind.
public final class Readers {
    private final Map<ItemKind, Consumer<Item>> byKind = new HashMap<>();

    /// Adds the reader of a kind. It throws an exception of some kind if an item has not the
    /// attributes of its kind.
    public Readers put(ItemKind kind, Consumer<Item> reader) {
        byKind.put(kind, reader);
        return this;
    }

    /// Adds kinds of which only the keys are read: their items have no attributes, or attributes
    /// that only one class writes and reads.
    public Readers onlyKeys(ItemKind... kinds) {
        for (var kind : kinds) {
            byKind.put(kind, Item::key);
        }
        return this;
    }

    /// Adds the readers of other kinds.
    public Readers addAll(Readers others) {
        byKind.putAll(others.byKind);
        return this;
    }

    /// Reads an item.
    ///
    /// @throws RuntimeException of some kind if it cannot be read as an item of this kind
    public void read(ItemKind kind, Item item) {
        var reader = byKind.get(kind);
        if (reader == null) {
            throw new IllegalStateException("no reader for " + kind);
        }
        reader.accept(item);
    }
}
