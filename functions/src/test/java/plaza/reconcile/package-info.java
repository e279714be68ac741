/// Tests of Reconcile's request and of the declarations of its checks.
@NullMarked
package plaza.reconcile;

import org.jspecify.annotations.NullMarked;
