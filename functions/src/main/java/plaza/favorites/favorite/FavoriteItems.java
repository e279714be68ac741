package plaza.favorites.favorite;

import static plaza.table.Condition.attribute;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import plaza.favorites.id.DataId;
import plaza.favorites.id.GenerationId;
import plaza.favorites.id.ImportId;
import plaza.favorites.key.FavoritesKeys;
import plaza.id.UserId;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.TableSchema.Index;
import plaza.table.Write;

/// Converts favorites to items and back. Times are epoch milliseconds.
public final class FavoriteItems {
    public static final String GENERATION = "generation";
    public static final String CREATOR_ID = "creatorId";
    public static final String TITLE = "title";
    public static final String THUMBNAIL_URL = "thumbnailUrl";
    public static final String CONTENT_URL = "contentUrl";
    public static final String NOTE = "note";
    public static final String DATA_TYPE = "dataType";
    public static final String CLIP_TIME = "clipTime";
    public static final String ADDED_BY = "addedBy";
    public static final String FOLDERS = "folders";

    /// How often a request has replaced the tags of a favorite, or absent if none has. Of two such
    /// requests that read the same number, only one takes effect.
    public static final String TAGS_REVISION = "tagsRevision";

    /// The attributes that a user can change after clipping, and the one that such a change
    /// removes.
    private static final List<String> DESCRIPTION =
            List.of(DATA_TYPE, TITLE, CONTENT_URL, THUMBNAIL_URL, CREATOR_ID, NOTE, ADDED_BY);

    /// The keys in the indexes by type and by address.
    private static final List<String> DESCRIPTION_KEYS =
            List.of(
                    Index.GSI_ONE.partitionKey(),
                    Index.GSI_TWO.partitionKey(),
                    Index.GSI_TWO.sortKey());

    private FavoriteItems() {}

    public static Item favorite(UserId user, StoredFavorite stored) {
        var favorite = stored.favorite();
        var order = clipOrder(favorite);
        var item =
                Item.at(FavoritesKeys.FAVORITE.key(user, favorite.dataId()))
                        .in(FavoritesKeys.FAVORITES_BY_CLIP_TIME.of(user), order)
                        .in(
                                FavoritesKeys.FAVORITES_BY_TYPE.of(
                                        user, favorite.dataType().wireName()),
                                order);
        var url = favorite.contentUrl();
        if (url != null) {
            item.in(FavoritesKeys.FAVORITES_BY_URL.of(user, url.fingerprint()), order);
        }
        item.with(GENERATION, stored.generation().value())
                .with(DATA_TYPE, favorite.dataType().wireName())
                .with(TITLE, favorite.title().text())
                .with(CONTENT_URL, favorite.contentUrl(), SavedUrl::text)
                .with(THUMBNAIL_URL, favorite.thumbnailUrl(), SavedUrl::text)
                .with(CREATOR_ID, favorite.creatorId(), UserId::value)
                .with(NOTE, favorite.note(), Note::text)
                .with(CLIP_TIME, favorite.clipTime())
                .with(ADDED_BY, stored.addedBy(), ImportId::value);
        return (stored.places().isEmpty() ? item : item.with(FOLDERS, texts(stored.places())))
                .build();
    }

    public static StoredFavorite storedFavorite(Item item) {
        return storedFavorite(FavoritesKeys.FAVORITE.parse(item.key(), (_, data) -> data), item);
    }

    public static Favorite favorite(Item item) {
        return storedFavorite(item).favorite();
    }

    /// Returns the favorite in an item.
    ///
    /// @param item the favorite, or an item that is joined to it
    public static StoredFavorite storedFavorite(DataId data, Item item) {
        var favorite =
                new Favorite(
                        data,
                        DataType.of(item.text(DATA_TYPE)),
                        new Title(item.text(TITLE)),
                        item.parsedOrNull(CONTENT_URL, SavedUrl::parse),
                        item.parsedOrNull(THUMBNAIL_URL, SavedUrl::parse),
                        item.parsedOrNull(CREATOR_ID, UserId::of),
                        item.parsedOrNull(NOTE, Note::new),
                        item.time(CLIP_TIME));
        return new StoredFavorite(
                favorite,
                generation(item),
                item.parsedOrNull(ADDED_BY, ImportId::of),
                item.textsOrNone(FOLDERS).stream().map(Place::of).toList());
    }

    public static List<String> texts(List<Place> places) {
        return places.stream().map(Place::text).toList();
    }

    /// The generation of a favorite or tag.
    public static GenerationId generation(Item item) {
        return GenerationId.of(item.text(GENERATION));
    }

    /// A favorite or tag exists and has this generation.
    public static Condition hasGeneration(GenerationId generation) {
        return attribute(GENERATION).is(generation.value());
    }

    /// The import has added the favorite, tag or tagging, and no user has changed it since.
    public static Condition isAddedBy(ImportId id) {
        return attribute(ADDED_BY).is(id.value());
    }

    public static boolean isAddedBy(Item item, ImportId id) {
        return id.value().equals(item.textOrNull(ADDED_BY));
    }

    /// The write that replaces the description of a favorite and its keys in the indexes. Its
    /// places remain, because an import may change them at the same time.
    public static Write.Update redescribing(Item from, Item to) {
        var update = Write.Update.of(from.key());
        for (var name : Stream.concat(DESCRIPTION.stream(), DESCRIPTION_KEYS.stream()).toList()) {
            if (!Objects.equals(from.textOrNull(name), to.textOrNull(name))) {
                update = update.setOrRemove(name, to.textOrNull(name));
            }
        }
        return update;
    }

    /// The favorite exists with the same generation and description.
    public static Condition isDescribedAsIn(Item favorite) {
        return DESCRIPTION.stream()
                .map(name -> attribute(name).isAsIn(favorite))
                .reduce(hasGeneration(generation(favorite)), Condition::and);
    }

    /// Counts a replacement of the favorite's tags.
    public static Write.Update retagging(Write.Update update, Item from) {
        return update.set(
                TAGS_REVISION,
                Objects.requireNonNullElse(from.numberOrNull(TAGS_REVISION), 0L) + 1);
    }

    /// No request has replaced the tags of the favorite since it was read.
    public static Condition isTaggedAsIn(Item favorite) {
        return attribute(TAGS_REVISION).isAsIn(favorite);
    }

    public static String clipOrder(Favorite favorite) {
        return FavoritesKeys.CLIP_ORDER.of(favorite.clipTime(), favorite.dataId());
    }
}
