/// Exactly-once counts from a stream that may repeat, re-batch and reorder its records.
///
/// Every counted edge (a like or a view) has a row in a *ledger* with the sequence number of its
/// last counted change and whether the edge existed after it. One transaction compares and sets the
/// ledger row and changes the counter by the difference of the two states. A repeated or late
/// change finds a sequence number that is not lower than its own, and is ignored.
///
/// Sequence numbers are compared as text of [plaza.tally.SequenceNumber#DIGITS] digits. Only the
/// records of one edge must be in order, which DynamoDB Streams guarantees.
@NullMarked
package plaza.tally;

import org.jspecify.annotations.NullMarked;
