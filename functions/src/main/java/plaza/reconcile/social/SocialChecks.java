package plaza.reconcile.social;

import java.util.List;
import plaza.audit.Check;
import plaza.audit.CounterAudit;
import plaza.audit.LedgerAudit;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;

/// The checks of the social context.
public final class SocialChecks {
    public static final Check FOLLOW_EDGES =
            Check.ofLists("followEdges", new FollowEdgesAudit(), Family.FOLLOWING, Family.FOLLOWERS)
                    .rule("The lists of followers agree with the lists of followed users.")
                    .repair("puts or deletes the entry in the list of followers");

    public static final Check NAME_WORDS =
            Check.ofLists("nameWords", new NameWordsAudit(), Family.USER, Family.NAME_WORDS)
                    .rule("Search finds every user by the words of their name, and by no other.")
                    .repair("puts or deletes the word");

    public static final Check POST_COUNTERS =
            Check.ofLists("postCounters", new PostCountersAudit(), Family.POSTS)
                    .rule("Every post has a like counter and a view counter.")
                    .repair("creates the counter from its ledger");

    public static final Check ORPHAN_LIKE_COUNTS =
            Check.ofLists("orphanLikeCounts", new OrphanCountersAudit(), Family.LIKE_COUNT)
                    .rule("Every like counter has a post.")
                    .repair("deletes the counter");

    public static final Check LIKE_LEDGER =
            Check.ofLists(
                            "likeLedger",
                            new LedgerAudit(CountedLike::of),
                            Family.LIKES,
                            Family.LIKE_LEDGER)
                    .eventually()
                    .rule("Every like has an active ledger row, and vice versa.")
                    .repair("changes row and counter in one transaction");

    /// Rows are kept for 30 days, views for 24 hours.
    public static final Check VIEW_LEDGER =
            Check.ofLists(
                            "viewLedger",
                            new LedgerAudit(CountedView::of),
                            Family.VIEWS,
                            Family.VIEW_LEDGER)
                    .eventually()
                    .rule("Every view has a ledger row, and vice versa, until one expires.")
                    .repair("changes row and counter in one transaction");

    public static final Check TIMELINE_ENTRIES =
            Check.ofLists(
                            "timelineEntries",
                            new TimelineEntriesAudit(),
                            Family.FOLLOWING,
                            Family.POSTS)
                    .rule("Timelines have the reader's posts and those of followed authors.")
                    .repair("puts the entry, if post and follow still exist");

    public static final Check STALE_ENTRIES =
            Check.ofLists("staleEntries", new StaleEntriesAudit(), Family.TIMELINE)
                    .eventually()
                    .rule("Every timeline entry has a post, and its author is followed.")
                    .repair("deletes the entry");

    public static final Check USER_COUNTS =
            Check.ofCounts("userCounts", new UserCountsAudit(), Family.USER)
                    .after(FOLLOW_EDGES)
                    .rule("A user's three counts are the lengths of the user's three lists.")
                    .repair("sets the count, if it has not moved or been repaired since");

    public static final Check LIKE_COUNTS =
            Check.ofCounts(
                            "likeCounts",
                            new CounterAudit(
                                    item -> PostCounters.likes(KeySpace.postOf(item.key()))),
                            Family.LIKE_COUNT)
                    .rule("A like count is the number of active ledger rows.")
                    .repair("as userCounts");

    public static final Check VIEW_COUNTS =
            Check.ofCounts("viewCounts", new ViewCountsAudit(), Family.VIEW_COUNT)
                    .rule("A view count is the number of ledger rows, or more once rows expire.")
                    .repair("as userCounts");

    /// Only the like counter names the author, and with it the key, of the post.
    public static final Check ORPHAN_VIEW_COUNTS =
            Check.ofCounts("orphanViewCounts", new OrphanCountersAudit(), Family.VIEW_COUNT)
                    .after(POST_COUNTERS, ORPHAN_LIKE_COUNTS)
                    .rule("Every view counter has a post.")
                    .repair("deletes the counter");

    /// A post without its counters would look deleted.
    public static final Check LEFTOVERS =
            Check.ofCounts(
                            "leftovers",
                            new LeftoversAudit(),
                            Family.LIKES,
                            Family.LIKE_LEDGER,
                            Family.VIEWS,
                            Family.VIEW_LEDGER)
                    .eventually()
                    .after(POST_COUNTERS, ORPHAN_LIKE_COUNTS)
                    .rule("Every like, view and ledger row has a post.")
                    .repair("starts the job that follows a deletion");

    public static final List<Check> ALL =
            List.of(
                    FOLLOW_EDGES,
                    NAME_WORDS,
                    POST_COUNTERS,
                    ORPHAN_LIKE_COUNTS,
                    LIKE_LEDGER,
                    VIEW_LEDGER,
                    TIMELINE_ENTRIES,
                    STALE_ENTRIES,
                    USER_COUNTS,
                    LIKE_COUNTS,
                    VIEW_COUNTS,
                    ORPHAN_VIEW_COUNTS,
                    LEFTOVERS);

    private SocialChecks() {}
}
