package plaza.fantasy.check;

import java.util.List;
import java.util.Map;
import plaza.audit.AuditContext;
import plaza.audit.Drift;
import plaza.audit.ItemAudit;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.league.LeagueItems;
import plaza.table.Item;
import plaza.table.Key;

/// Reports members of a head-to-head league who are not in its roster and so play no matches. The
/// roster may have more gamers: those who left after the start, also without their names.
record RosterAudit() implements ItemAudit {
    @Override
    public boolean covers(Item item, AuditContext context) {
        return FantasyKeys.MEMBERSHIP.is(item.key());
    }

    @Override
    public List<Key> related(Item membership) {
        return List.of(league(membership));
    }

    @Override
    public List<Drift> compare(Item membership, Map<Key, Item> related, AuditContext context) {
        var item = related.get(league(membership));
        if (item == null || LeagueItems.isDeleted(item)) {
            return List.of();
        }
        var headToHead = LeagueItems.league(item).headToHead();
        return headToHead == null || headToHead.contains(FantasyKeys.GAMERS.parse(membership.key()))
                ? List.of()
                : List.of(
                        Drift.wrong(
                                        membership,
                                        "a membership of a gamer in the roster",
                                        "a membership of a gamer who is not in the roster")
                                .reportedOnly());
    }

    private static Key league(Item membership) {
        return FantasyKeys.LEAGUE.key(
                FantasyKeys.MEMBERSHIP.parse(membership.key(), (_, league) -> league));
    }
}
