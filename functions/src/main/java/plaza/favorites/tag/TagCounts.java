package plaza.favorites.tag;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.favorites.key.FavoritesKeys;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;

/// The counts of a page of tags. One Query reads those of the whole collection at the same time as
/// the tags. In a collection of more than [#READ_MAX] counts, those that it does not reach are read
/// by their keys.
public final class TagCounts {
    /// Counts that the Query reads: about as many units as the keys of a page.
    private static final int READ_MAX = 300;

    private final Table table;
    private final UserId user;
    private final Map<Key, Item> found = new HashMap<>();
    private boolean isRead;
    private boolean isWhole;

    TagCounts(Table table, UserId user) {
        this.table = table;
        this.user = user;
    }

    /// The tags in items, at most a page, with their counts.
    public static List<StoredTag> stored(Table table, UserId user, List<Item> tags) {
        return new TagCounts(table, user)
                .added(new Page<>(tags, null).map(TagItems::storedTag))
                .items();
    }

    /// Reads a part of a list of tags and, with the first of them, the counts.
    Page<Item> read(Query tags, int limit, Page.@Nullable Position after) {
        if (isRead) {
            return table.read(tags, limit, after);
        }
        isRead = true;
        var counts = Query.in(FavoritesKeys.TAG_COUNTS.of(user));
        var pages =
                table.<Page<Item>>together(
                        List.of(
                                () -> table.read(tags, limit, after),
                                () -> table.read(counts, READ_MAX, null)));
        pages.getLast().items().forEach(count -> found.put(count.key(), count));
        isWhole = pages.getLast().next() == null;
        return pages.getFirst();
    }

    /// Returns the same tags with their counts.
    Page<StoredTag> added(Page<StoredTag> tags) {
        if (!isWhole) {
            var keys =
                    tags.items().stream()
                            .map(tag -> TagCountItems.key(user, tag))
                            .filter(key -> !found.containsKey(key))
                            .toList();
            found.putAll(keys.isEmpty() ? Map.of() : table.getByKeyEventually(keys));
        }
        return tags.map(tag -> TagCountItems.counted(tag, found.get(TagCountItems.key(user, tag))));
    }
}
