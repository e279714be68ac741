/// The two functions that read the table's stream.
///
/// [AggregateCounts] counts edges exactly once. [FanOut] does what follows from other changes, in
/// slices: the contexts declare it as [plaza.event.EventRules]. Two functions exist because a shard
/// of the stream supports at most two readers.
///
/// Both rely only on the guarantees that AWS documents: each record arrives at least once, and the
/// records of one *item* arrive in order.
@NullMarked
package plaza.stream;

import org.jspecify.annotations.NullMarked;
