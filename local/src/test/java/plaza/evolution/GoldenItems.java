package plaza.evolution;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import plaza.table.Item;

/// The golden items, for other tests.
public final class GoldenItems {
    private GoldenItems() {}

    /// One item of each kind and version.
    public static List<Item> all() {
        try {
            return List.copyOf(StoredItemsTest.goldenItems().values());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
