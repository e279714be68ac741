package plaza.simulation;

/// A wrong design that the simulator must detect. Each one is an obvious first idea.
enum WrongDesign {
    /// The real code.
    NONE,
    /// Every record adds to the counter, without a ledger.
    PLAIN_ADD,
    /// A part of a number of followers is written after the transaction of the follow.
    PART_OUTSIDE_TRANSACTION,
    /// The ledger is written first, then the counter, in two calls.
    ADD_OUTSIDE_TRANSACTION,
    /// The rows of the ledger are written unconditionally.
    LEDGER_UNCONDITIONAL,
    /// Sequence numbers are compared as text of different lengths, as the stream delivers them.
    SEQUENCES_AS_TEXT,
    /// The response reports no failure although a record failed.
    FAILURE_ACKNOWLEDGED,
    /// Only the last of several failures is reported, and the mapping continues from there.
    LAST_FAILURE_REPORTED,
    /// A job's cursor is saved before the slice is done.
    CURSOR_BEFORE_WORK,
    /// The entries of an author are removed without a check that the reader still does not follow
    /// them.
    CLEANUP_UNCHECKED,
    /// The removal of an author's entries ends if the reader follows the author again.
    CLEANUP_ENDS_EARLY,
    /// The removal of an author's entries reads with eventual consistency which posts exist.
    CLEANUP_EVENTUAL,
    /// A batch of entries that could not be written is ignored.
    BATCH_IGNORED,
    /// The whole counter of a post is written with the counts that were read before.
    COUNTER_OVERWRITTEN,
    /// A reply is counted in its parent without the condition that the parent exists.
    REPLY_TO_ANY,
    /// A reply is deleted without the entry and the count of its parent.
    REPLY_LEFT_BEHIND,
    /// A block ends the follow of the user who blocks, and not that of the other user.
    BLOCK_ONE_WAY,
    /// A follow does not check whether one of the users blocks the other.
    FOLLOW_UNCHECKED,
    /// The gate of a reader is read with eventual consistency.
    GATE_EVENTUAL,
    /// The standing of a user is copied without a check that it is still the same.
    AUDIENCE_COPIED_LATE,
    /// A post is written with the audience of an open standing, whatever the standing is.
    POST_OF_ANY_STANDING,
    /// A follow does not check whether the followed user is protected.
    FOLLOW_OF_ANY_STANDING,
    /// A request is accepted without a check that it still exists.
    REQUEST_ACCEPTED_TWICE,
    /// A block leaves the requests between the two users.
    REQUESTS_LEFT_BY_BLOCK,
    /// A timeline shows what was delivered, and does not read again whether its authors are
    /// followed and not suspended.
    CHECKED_AT_DELIVERY_ONLY,
    /// Pages ignore the audiences of posts and the marks of suspended authors.
    STANDING_IGNORED,
    /// A row is hidden, and counted down, without the condition that it is still shown.
    HIDDEN_UNCHECKED,
    /// Rows are hidden in one transaction and counted down in another.
    HIDDEN_OUTSIDE_TRANSACTION,
    /// The end of a suspension shows rows again, and does not count them.
    SHOWN_UNCOUNTED,
    /// What is removed while it is hidden is counted down again.
    HIDDEN_COUNTED_DOWN,
    /// The stream of likes has no changes of their marks.
    MARKS_FILTERED,
    /// A page behind a cursor reads neither the gate nor the follows again.
    CURSOR_OUTLIVES_BLOCK,
    /// A ledger row expires although its edge still exists.
    LEDGER_ENDS_EARLY,
    /// A job expires before the last day on which it can be redriven.
    JOB_ENDS_EARLY,
    /// All unfollows of one pair share one job.
    JOB_SHARED,
    /// A backfill takes one page of the posts that exist when it runs.
    BACKFILL_OF_NOW,
    /// Only the lowest failure is reported.
    LOWEST_FAILURE_REPORTED,
    /// A timeline reads the reader's own posts with eventual consistency.
    OWN_POSTS_EVENTUAL,
    /// A timeline reads with eventual consistency whether its authors are followed.
    FOLLOWS_EVENTUAL,
    /// A page asks only for likes after the second of its oldest post.
    LIKES_AFTER_SECOND,
    /// A page ignores the likes that the Query did not reach.
    LIKES_CUT,
    /// A list of liked posts ignores the likes that a Query did not reach.
    LIKED_POSTS_CUT,
    /// A timeline ignores the posts and follows that a Query did not reach.
    RANGE_CUT,
    /// A delivery saves its cursor although it could not start the jobs of its ranges.
    RANGE_START_IGNORED,
    /// A delivery ends at the last follower that the eventually consistent division read.
    LAST_RANGE_CLOSED,
    /// A range excludes its last follower.
    RANGE_END_EXCLUDED,
    /// A delivery reads the followers with eventual consistency.
    FOLLOWERS_EVENTUAL,
    /// All ranges that begin after the same follower share one job.
    RANGE_SHARED,
    /// Nothing but the paths removes what names a user who has left.
    ERASED_BY_PATHS_ONLY,
    /// The time of a notification is that of what it is about.
    NOTICE_AT_CAUSE,
    /// The time of a notification is that of the writer's clock, whatever the user has seen.
    NOTICE_BY_CLOCK,
    /// The notification of likes is written after the transaction that counts them.
    NOTICE_OUTSIDE_TRANSACTION,
    /// The notification of likes contains their number.
    LIKES_STORED_IN_NOTICE,
    /// The time until which a user has seen their notifications is the last one that was sent.
    SEEN_UNCHECKED,
    /// A page behind a cursor reads again until when the user has seen their notifications.
    CURSOR_WITHOUT_SEEN,
    /// The number of unread notifications ignores whom the reader blocks.
    BADGE_WITHOUT_GATE
}
