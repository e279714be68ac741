/// The checks of the favorites context: favorites, tags and their indexes.
@NullMarked
package plaza.reconcile.favorites;

import org.jspecify.annotations.NullMarked;
