package plaza.favorites.tag;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;

/// Removes taggings of tags that exist. The transaction that removes a tagging also uncounts it.
public final class TaggingRemovals {
    /// Taggings that one transaction removes, each with its count.
    private static final int CHUNK_MAX = Table.TRANSACTION_MAX / 2;

    private final Table table;

    public TaggingRemovals(Table table) {
        this.table = table;
    }

    /// Removes taggings that have the generations with which they were read.
    ///
    /// @return how many were removed
    public int remove(List<Item> taggings) {
        return remove(taggings, TaggingItems::isUnchanged);
    }

    /// Removes taggings.
    ///
    /// @param condition returns the condition on which a tagging is removed, which includes
    ///   [TaggingItems#isUnchanged]
    /// @return how many were removed
    public int remove(List<Item> taggings, Function<Item, Condition> condition) {
        var removed = 0;
        for (var start = 0; start < taggings.size(); start += CHUNK_MAX) {
            var chunk = taggings.subList(start, Math.min(start + CHUNK_MAX, taggings.size()));
            removed += removeChunk(chunk, condition);
        }
        return removed;
    }

    private int removeChunk(List<Item> taggings, Function<Item, Condition> condition) {
        if (taggings.size() > 1
                && table.transact(writes(taggings, condition)) instanceof Outcome.Done) {
            return taggings.size();
        }
        var removed = 0;
        for (var tagging : taggings) {
            if (table.transact(writes(List.of(tagging), condition)) instanceof Outcome.Done) {
                removed++;
            }
        }
        return removed;
    }

    /// The writes that remove taggings together, each if it is as it was read.
    static List<Write> writes(List<Item> taggings) {
        return writes(taggings, TaggingItems::isUnchanged);
    }

    private static List<Write> writes(List<Item> taggings, Function<Item, Condition> condition) {
        var writes = new ArrayList<Write>();
        var counts = new LinkedHashMap<Key, Long>();
        for (var tagging : taggings) {
            writes.add(Write.Delete.of(tagging.key()).onlyIf(condition.apply(tagging)));
            counts.merge(TaggingItems.countKey(tagging), 1L, Long::sum);
        }
        counts.forEach((count, removed) -> writes.add(TagCountItems.removal(count, removed)));
        return List.copyOf(writes);
    }
}
