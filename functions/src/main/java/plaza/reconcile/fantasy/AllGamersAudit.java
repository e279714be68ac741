package plaza.reconcile.fantasy;

import java.util.List;
import plaza.audit.AuditContext;
import plaza.audit.DerivedItemsAudit;
import plaza.fantasy.gamer.GamerItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;

/// Compares gamers with the list of all gamers. A settlement reads the list, and looks for each
/// gamer in one shard.
record AllGamersAudit() implements DerivedItemsAudit {
    @Override
    public boolean covers(Item item, AuditContext context) {
        return isSource(item) || KeySpace.ALL_GAMERS_ENTRY.is(item.key());
    }

    @Override
    public boolean isSource(Item item) {
        return KeySpace.GAMER.is(item.key());
    }

    @Override
    public List<Item> derived(Item gamer) {
        return List.of(GamerItems.allGamersEntry(KeySpace.GAMER.parse(gamer.key())));
    }

    @Override
    public Key source(Item entry) {
        return KeySpace.ALL_GAMERS_ENTRY.parse(
                entry.key(), (_, gamer) -> KeySpace.GAMER.key(gamer));
    }
}
