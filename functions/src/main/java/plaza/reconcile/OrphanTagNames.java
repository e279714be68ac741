package plaza.reconcile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.favorites.FavoriteItems;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Write;

/// [Check#ORPHAN_TAG_NAMES]: a name that nobody has, and that nobody can be given.
record OrphanTagNames(AuditContext desk) implements Audit {
    @Override
    public List<Drift> look(List<Item> items) {
        var tags = new LinkedHashMap<Item, Key>();
        for (var item : items) {
            var owner = UserId.of(KeySpace.ownerPart(item.key().pk()));
            tags.put(item, KeySpace.tag(owner, FavoriteItems.tagOfName(item)));
        }
        var there = desk.read(tags.values());
        var drift = new ArrayList<Drift>();
        tags.forEach((name, key) -> {
            var tag = there.get(key);
            if (tag == null || !tag.text(FavoriteItems.NORMALISED_NAME).equals(name.key().sk())) {
                drift.add(orphan(name, key, tag));
            }
        });
        return drift;
    }

    private static Drift orphan(Item name, Key key, @Nullable Item tag) {
        return new Drift(
                Check.ORPHAN_TAG_NAMES,
                name.key(),
                name.key(),
                "nothing, for no tag has the name",
                "a name",
                FavoriteItems.tagOfName(name).value(),
                List.of(
                        AuditContext.asRead(key, tag),
                        AuditContext.ifUnchanged(Write.Delete.of(name.key()), name)));
    }
}
