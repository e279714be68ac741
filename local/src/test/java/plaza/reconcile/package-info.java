/// Reconcile against the whole system: social traffic, favorites and a fantasy season on a real
/// table, with every [Corruption] that it must find and repair.
@NullMarked
package plaza.reconcile;

import org.jspecify.annotations.NullMarked;
