/// Runs that read the whole table: what Reconcile and Migrate have in common.
///
/// A state machine ([plaza.catalogue.ScanMachine]) performs a run. It invokes the function once to
/// begin, then for each [plaza.scan.ScanSegment] of the table until that is read to its end, and
/// once to end a pass or the run. The state of a segment is the response of one invocation and the
/// request of the next, so nothing of it is stored in the table.
///
/// **A run is complete** if every segment was read to its end, in every pass.
/// [plaza.scan.ScanRecords] stores when it began and ended, and how much it found. A proof, such as
/// that of a migration, follows from a complete run that found nothing and began late enough.
@NullMarked
package plaza.scan;

import org.jspecify.annotations.NullMarked;
