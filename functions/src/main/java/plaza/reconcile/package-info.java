/// Checking everything that is derived against what it is derived from, and setting it right when
/// told to.
///
/// [Reconcile] reads the whole table in slices, twice: first for lists and their entries, then for
/// the counts of those lists, since mending a list would otherwise spoil a count that was checked
/// before. Each derived thing is one [Check], performed by one [Audit] that looks at items and
/// answers what differs as [Drift].
///
/// **No false alarm.** What is written in one transaction must agree at any moment; but two reads
/// are not one moment. Everything that seems wrong is therefore looked at a second time, from a
/// fresh read, and counts as drift only if it is found exactly the same: at once for what is
/// written together, and after [Check#GRACE] for what follows through the stream.
///
/// **No lost write.** Each repair is one conditional write or transaction on exactly what was read.
/// A write that came between refuses it, and the next run sees to what is left.
@NullMarked
package plaza.reconcile;

import org.jspecify.annotations.NullMarked;
