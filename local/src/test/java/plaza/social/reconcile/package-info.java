/// What Reconcile finds and repairs in this context.
@NullMarked
package plaza.social.reconcile;

import org.jspecify.annotations.NullMarked;
