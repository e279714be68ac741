/// Reconciliation: compares every derived value with its source, and repairs what differs.
///
/// [Reconcile] reads the whole table twice, in steps: first for the [lists][Check.Pass#LISTS], then
/// for the [counts][Check.Pass#COUNTS] of those lists, because repairing a list would invalidate a
/// count that was checked before. [Checks] lists what is checked. Each context declares its checks
/// in one class below this package; a [Check] names its items and the [Audit] that finds [Drift] in
/// them.
///
/// **No false alarm.** Values that are written in one transaction agree at any moment, but two
/// reads do not happen in one moment. Each difference is therefore examined a second time, from a
/// fresh read, and counts as drift only if it is exactly the same: at once for values that are
/// written together, and after [Check#GRACE] for values that follow through the stream.
///
/// **No lost write.** Each repair is one conditional write or transaction on exactly what was read.
/// A write in between makes the condition fail, and the next run examines the item again.
@NullMarked
package plaza.reconcile;

import org.jspecify.annotations.NullMarked;
