/// Counts things exactly once from a stream that may repeat, re-batch and reorder its records.
///
/// Every counted edge (a like, a view, a tagged favorite) has a row in a *ledger*: the sequence
/// number of the last change of that edge that was counted, and whether it was on. A change is
/// counted by comparing and setting its ledger row in the same transaction that moves the counter,
/// and the counter moves by the difference of the two states. A repeated or late change finds a
/// sequence number that is not below its own, and is dropped.
///
/// Sequence numbers are compared as text of [plaza.tally.SequenceNumber#DIGITS] digits. Order is
/// needed per edge only, which is all that DynamoDB Streams gives.
@NullMarked
package plaza.tally;

import org.jspecify.annotations.NullMarked;
