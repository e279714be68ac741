package plaza.leaving;

import java.util.List;
import java.util.stream.Stream;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.ItemKind;

/// A kind of items that name persons: where they do so, and what an erasure does with them.
///
/// The same removal applies however an item is found, by a path from the person or by the scan of
/// the whole table.
public record PersonalKind(ItemKind kind, Removal removal, List<Place> places) {
    public PersonalKind {
        places = List.copyOf(places);
    }

    public static PersonalKind of(ItemKind kind, Removal removal, Place... places) {
        return new PersonalKind(kind, removal, List.of(places));
    }

    /// The ids that an item has in these places: those of persons and, where texts have several
    /// words, others.
    public Stream<String> ids(Item item) {
        return places.stream().flatMap(place -> place.ids(kind, item));
    }

    /// Whether an item names a person.
    public boolean names(UserId person, Item item) {
        return ids(item).anyMatch(person.value()::equals);
    }
}
