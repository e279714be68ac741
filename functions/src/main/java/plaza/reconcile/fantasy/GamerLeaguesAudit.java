package plaza.reconcile.fantasy;

import static plaza.audit.Repair.onlyIf;
import static plaza.table.Condition.attribute;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import plaza.audit.AuditContext;
import plaza.audit.Drift;
import plaza.audit.ItemAudit;
import plaza.fantasy.gamer.Gamer;
import plaza.fantasy.gamer.GamerItems;
import plaza.id.LeagueId;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Query;

/// Compares a gamer's list of leagues with the memberships. The memberships are the source, since
/// they record when the gamer joined; a settlement finds them by the list.
record GamerLeaguesAudit() implements ItemAudit {
    @Override
    public boolean covers(Item item, AuditContext context) {
        return FantasyItemKind.GAMER.is(item);
    }

    @Override
    public List<Drift> compare(Item item, Map<Key, Item> related, AuditContext context) {
        var gamer = GamerItems.gamer(item);
        var leagues = leagues(gamer, context);
        if (leagues.size() > Gamer.LEAGUES_MAX) {
            context.noteUnsettled();
            return List.of();
        }
        return leagues.equals(gamer.leagues()) ? List.of() : List.of(drift(item, gamer, leagues));
    }

    /// Returns the leagues of the memberships: first those of the list, in its order.
    private static List<LeagueId> leagues(Gamer gamer, AuditContext context) {
        var query =
                Query.in(KeySpace.gamerItems(gamer.id()))
                        .beginningWith(KeySpace.membershipPrefix())
                        .consistent();
        var joined = new ArrayList<LeagueId>();
        for (var item : context.table().read(query, Gamer.LEAGUES_MAX + 1, null).items()) {
            joined.add(KeySpace.leagueOf(item.key()));
        }
        var leagues = new ArrayList<>(gamer.leagues());
        leagues.retainAll(new HashSet<>(joined));
        joined.removeAll(leagues);
        leagues.addAll(joined);
        return leagues;
    }

    private static Drift drift(Item item, Gamer gamer, List<LeagueId> leagues) {
        return Drift.wrong(
                        item,
                        leagues.size() + " leagues",
                        gamer.leagues().size() + " leagues, or others",
                        onlyIf(
                                attribute(GamerItems.VERSION).is(gamer.version()),
                                GamerItems.leagues(gamer.in(leagues))))
                .atVersion(gamer.version());
    }
}
