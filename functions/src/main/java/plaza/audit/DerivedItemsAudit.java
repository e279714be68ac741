package plaza.audit;

import static plaza.table.Condition.asRead;
import static plaza.table.Condition.unchanged;

import java.util.List;
import java.util.Map;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;

/// Compares items with the items that are derived from them, in both directions: every source has
/// its derived items, and every derived item has its source.
public interface DerivedItemsAudit extends ItemAudit {
    boolean isSource(Item item);

    /// Returns the items that must exist because a source exists.
    List<Item> derived(Item source);

    /// Returns the key of the source of a derived item.
    Key source(Item derived);

    @Override
    default List<Key> related(Item item) {
        return isSource(item)
                ? derived(item).stream().map(Item::key).toList()
                : List.of(source(item));
    }

    @Override
    default List<Drift> compare(Item item, Map<Key, Item> related, AuditContext context) {
        if (isSource(item)) {
            return derived(item).stream()
                    .filter(derived -> !isRight(derived, related))
                    .map(derived -> wrong(item, derived, related))
                    .toList();
        }
        var source = related.get(source(item));
        return source != null
                        && derived(source).stream().map(Item::key).anyMatch(item.key()::equals)
                ? List.of()
                : List.of(
                        Drift.superfluous(
                                        item,
                                        "a derived item",
                                        "no source derives it",
                                        new Write.Check(source(item), asRead(source)),
                                        Write.Delete.of(item.key()).onlyIf(unchanged(item)))
                                .atVersion(Drift.text(item)));
    }

    private static boolean isRight(Item derived, Map<Key, Item> related) {
        var found = related.get(derived.key());
        return found != null && derived.differingFrom(found).isEmpty();
    }

    private static Drift wrong(Item source, Item derived, Map<Key, Item> related) {
        var found = related.get(derived.key());
        if (found == null) {
            return Drift.missing(source, derived, "a derived item");
        }
        var wrong = derived.differingFrom(found);
        return Drift.wrong(
                        source,
                        "the values of its source",
                        "another " + String.join(", ", wrong),
                        new Write.Check(source.key(), unchanged(source)),
                        Write.Update.of(derived.key())
                                .setAs(derived, wrong)
                                .onlyIf(unchanged(found)))
                .about(derived.key())
                .atVersion(Drift.text(derived) + Drift.text(found));
    }
}
