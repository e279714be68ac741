package plaza.audit;

import static plaza.table.Condition.unchanged;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.TableSchema;
import plaza.table.TableSchema.Index;
import plaza.table.Write;

/// Compares attributes of an item with the attributes of the same item that they are derived from:
/// its keys in secondary indexes, and totals. Every write that changes the source changes them too.
public final class DerivedAttributesAudit implements ItemAudit {
    private final Function<Item, @Nullable Item> rebuild;
    private final Set<String> attributes;

    /// @param rebuild makes the item anew from its source attributes; returns null if it has no
    ///   derived attributes
    /// @param totals the derived attributes that are not index keys
    public DerivedAttributesAudit(Function<Item, @Nullable Item> rebuild, String... totals) {
        this.rebuild = rebuild;
        this.attributes =
                Stream.concat(
                                Arrays.stream(Index.values())
                                        .flatMap(index ->
                                                Stream.of(index.partitionKey(), index.sortKey())),
                                Arrays.stream(totals))
                        .filter(name ->
                                !name.equals(TableSchema.PK) && !name.equals(TableSchema.SK))
                        .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public List<Drift> compare(Item item, Map<Key, Item> related, AuditContext context) {
        var rebuilt = rebuild.apply(item);
        if (rebuilt == null) {
            return List.of();
        }
        var wrong = rebuilt.differingFrom(item);
        wrong.retainAll(attributes);
        return wrong.isEmpty()
                ? List.of()
                : List.of(
                        Drift.wrong(
                                        item,
                                        "the values that follow from the item's other attributes",
                                        "another " + String.join(", ", wrong),
                                        Write.Update.of(item.key())
                                                .setAs(rebuilt, wrong)
                                                .onlyIf(unchanged(item)))
                                .atVersion(item));
    }
}
