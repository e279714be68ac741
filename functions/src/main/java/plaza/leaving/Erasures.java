package plaza.leaving;

import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Table;

/// What an erasure does with the items of all contexts and of the platform.
public final class Erasures {
    private final List<ContextErasure> all;
    private final List<ErasurePath> paths;
    private final Map<Family, List<PersonalKind>> kinds = new LinkedHashMap<>();
    private final KeySpace keys;

    /// @throws IllegalArgumentException if two paths have one name
    private Erasures(List<ContextErasure> all) {
        this.all = List.copyOf(all);
        paths = this.all.stream().flatMap(each -> each.paths().stream()).toList();
        var names = new HashSet<String>();
        for (var path : paths) {
            if (!names.add(path.name())) {
                throw new IllegalArgumentException("two paths have one name");
            }
        }
        for (var each : this.all) {
            for (var personal : each.personal()) {
                kinds.computeIfAbsent(personal.kind().family(), _ -> new ArrayList<>())
                        .add(personal);
            }
        }
        keys = new KeySpace(List.copyOf(kinds.keySet()));
    }

    /// Those of these contexts.
    public static Erasures of(List<? extends ContextErasure> contexts) {
        return new Erasures(
                Stream.concat(contexts.stream(), Stream.of(new PlatformErasure())).toList());
    }

    /// The paths from a person, in the order in which they are followed.
    public List<ErasurePath> paths() {
        return paths;
    }

    /// The families of the items that are deleted without more.
    public List<Family> deleted() {
        return deleted(_ -> true);
    }

    /// Those of them to which paths lead.
    public List<Family> deletedByPaths() {
        return deleted(place -> place.reach() == Place.Reach.PATH);
    }

    private List<Family> deleted(Predicate<Place> in) {
        return all.stream()
                .flatMap(each -> each.personal().stream())
                .filter(each -> each.removal().equals(Removal.DELETE))
                .filter(each -> each.places().stream().anyMatch(in))
                .map(each -> each.kind().family())
                .distinct()
                .toList();
    }

    /// The kind of an item that names persons; null if such items name none.
    public @Nullable PersonalKind kindOrNull(Key key) {
        var family = keys.familyOfOrNull(key.pk());
        if (family != null) {
            for (var personal : kinds.getOrDefault(family, List.of())) {
                if (personal.kind().is(key)) {
                    return personal;
                }
            }
        }
        return null;
    }

    /// The items that stay until the erasure of a person ends.
    List<Key> tombstones(UserId person) {
        return all.stream().flatMap(each -> each.tombstones(person).stream()).toList();
    }

    /// Begins the erasure of a person again.
    ///
    /// @return whether it began; false if the person is being erased
    boolean begin(UserId person, Table table, Clock clock) {
        return all.stream().anyMatch(each -> each.begin(person, table, clock));
    }

    /// Removes a person from an item.
    ///
    /// @return how many items were deleted or changed
    long remove(Item item, Erasing erasing) {
        var personal = kindOrNull(item.key());
        return personal == null || !personal.names(erasing.person(), item)
                ? 0
                : personal.removal().remove(item, erasing);
    }
}
