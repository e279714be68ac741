/// What Reconcile is asked to do.
@NullMarked
package plaza.reconcile;

import org.jspecify.annotations.NullMarked;
