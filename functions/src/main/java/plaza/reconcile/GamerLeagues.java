package plaza.reconcile;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import plaza.fantasy.FantasyItems;
import plaza.fantasy.model.Gamer;
import plaza.id.LeagueId;
import plaza.table.Condition.Predicate;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Query;

/// [Check#GAMER_LEAGUES]. The memberships are the source, since they know when he joined; by the
/// list a settlement finds them.
record GamerLeagues(AuditContext desk) implements Audit {
    @Override
    public List<Drift> look(List<Item> items) {
        var drift = new ArrayList<Drift>();
        for (var item : items) {
            if (FantasyItemKind.isMain(item)) {
                var gamer = FantasyItems.gamer(item);
                var leagues = leagues(gamer);
                if (leagues.size() > Gamer.LEAGUES_MAX) {
                    desk.noteUnsettled();
                } else if (!leagues.equals(gamer.leagues())) {
                    drift.add(drift(item, gamer, leagues));
                }
            }
        }
        return drift;
    }

    /// The leagues that he is in, those of his list first and in its order.
    private List<LeagueId> leagues(Gamer gamer) {
        var query =
                Query.in(KeySpace.gamerItems(gamer.id()))
                        .beginningWith(KeySpace.membershipPrefix())
                        .consistent();
        var joined = new ArrayList<LeagueId>();
        for (var item : desk.table.read(query, Gamer.LEAGUES_MAX + 1, null).items()) {
            joined.add(KeySpace.leagueId(item.key().sk()));
        }
        var leagues = new ArrayList<>(gamer.leagues());
        leagues.retainAll(new HashSet<>(joined));
        joined.removeAll(leagues);
        leagues.addAll(joined);
        return leagues;
    }

    private static Drift drift(Item item, Gamer gamer, List<LeagueId> leagues) {
        return new Drift(
                Check.GAMER_LEAGUES,
                item.key(),
                item.key(),
                leagues.size() + " leagues",
                gamer.leagues().size() + " leagues, or others",
                Long.toString(gamer.version()),
                List.of(
                        AuditContext.onlyIf(
                                FantasyItems.leagues(gamer.in(leagues)),
                                new Predicate.NumberIs(FantasyItems.VERSION, gamer.version()))));
    }
}
