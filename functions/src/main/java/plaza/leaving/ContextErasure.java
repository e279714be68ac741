package plaza.leaving;

import java.time.Clock;
import java.util.List;
import java.util.Set;
import plaza.id.UserId;
import plaza.table.ItemKind;
import plaza.table.Key;
import plaza.table.Table;

/// What an erasure does with the items of one context. A deployed function creates it by its name,
/// so the class has a public constructor without parameters.
public interface ContextErasure {
    /// The declaration of a context whose items name no person.
    static ContextErasure ofNoPerson(Set<ItemKind> kinds) {
        return new OfNoPerson(kinds);
    }

    /// A context whose items name no person.
    record OfNoPerson(Set<ItemKind> impersonal) implements ContextErasure {
        @Override
        public List<PersonalKind> personal() {
            return List.of();
        }

        @Override
        public List<ErasurePath> paths() {
            return List.of();
        }
    }

    /// The kinds of items that name persons.
    List<PersonalKind> personal();

    /// The other kinds.
    Set<ItemKind> impersonal();

    /// The paths from a person, in the order in which they are followed.
    List<ErasurePath> paths();

    /// The items that stay until the erasure ends, so that what arrives late finds them.
    default List<Key> tombstones(UserId person) {
        return List.of();
    }

    /// Begins the erasure of a person again, as their request did.
    ///
    /// @return whether it began; false if the person is being erased, or if another context begins
    ///   erasures
    default boolean begin(UserId person, Table table, Clock clock) {
        return false;
    }
}
