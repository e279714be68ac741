package plaza.favorites.check;

import java.util.List;
import java.util.Map;
import plaza.audit.AuditContext;
import plaza.audit.Drift;
import plaza.audit.ItemAudit;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.tag.TagItems;
import plaza.table.Item;
import plaza.table.Key;

/// Finds tags without the item that makes their name unique: a second tag could get the same name.
///
/// If the name belongs to another tag, and is therefore not an orphan, two tags have one name. Only
/// their owner can decide which of them to rename.
record TagNamesAudit() implements ItemAudit {
    @Override
    public List<Key> related(Item tag) {
        return List.of(name(tag).key());
    }

    @Override
    public List<Drift> compare(Item tag, Map<Key, Item> related, AuditContext context) {
        var expected = name(tag);
        var name = related.get(expected.key());
        if (name == null) {
            return List.of(Drift.missing(tag, expected, "the name of a tag"));
        }
        if (!TagItems.tagOfName(name).equals(TagItems.tagOfName(expected))) {
            context.noteUnsettled();
        }
        return List.of();
    }

    private static Item name(Item tag) {
        return TagItems.tagName(FavoritesKeys.TAGS.parse(tag.key()), TagItems.storedTag(tag));
    }
}
