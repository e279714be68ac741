/// The checks of the favorites context: favorites, tags and their indexes.
@NullMarked
package plaza.favorites.check;

import org.jspecify.annotations.NullMarked;
