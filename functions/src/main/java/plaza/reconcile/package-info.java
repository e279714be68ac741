/// Reconciliation: compares derived values with their sources, and repairs what differs.
///
/// [Reconcile] reads the whole table twice, in steps: first for the lists, then for the counts of
/// those lists, because repairing a list would invalidate a count that was checked before. [Checks]
/// lists what is checked. Each context declares its checks in one class below this package; a
/// [plaza.audit.Check] names its items and the audit that finds drift in them.
///
/// **No false alarm.** Values that are written in one transaction agree at any moment, but two
/// reads do not happen in one moment. Each difference is therefore examined a second time, from a
/// fresh read, and counts as drift only if it is exactly the same: at once for values that are
/// written together, and after [plaza.audit.Check#GRACE] for values that follow through the stream.
@NullMarked
package plaza.reconcile;

import org.jspecify.annotations.NullMarked;
