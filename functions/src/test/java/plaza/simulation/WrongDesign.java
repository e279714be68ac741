package plaza.simulation;

/// A wrong design that the simulator must catch. Each one is an obvious first idea.
enum WrongDesign {
    /// The real code.
    NONE,
    /// Every record adds to the counter, without a ledger.
    PLAIN_ADD,
    /// The ledger is written first, then the counter, in two calls.
    ADD_OUTSIDE_TRANSACTION,
    /// The ledger's rows are written whatever is in them by now.
    LEDGER_UNCONDITIONAL,
    /// Sequence numbers are compared as the texts that the stream gives, of different lengths.
    SEQUENCES_AS_TEXT,
    /// A batch of which something failed is answered as if nothing had.
    FAILURE_ACKNOWLEDGED,
    /// Of several failures the last is reported, and the mapping goes on from there.
    LAST_FAILURE_REPORTED,
    /// A job's place is saved before the slice is done.
    CURSOR_BEFORE_WORK,
    /// The entries of an author are removed without asking whether he is followed again.
    CLEANUP_UNCHECKED,
    /// A batch of entries that could not be written is left at that.
    BATCH_IGNORED,
    /// A ledger's row ends although the edge is still there.
    LEDGER_ENDS_EARLY,
    /// A job ends before the last day on which it can be redriven.
    JOB_ENDS_EARLY,
    /// All unfollows of one pair share one job.
    JOB_SHARED,
    /// A backfill takes one page of the posts that are there when it comes to it.
    BACKFILL_OF_NOW,
    /// The lowest failure alone is reported.
    LOWEST_FAILURE_REPORTED
}
