/// What Reconcile finds and repairs in this context.
@NullMarked
package plaza.fantasy.reconcile;

import org.jspecify.annotations.NullMarked;
