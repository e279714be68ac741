package plaza.fantasy.check;

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
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.key.FantasyKeys;
import plaza.table.Item;
import plaza.table.Key;

/// Compares a gamer's list of leagues with the memberships. The memberships are the source, since
/// they record when the gamer joined; a settlement finds them by the list.
record GamerLeaguesAudit() implements ItemAudit {
    @Override
    public boolean covers(Item item, AuditContext context) {
        return FantasyKeys.GAMER.is(item.key());
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
        var query = FantasyKeys.MEMBERSHIP.query(gamer.id()).consistent();
        var joined = new ArrayList<LeagueId>();
        for (var item : context.table().read(query, Gamer.LEAGUES_MAX + 1, null).items()) {
            joined.add(FantasyKeys.MEMBERSHIP.parse(item.key(), (_, league) -> league));
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
                        GamerItems.leagues(gamer.in(leagues))
                                .onlyIf(attribute(GamerItems.VERSION).is(gamer.version())))
                .atVersion(gamer.version());
    }
}
