package plaza.favorites.tag;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.id.ImportId;
import plaza.favorites.id.TagId;
import plaza.favorites.key.FavoritesKeys;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.TableSchema.Index;
import plaza.table.Write;

/// Converts tags and the reservations of their names to items and back. Times are epoch
/// milliseconds.
public final class TagItems {
    public static final String TAG_ID = "tagId";
    public static final String TAG_NAME = "tagName";
    public static final String NORMALISED_NAME = "normalisedName";
    public static final String CREATE_TIME = "createTime";
    public static final String LAST_ACCESS_TIME = "lastAccessTime";
    public static final String MERGING_INTO = "mergingInto";

    private TagItems() {}

    public static Item tag(UserId user, StoredTag stored) {
        var tag = stored.tag();
        return Item.at(FavoritesKeys.TAG.key(user, tag.tagId()))
                .in(FavoritesKeys.TAGS_BY_NAME.of(user), nameOrder(stored))
                .in(
                        FavoritesKeys.TAGS_BY_CREATE_TIME.of(user),
                        FavoritesKeys.TIME_ORDER.of(tag.createTime(), tag.tagId()))
                .in(
                        FavoritesKeys.TAGS_BY_LAST_ACCESS_TIME.of(user),
                        FavoritesKeys.TIME_ORDER.of(tag.lastAccessTime(), tag.tagId()))
                .with(FavoriteItems.GENERATION, stored.generation().value())
                .with(TAG_NAME, tag.tagName().text())
                .with(NORMALISED_NAME, stored.normalisedName())
                .with(CREATE_TIME, tag.createTime())
                .with(LAST_ACCESS_TIME, tag.lastAccessTime())
                .with(MERGING_INTO, stored.mergingInto(), TagId::value)
                .with(FavoriteItems.ADDED_BY, stored.addedBy(), ImportId::value)
                .build();
    }

    public static StoredTag storedTag(Item item) {
        return storedTag(FavoritesKeys.TAG.parse(item.key(), (_, tag) -> tag), item);
    }

    /// Returns the tag in an item.
    ///
    /// @param item the tag, or an item that is joined to it
    public static StoredTag storedTag(TagId id, Item item) {
        var tag =
                new Tag(
                        id,
                        new TagName(item.text(TAG_NAME)),
                        item.time(CREATE_TIME),
                        item.time(LAST_ACCESS_TIME));
        return new StoredTag(
                tag,
                FavoriteItems.generation(item),
                item.text(NORMALISED_NAME),
                0,
                item.parsedOrNull(MERGING_INTO, TagId::of),
                item.parsedOrNull(FavoriteItems.ADDED_BY, ImportId::of));
    }

    /// The tags in items, by id and in the order of the items.
    public static Map<TagId, StoredTag> byId(List<Item> items) {
        var tags = new LinkedHashMap<TagId, StoredTag>();
        for (var item : items) {
            var tag = storedTag(item);
            tags.put(tag.tag().tagId(), tag);
        }
        return tags;
    }

    /// The item that reserves a tag's name, with the data of the tag that has it.
    public static Item tagName(UserId user, StoredTag stored) {
        return Item.at(FavoritesKeys.TAG_NAME.key(user, stored.normalisedName()))
                .with(TAG_ID, stored.tag().tagId().value())
                .with(TAG_NAME, stored.tag().tagName().text())
                .build();
    }

    /// The tag that has a name.
    public static TagId tagOfName(Item name) {
        return TagId.of(name.text(TAG_ID));
    }

    static Write.Update renaming(UserId user, StoredTag renamed) {
        return Write.Update.of(FavoritesKeys.TAG.key(user, renamed.tag().tagId()))
                .set(TAG_NAME, renamed.tag().tagName().text())
                .set(NORMALISED_NAME, renamed.normalisedName())
                .remove(FavoriteItems.ADDED_BY)
                .set(Index.LSI_ONE.sortKey(), nameOrder(renamed));
    }

    public static Write.Update accessed(UserId user, TagId tag, Instant now) {
        return Write.Update.of(FavoritesKeys.TAG.key(user, tag))
                .set(LAST_ACCESS_TIME, now.toEpochMilli())
                .set(Index.LSI_THREE.sortKey(), FavoritesKeys.TIME_ORDER.of(now, tag));
    }

    private static String nameOrder(StoredTag stored) {
        return FavoritesKeys.NAME_ORDER.of(stored.normalisedName(), stored.tag().tagId());
    }
}
