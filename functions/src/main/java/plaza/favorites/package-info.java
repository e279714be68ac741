/// Favorites: users clip things, tag them, and find them again.
///
/// Each entity has a package with its values, its items, its JSON and its access patterns. In each
/// of them, `…Items` converts values to items and back, and `…Json` converts them to JSON.
///
/// Each favorite and each tag has a **generation** ([plaza.favorites.id.GenerationId]), from its
/// creation to its deletion. An item that refers to one of them, such as a tagging, stores the
/// generation that it refers to, and readers ignore items that refer to another one. A deleted
/// favorite or tag therefore disappears for all readers immediately, even while the items that
/// refer to it still exist, and does not reappear when its id is used again.
///
/// Every limit is a named constant, in code points, graphemes or bytes as its name states. `parse`
/// accepts text from outside and throws [plaza.text.Malformed] with a constant message.
@NullMarked
package plaza.favorites;

import org.jspecify.annotations.NullMarked;
