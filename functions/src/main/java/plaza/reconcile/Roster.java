package plaza.reconcile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import plaza.fantasy.FantasyItems;
import plaza.id.GamerId;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;
import plaza.table.Write;

/// [Check#ROSTER]. Who is not on the list of all gamers is never settled.
record Roster(AuditContext desk) implements Audit {
    @Override
    public List<Drift> look(List<Item> items) {
        var others = new LinkedHashMap<Item, Key>();
        for (var item : items) {
            if (isEntry(item)) {
                others.put(item, KeySpace.gamer(KeySpace.gamerId(item.key().sk())));
            } else if (FantasyItemKind.isMain(item)) {
                others.put(item, entry(item).key());
            }
        }
        var there = desk.read(others.values());
        var drift = new ArrayList<Drift>();
        others.forEach((item, other) -> {
            if (isEntry(item)) {
                var gamer = there.get(other);
                if (gamer == null) {
                    drift.add(surplus(item, List.of(AuditContext.absent(other))));
                } else if (!entry(gamer).key().equals(item.key())) {
                    // in a shard where nobody looks for him
                    drift.add(surplus(item, List.of()));
                }
            } else if (!there.containsKey(other)) {
                drift.add(missing(item));
            }
        });
        return drift;
    }

    private static Drift missing(Item gamer) {
        return new Drift(
                Check.ROSTER,
                gamer.key(),
                entry(gamer).key(),
                "a gamer's line in the list of all",
                "nothing",
                "",
                List.of(
                        AuditContext.present(gamer.key()),
                        AuditContext.ifAbsent(Write.Put.of(entry(gamer)))));
    }

    private static Drift surplus(Item entry, List<Write> checks) {
        var writes = new ArrayList<>(checks);
        writes.add(AuditContext.ifPresent(Write.Delete.of(entry.key())));
        return new Drift(
                Check.ROSTER,
                entry.key(),
                entry.key(),
                "nothing, for no gamer belongs here",
                "a line in the list of all",
                "",
                List.copyOf(writes));
    }

    private static Item entry(Item gamer) {
        return FantasyItems.allGamersEntry(GamerId.of(KeySpace.ownerPart(gamer.key().pk())));
    }

    private static boolean isEntry(Item item) {
        return KeySpace.familyOf(item.key().pk()) == Family.ALL_GAMERS;
    }
}
