/// Reconcile on the real table.
@NullMarked
package plaza.reconcile;

import org.jspecify.annotations.NullMarked;
