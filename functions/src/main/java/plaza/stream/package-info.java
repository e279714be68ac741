/// The two functions that read the table's stream.
///
/// [AggregateCounts] counts edges exactly once. [FanOut] delivers posts to timelines and cleans up
/// after deletions, in slices. Two functions exist because a shard of the stream supports at most
/// two readers. Both convert records to the sealed family [DomainEvent] and pass them to the rules
/// of the contexts.
///
/// Both rely only on the guarantees that AWS documents: each record arrives at least once, and the
/// records of one *item* arrive in order.
@NullMarked
package plaza.stream;

import org.jspecify.annotations.NullMarked;
