package plaza.favorites.check;

import java.util.List;
import plaza.audit.DerivedItemsAudit;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.tag.TagItems;
import plaza.table.Item;
import plaza.table.Key;

/// Finds names that belong to no tag. Such a name cannot be given to another tag. Tags without a
/// name are left to [TagNamesAudit].
record OrphanTagNamesAudit() implements DerivedItemsAudit {
    @Override
    public boolean isSource(Item item) {
        return false;
    }

    @Override
    public List<Item> derived(Item tag) {
        return List.of(
                TagItems.tagName(FavoritesKeys.TAGS.parse(tag.key()), TagItems.storedTag(tag)));
    }

    @Override
    public Key source(Item name) {
        return FavoritesKeys.TAG.key(
                FavoritesKeys.TAG_NAMES.parse(name.key()), TagItems.tagOfName(name));
    }
}
