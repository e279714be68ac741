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

    /// An item's places in the indexes, and its total, are those of its other attributes.
    OWN_ATTRIBUTES(
            "ownAttributes",
            Pass.LISTS,
            Kept.TOGETHER,
            Family.FAVORITES,
            Family.TAGS,
            Family.GAMER,
            Family.FOOTBALLER),

    /// The name of a tag has its tag.
    ORPHAN_TAG_NAMES("orphanTagNames", Pass.LISTS, Kept.TOGETHER, Family.TAG_NAMES),

    /// A tagged row is of a favorite and a tag that live, and lies in the indexes where its
    /// favorite belongs.
    TAG_EDGES("tagEdges", Pass.LISTS, Kept.BEHIND, Family.TAGGED),

    /// A tagged favorite is on in the ledger, and what is on there is one.
    TAG_LEDGER("tagLedger", Pass.LISTS, Kept.BEHIND, Family.TAGGED, Family.TAG_LEDGER),

    /// A favorite has the postings of its terms, and a posting has its favorite.
    SEARCH_POSTINGS("searchPostings", Pass.LISTS, Kept.BEHIND, Family.FAVORITES, Family.TERMS),

    /// A gamer is on the list of all gamers, and nobody else.
    ROSTER("roster", Pass.LISTS, Kept.TOGETHER, Family.GAMER, Family.ALL_GAMERS),

    /// A gamer's list of leagues is that of his memberships.
    GAMER_LEAGUES("gamerLeagues", Pass.LISTS, Kept.TOGETHER, Family.GAMER),

    /// A membership has its gamer's points, and its place in the standings.
    STANDINGS("standings", Pass.LISTS, Kept.BEHIND, Family.GAMER),

    /// A sheet that has points has those of its gamer.
    SHEET_POINTS("sheetPoints", Pass.LISTS, Kept.BEHIND, Family.GAMER),

    /// A gamer's sheets point from each to the next.
    SHEET_CHAIN("sheetChain", Pass.LISTS, Kept.TOGETHER, Family.GAMER),

    /// A fixture's points lie with the footballer and with the gameweek.
    FIXTURE_LINES("fixtureLines", Pass.LISTS, Kept.TOGETHER, Family.FOOTBALLER, Family.GAMEWEEK),

    /// The fixture of a footballer's points is declared.
    DECLARED_FIXTURES("declaredFixtures", Pass.LISTS, Kept.TOGETHER, Family.FOOTBALLER),

    /// A footballer's points are the sums of his fixtures.
    FOOTBALLER_POINTS("footballerPoints", Pass.LISTS, Kept.TOGETHER, Family.FOOTBALLER),

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

    /// A tag has its name. After [#ORPHAN_TAG_NAMES]: one of those would be in the way.
    TAG_NAMES("tagNames", Pass.COUNTS, Kept.TOGETHER, Family.TAGS),

    /// A tag's count of favorites is the number of ledger rows that are on.
    TAG_COUNTS("tagCounts", Pass.COUNTS, Kept.TOGETHER, Family.TAGS),

    /// A user's count of favorites is their number, give or take the changes since it was last
    /// counted anew; a user with favorites has it.
    FAVORITE_USAGE("favoriteUsage", Pass.COUNTS, Kept.BEHIND, Family.USAGE, Family.FAVORITES),

    /// The totals of a large league are counted as its rows have them. After [#STANDINGS].
    SPREADS("spreads", Pass.COUNTS, Kept.BEHIND, Family.LEAGUE, Family.LARGE_LEAGUES),

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

    /// The families of the table that no check looks at, because nothing in them is derived:
    /// answers already given, the place of an import, the place of the scheduled run.
    static final Set<Family> UNDERIVED =
            EnumSet.of(Family.IDEMPOTENCY, Family.IMPORT, Family.RECONCILE);

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
            case TAG_NAMES -> EnumSet.of(ORPHAN_TAG_NAMES, only);
            case SPREADS -> EnumSet.of(STANDINGS, only);
            default -> EnumSet.of(only);
        };
    }

    static Check of(String label) {
        return Arrays.stream(values())
                .filter(check -> check.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no such check"));
    }
}
