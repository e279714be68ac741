package plaza.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Every key of the table: the families of the platform and of all contexts.
///
/// No id contains a `#` ([plaza.id]), and no key matches the templates of two families or of two
/// kinds of items, so two different items never have the same key, of whichever contexts they are.
/// This class rejects families of which that is not true.
public final class KeySpace {
    private final List<Family> families;
    private final Map<String, List<Family>> tableFamiliesByFirstPart = new HashMap<>();

    /// @param families all families of the table and of its indexes, in the order of the chart
    /// @throws IllegalArgumentException if a key can match two templates
    public KeySpace(List<Family> families) {
        this.families = List.copyOf(families);
        for (var family : this.families) {
            requireUnambiguous(family);
            if (family.index() == TableSchema.Index.TABLE) {
                tableFamiliesByFirstPart
                        .computeIfAbsent(family.template().firstPart(), _ -> new ArrayList<>())
                        .add(family);
            }
        }
    }

    private void requireUnambiguous(Family family) {
        for (var other : families) {
            if (other != family
                    && other.index() == family.index()
                    && family.template().overlaps(other.template())) {
                throw new IllegalArgumentException(
                        "a key can be one of %s and of %s".formatted(family, other));
            }
        }
        for (var kind : family.kinds()) {
            for (var other : family.kinds()) {
                if (other != kind && kind.sortKey().overlaps(other.sortKey())) {
                    throw new IllegalArgumentException(
                            "a key can be one of %s and of %s".formatted(kind, other));
                }
            }
        }
    }

    /// All families of the table and of its indexes, in the order of the chart.
    public List<Family> families() {
        return families;
    }

    /// The family of a partition key of the table.
    ///
    /// @throws IllegalArgumentException if no family has such keys
    public Family familyOf(String pk) {
        var family = familyOfOrNull(pk);
        if (family == null) {
            throw new IllegalArgumentException("a partition key of no family");
        }
        return family;
    }

    /// The family of a partition key of the table; null if none of them has such keys.
    public @Nullable Family familyOfOrNull(String pk) {
        var separator = pk.indexOf(KeyTemplate.SEPARATOR);
        var first = separator < 0 ? pk : pk.substring(0, separator);
        for (var family : tableFamiliesByFirstPart.getOrDefault(first, List.of())) {
            if (family.matches(pk)) {
                return family;
            }
        }
        return null;
    }

    /// The kind of a stored item.
    ///
    /// @throws IllegalArgumentException if no kind has such keys
    public ItemKind kindOf(Key key) {
        for (var kind : familyOf(key.pk()).kinds()) {
            if (kind.is(key)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("a key of no kind of item");
    }
}
