package plaza.reconcile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import plaza.favorites.FavoriteItems;
import plaza.favorites.model.StoredTag;
import plaza.id.UserId;
import plaza.table.Condition.Predicate;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Write;

/// [Check#TAG_NAMES]: without its name item, a second tag of the same name could be made.
///
/// A name that another tag has, which is not an orphan any more in this pass, leaves two tags of
/// one name. Which of them is to be called otherwise, only their owner can say.
record TagNames(AuditContext desk) implements Audit {
    @Override
    public List<Drift> look(List<Item> items) {
        var names = new LinkedHashMap<Item, Key>();
        for (var item : items) {
            names.put(
                    item,
                    KeySpace.tagName(owner(item), FavoriteItems.storedTag(item).normalisedName()));
        }
        var there = desk.read(names.values());
        var drift = new ArrayList<Drift>();
        names.forEach((item, key) -> {
            var tag = FavoriteItems.storedTag(item);
            var name = there.get(key);
            if (name == null) {
                drift.add(missing(item, tag, key));
            } else if (!FavoriteItems.tagOfName(name).equals(tag.tag().tagId())) {
                desk.noteUnsettled();
            }
        });
        return drift;
    }

    private static Drift missing(Item item, StoredTag tag, Key name) {
        return new Drift(
                Check.TAG_NAMES,
                item.key(),
                name,
                "the name of a tag",
                "nothing",
                tag.generation().value(),
                List.of(
                        AuditContext.holds(
                                item.key(),
                                new Predicate.TextIs(
                                        FavoriteItems.GENERATION, tag.generation().value()),
                                new Predicate.TextIs(
                                        FavoriteItems.NORMALISED_NAME, tag.normalisedName())),
                        AuditContext.ifAbsent(
                                Write.Put.of(FavoriteItems.tagName(owner(item), tag)))));
    }

    private static UserId owner(Item tag) {
        return UserId.of(KeySpace.ownerPart(tag.key().pk()));
    }
}
