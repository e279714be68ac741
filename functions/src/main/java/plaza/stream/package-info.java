/// What happens behind a write: the two functions that read the table's stream.
///
/// [AggregateCounts] counts edges exactly once; [FanOut] takes posts to timelines and cleans up
/// what was deleted, in slices. Two, because a shard of the stream serves at most two readers. Both
/// turn records into [Change]s, a closed family, and hand them to rules that live in their
/// contexts.
///
/// Both assume only what AWS documents: a record comes at least once, and the records of one *item*
/// in order.
@NullMarked
package plaza.stream;

import org.jspecify.annotations.NullMarked;
