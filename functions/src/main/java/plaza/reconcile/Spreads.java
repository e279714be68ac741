package plaza.reconcile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.FantasyItems;
import plaza.fantasy.Rankings;
import plaza.fantasy.model.League;
import plaza.fantasy.model.ScoreDistribution;
import plaza.fantasy.model.ScoreHistogram;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Write;

/// [Check#SPREADS]. The spread of a large league is a count of its rows, and the list of large
/// leagues is how a settlement finds it; a repair counts it once more, which sets both right.
record Spreads(AuditContext desk) implements Audit {
    @Override
    public List<Drift> look(List<Item> items) {
        var leagues = new LinkedHashMap<Key, League>();
        var entries = new LinkedHashMap<Key, Item>();
        var keys = new LinkedHashSet<Key>();
        for (var item : items) {
            if (KeySpace.familyOf(item.key().pk()) == Family.LARGE_LEAGUES) {
                entries.put(KeySpace.league(KeySpace.leagueId(item.key().sk())), item);
            } else if (FantasyItemKind.isMain(item)) {
                var league = FantasyItems.league(item);
                leagues.put(item.key(), league);
                keys.add(KeySpace.scoreDistribution(league.id()));
                keys.add(KeySpace.largeLeague(league.id()));
                keys.add(Rankings.league(league.id()).key());
            }
        }
        keys.addAll(entries.keySet());
        var there = desk.read(keys);
        var drift = new ArrayList<Drift>();
        leagues.forEach((key, league) -> {
            var found = look(key, league, there);
            if (found != null) {
                drift.add(found);
            }
        });
        entries.forEach((league, entry) -> {
            if (!there.containsKey(league)) {
                drift.add(surplus(entry, league));
            }
        });
        return drift;
    }

    private @Nullable Drift look(Key key, League league, Map<Key, Item> there) {
        if (there.containsKey(Rankings.league(league.id()).key())) {
            return null;
        }
        var spread = spread(league);
        var members = spread.now().memberCount();
        var isCounted = Rankings.isCounted(league, members);
        var item = there.get(KeySpace.scoreDistribution(league.id()));
        var found = item == null ? null : FantasyItems.scoreDistribution(item);
        var isListed = there.containsKey(KeySpace.largeLeague(league.id()));
        return isListed == isCounted && (isCounted ? spread.equals(found) : found == null)
                ? null
                : new Drift(
                        Check.SPREADS,
                        key,
                        KeySpace.scoreDistribution(league.id()),
                        isCounted ? "the totals of " + members + " members" : "nothing",
                        (found == null ? "nothing" : "other totals")
                                + (isListed ? ", listed" : ", not listed"),
                        spread.toString(),
                        List.of(desk.jobs.start(Rankings.league(league.id()))));
    }

    private static Drift surplus(Item entry, Key league) {
        return new Drift(
                Check.SPREADS,
                entry.key(),
                entry.key(),
                "nothing, for there is no such league",
                "an entry of the list of large leagues",
                "",
                List.of(
                        AuditContext.absent(league),
                        AuditContext.ifPresent(Write.Delete.of(entry.key()))));
    }

    /// The spread as a count would find it now.
    private ScoreDistribution spread(League league) {
        var now = new TreeMap<Long, Long>();
        var before = new TreeMap<Long, Long>();
        for (var shard = 0; shard < league.shards(); shard++) {
            var rows = Query.in(KeySpace.standingsOf(league.id(), shard));
            Page.@Nullable Position from = null;
            do {
                var page = Recount.page(desk.table, rows, from);
                for (var row : page.items()) {
                    var member = FantasyItems.membership(row).member();
                    now.merge(member.totalPoints(), 1L, Long::sum);
                    before.merge(member.totalPointsBefore(), 1L, Long::sum);
                }
                from = page.next();
            } while (from != null);
        }
        return new ScoreDistribution(new ScoreHistogram(now), new ScoreHistogram(before));
    }
}
