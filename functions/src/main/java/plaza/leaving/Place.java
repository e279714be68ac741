package plaza.leaving;

import java.util.stream.Stream;
import plaza.table.Item;
import plaza.table.ItemKind;

/// A place in which the items of one kind name a person.
///
/// @param name a variable of the key, or an attribute
/// @param isVariable whether it is a variable
/// @param reach how an erasure finds the items that name the person there
public record Place(String name, boolean isVariable, Reach reach) {
    /// Between the words of a text that has several, such as a stored key or JSON. No id contains
    /// one.
    private static final String SEPARATORS = "[# \"]";

    /// How an erasure finds an item.
    public enum Reach {
        /// A path from the person leads to it.
        PATH,
        /// It goes with another item that the erasure removes.
        WITH_ANOTHER,
        /// Nothing leads to it: the scan of the whole table finds it.
        SCAN
    }

    /// A variable of the key.
    public static Place variable(String name, Reach reach) {
        return new Place(name, true, reach);
    }

    /// An attribute: a text, or a list of texts.
    public static Place attribute(String name, Reach reach) {
        return new Place(name, false, reach);
    }

    /// The ids that an item has in this place.
    Stream<String> ids(ItemKind kind, Item item) {
        return texts(kind, item).flatMap(Place::idsIn);
    }

    /// The ids in a text, with its other words.
    static Stream<String> idsIn(String text) {
        return Stream.of(text.split(SEPARATORS, -1));
    }

    private Stream<String> texts(ItemKind kind, Item item) {
        if (isVariable) {
            return Stream.of(kind.textOf(name, item.key()));
        }
        var text = item.textOrNull(name);
        return text == null ? item.textsOrNone(name).stream() : Stream.of(text);
    }
}
