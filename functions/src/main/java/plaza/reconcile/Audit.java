package plaza.reconcile;

import java.util.List;
import plaza.table.Item;

/// What performs one [Check].
interface Audit {
    /// What is wrong with these items, which are of the check's families.
    List<Drift> look(List<Item> items);

    /// The audit of a check.
    static Audit of(Check check, AuditContext desk) {
        return switch (check) {
            case FOLLOW_EDGES -> new FollowEdges(desk);
            case POST_COUNTERS -> new PostCounters(desk);
            case ORPHAN_LIKE_COUNTS, ORPHAN_VIEW_COUNTS -> new OrphanCounters(check, desk);
            case LIKE_LEDGER -> new LikeLedger(desk);
            case VIEW_LEDGER -> new ViewLedger(desk);
            case TIMELINE_ENTRIES -> new TimelineEntries(desk);
            case STALE_ENTRIES -> new StaleEntries(desk);
            case STUCK_JOBS -> new StuckJobs(desk);
            case OWN_ATTRIBUTES -> new OwnAttributes();
            case ORPHAN_TAG_NAMES -> new OrphanTagNames(desk);
            case TAG_NAMES -> new TagNames(desk);
            case TAG_EDGES -> new TagEdges(desk);
            case TAG_LEDGER -> new TagLedger(desk);
            case TAG_COUNTS -> new TagCounts(desk);
            case FAVORITE_USAGE -> new FavoriteUsage(desk);
            case SEARCH_POSTINGS -> new SearchPostings(desk);
            case ROSTER -> new Roster(desk);
            case GAMER_LEAGUES -> new GamerLeagues(desk);
            case STANDINGS -> new Standings(desk);
            case SPREADS -> new Spreads(desk);
            case SHEET_POINTS -> new SheetPoints(desk);
            case SHEET_CHAIN -> new SheetChain(desk);
            case FIXTURE_LINES -> new FixtureLines(desk);
            case DECLARED_FIXTURES -> new DeclaredFixtures(desk);
            case FOOTBALLER_POINTS -> new FootballerPoints(desk);
            case USER_COUNTS -> new UserCounts(desk);
            case LIKE_COUNTS -> new LikeCounts(desk);
            case VIEW_COUNTS -> new ViewCounts(desk);
            case LEFTOVERS -> new Leftovers(desk);
        };
    }
}
