/// What Reconcile finds and repairs in this context.
@NullMarked
package plaza.favorites.reconcile;

import org.jspecify.annotations.NullMarked;
