package plaza.reconcile;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import plaza.table.KeySpace.Family;

/// Every derived thing that is checked.
public enum Check {
    /// A follow stands in both lists. The list of followees is the source: it is what the follower
    /// himself sees and what every timeline asks.
    FOLLOW_EDGES("followEdges", Pass.LISTS, Kept.TOGETHER, Family.FOLLOWING, Family.FOLLOWERS),

    /// A post has its two counters.
    POST_COUNTERS("postCounters", Pass.LISTS, Kept.TOGETHER, Family.POSTS),

    /// A counter has its post.
    ORPHAN_LIKE_COUNTS("orphanLikeCounts", Pass.LISTS, Kept.TOGETHER, Family.LIKE_COUNT),

    /// A like is on in the ledger, and what is on there is a like.
    LIKE_LEDGER("likeLedger", Pass.LISTS, Kept.BEHIND, Family.LIKES, Family.LIKE_LEDGER),

    /// A view is in the ledger, and as long as views are kept, what is there is a view.
    VIEW_LEDGER("viewLedger", Pass.LISTS, Kept.BEHIND, Family.VIEWS, Family.VIEW_LEDGER),

    /// A followed author's posts are in the follower's timeline, and one's own in one's own.
    TIMELINE_ENTRIES("timelineEntries", Pass.LISTS, Kept.TOGETHER, Family.FOLLOWING, Family.POSTS),

    /// A timeline entry has a post, and an author who is followed.
    STALE_ENTRIES("staleEntries", Pass.LISTS, Kept.BEHIND, Family.TIMELINE),

    /// A job gets on.
    STUCK_JOBS("stuckJobs", Pass.LISTS, Kept.TOGETHER, Family.JOB),

    /// A user's three counts are the lengths of the three lists, and a user has them.
    USER_COUNTS("userCounts", Pass.COUNTS, Kept.TOGETHER, Family.USER),

    /// A post's count of likes is the number of ledger rows that are on.
    LIKE_COUNTS("likeCounts", Pass.COUNTS, Kept.TOGETHER, Family.LIKE_COUNT),

    /// A post's count of views is the number of ledger rows while all of them are kept, and not
    /// below it later.
    VIEW_COUNTS("viewCounts", Pass.COUNTS, Kept.TOGETHER, Family.VIEW_COUNT),

    /// A counter of views has its post. After [#POST_COUNTERS]: which post it was, only the counter
    /// of likes tells.
    ORPHAN_VIEW_COUNTS("orphanViewCounts", Pass.COUNTS, Kept.TOGETHER, Family.VIEW_COUNT),

    /// Nothing is left of a post that is gone: likes, views, ledgers. After [#POST_COUNTERS]: a
    /// post without its counters would look gone.
    LEFTOVERS(
            "leftovers",
            Pass.COUNTS,
            Kept.BEHIND,
            Family.LIKES,
            Family.LIKE_LEDGER,
            Family.VIEWS,
            Family.VIEW_LEDGER);

    /// How long the stream may take before what it has not done is drift: three times what the
    /// alarm on the stream's age allows.
    public static final Duration GRACE = Duration.ofMinutes(15);

    /// The families of the table that no check looks at, because nothing in them is derived.
    static final Set<Family> UNDERIVED = EnumSet.of(Family.IDEMPOTENCY, Family.RECONCILE);

    /// The families that no check looks at yet.
    static final Set<Family> UNCHECKED =
            EnumSet.of(
                    Family.FAVORITES,
                    Family.TAGS,
                    Family.TAG_NAMES,
                    Family.TAGGED,
                    Family.TAG_LEDGER,
                    Family.TERMS,
                    Family.IMPORT,
                    Family.GAMER,
                    Family.ROSTER,
                    Family.LEAGUE,
                    Family.LARGE_LEAGUES,
                    Family.FOOTBALLER,
                    Family.GAMEWEEK);

    /// How a derived thing follows its source.
    private enum Kept {
        /// In the same transaction; or the check itself leaves alone what is young.
        TOGETHER,
        /// Through the stream, a moment later.
        BEHIND
    }

    /// Which reading of the table a check belongs to.
    public enum Pass {
        LISTS,
        COUNTS;

        @Nullable Pass next() {
            return this == LISTS ? COUNTS : null;
        }
    }

    private final String label;
    private final Pass pass;
    private final Kept kept;

    @SuppressWarnings("ImmutableEnumChecker") // never changed, and seen in this package only
    private final Set<Family> families;

    Check(String label, Pass pass, Kept kept, Family first, Family... more) {
        this.label = label;
        this.pass = pass;
        this.kept = kept;
        this.families = EnumSet.of(first, more);
    }

    /// The check's name in orders and reports.
    public String label() {
        return label;
    }

    Pass pass() {
        return pass;
    }

    /// How far apart its two looks are.
    Duration grace() {
        return switch (kept) {
            case TOGETHER -> Duration.ZERO;
            case BEHIND -> GRACE;
        };
    }

    /// The families whose items it looks at.
    Set<Family> families() {
        return families;
    }

    /// All checks, or the named one with those whose repairs it relies on.
    static Set<Check> wanted(@Nullable Check only) {
        return switch (only) {
            case null -> EnumSet.allOf(Check.class);
            case USER_COUNTS -> EnumSet.of(FOLLOW_EDGES, only);
            case LEFTOVERS, ORPHAN_VIEW_COUNTS ->
                    EnumSet.of(POST_COUNTERS, ORPHAN_LIKE_COUNTS, only);
            case FOLLOW_EDGES,
                    POST_COUNTERS,
                    ORPHAN_LIKE_COUNTS,
                    LIKE_LEDGER,
                    VIEW_LEDGER,
                    TIMELINE_ENTRIES,
                    STALE_ENTRIES,
                    STUCK_JOBS,
                    LIKE_COUNTS,
                    VIEW_COUNTS ->
                    EnumSet.of(only);
        };
    }

    static Check of(String label) {
        return Arrays.stream(values())
                .filter(check -> check.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no such check"));
    }
}
