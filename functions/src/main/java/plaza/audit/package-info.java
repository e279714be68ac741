/// What reconciliation compares: a [Check] names its items and the [Audit] that finds [Drift] in
/// them, with a repair for each.
///
/// **No lost write.** Each repair is one conditional write or transaction on exactly what was read.
/// A write in between makes the condition fail, and the next run examines the item again.
@NullMarked
package plaza.audit;

import org.jspecify.annotations.NullMarked;
