package plaza.fantasy.check;

import java.util.List;
import plaza.audit.AuditContext;
import plaza.audit.DerivedItemsAudit;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.key.FantasyKeys;
import plaza.table.Item;
import plaza.table.Key;

/// Compares gamers with the list of all gamers. A settlement reads the list, and looks for each
/// gamer in one shard.
record AllGamersAudit() implements DerivedItemsAudit {
    @Override
    public boolean covers(Item item, AuditContext context) {
        return isSource(item) || FantasyKeys.ALL_GAMERS_ENTRY.is(item.key());
    }

    @Override
    public boolean isSource(Item item) {
        return FantasyKeys.GAMER.is(item.key());
    }

    @Override
    public List<Item> derived(Item gamer) {
        return List.of(GamerItems.allGamersEntry(FantasyKeys.GAMER.parse(gamer.key())));
    }

    @Override
    public Key source(Item entry) {
        return FantasyKeys.ALL_GAMERS_ENTRY.parse(
                entry.key(), (_, gamer) -> FantasyKeys.GAMER.key(gamer));
    }
}
