package plaza.fantasy.check;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import plaza.audit.AuditContext;
import plaza.audit.Drift;
import plaza.audit.ItemAudit;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.job.FantasyWork;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.league.League;
import plaza.fantasy.league.LeagueItems;
import plaza.fantasy.ranking.ScoreDistribution;
import plaza.fantasy.ranking.ScoreHistogram;
import plaza.fantasy.standings.Rankings;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Query;

/// Compares the score distribution of large leagues with the memberships, and the list of large
/// leagues, by which a settlement finds them, with the leagues. A repair counts the league again,
/// which corrects both.
record ScoreDistributionAudit() implements ItemAudit {
    @Override
    public boolean covers(Item item, AuditContext context) {
        return isEntry(item) || FantasyKeys.LEAGUE.is(item.key());
    }

    @Override
    public List<Key> related(Item item) {
        var league = league(item);
        return isEntry(item)
                ? List.of(FantasyKeys.LEAGUE.key(league))
                : List.of(
                        FantasyKeys.SCORE_DISTRIBUTION.key(league),
                        FantasyKeys.LARGE_LEAGUE.key(league),
                        new FantasyWork.RankLeague(league).key());
    }

    @Override
    public List<Drift> compare(Item item, Map<Key, Item> related, AuditContext context) {
        if (!isEntry(item)) {
            return compareLeague(item, related, context);
        }
        var league = FantasyKeys.LEAGUE.key(league(item));
        return related.containsKey(league)
                ? List.of()
                : List.of(
                        Drift.orphan(
                                item,
                                "an entry in the list of large leagues",
                                "the league does not exist",
                                league));
    }

    private static List<Drift> compareLeague(
            Item item, Map<Key, Item> related, AuditContext context) {
        var id = league(item);
        var counting = new FantasyWork.RankLeague(id);
        if (related.containsKey(counting.key())) {
            return List.of();
        }
        var isDeleted = LeagueItems.isDeleted(item);
        var expected =
                isDeleted
                        ? ScoreDistribution.EMPTY
                        : distribution(LeagueItems.league(item), context);
        var members = expected.now().memberCount();
        var isLarge = !isDeleted && Rankings.isCounted(LeagueItems.league(item), members);
        var standing = related.get(FantasyKeys.SCORE_DISTRIBUTION.key(id));
        var found = standing == null ? null : LeagueItems.scoreDistribution(standing);
        var isListed = related.containsKey(FantasyKeys.LARGE_LEAGUE.key(id));
        if (isListed == isLarge && (isLarge ? expected.equals(found) : found == null)) {
            return List.of();
        }
        return List.of(
                Drift.wrong(
                                item,
                                isLarge ? "the scores of " + members + " members" : "nothing",
                                (found == null ? "nothing" : "other scores")
                                        + (isListed ? ", listed" : ", not listed"),
                                context.jobs().start(counting))
                        .about(FantasyKeys.SCORE_DISTRIBUTION.key(id))
                        .atVersion(expected));
    }

    private static ScoreDistribution distribution(League league, AuditContext context) {
        var now = new TreeMap<Long, Long>();
        var before = new TreeMap<Long, Long>();
        for (var shard = 0; shard < league.shards(); shard++) {
            context.readAll(
                    Query.in(FantasyKeys.standingsOf(league.id(), shard)),
                    row -> {
                        var member = LeagueItems.membership(row).member();
                        now.merge(member.totalPoints(), 1L, Long::sum);
                        before.merge(member.totalPointsBefore(), 1L, Long::sum);
                    });
        }
        return new ScoreDistribution(new ScoreHistogram(now), new ScoreHistogram(before));
    }

    private static LeagueId league(Item item) {
        return (isEntry(item) ? FantasyKeys.LARGE_LEAGUE : FantasyKeys.LEAGUE).parse(item.key());
    }

    private static boolean isEntry(Item item) {
        return FantasyKeys.LARGE_LEAGUE.is(item.key());
    }
}
