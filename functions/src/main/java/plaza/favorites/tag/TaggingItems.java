package plaza.favorites.tag;

import static plaza.table.Condition.attribute;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.favorite.StoredFavorite;
import plaza.favorites.id.DataId;
import plaza.favorites.id.GenerationId;
import plaza.favorites.id.ImportId;
import plaza.favorites.id.TagId;
import plaza.favorites.key.FavoritesKeys;
import plaza.id.UserId;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.Key;

/// Converts taggings to items and back.
public final class TaggingItems {
    public static final String FAVORITE_GENERATION = "favoriteGeneration";
    public static final String TAG_GENERATION = "tagGeneration";

    private TaggingItems() {}

    /// The item that ties a favorite to a tag.
    public static Item tagged(
            UserId user, StoredFavorite stored, TagId tag, GenerationId tagGeneration) {
        return tagged(user, stored, tag, tagGeneration, null);
    }

    /// The item that ties a favorite to a tag.
    ///
    /// @param by the import that tags a favorite that it did not add, or null
    static Item tagged(
            UserId user,
            StoredFavorite stored,
            TagId tag,
            GenerationId tagGeneration,
            @Nullable ImportId by) {
        var favorite = stored.favorite();
        return Item.at(FavoritesKeys.TAGGED_FAVORITE.key(user, favorite.dataId(), tag))
                .in(FavoritesKeys.TAGGED_BY_TAG.of(user, tag), FavoriteItems.clipOrder(favorite))
                .with(FAVORITE_GENERATION, stored.generation().value())
                .with(TAG_GENERATION, tagGeneration.value())
                .with(FavoriteItems.ADDED_BY, by, ImportId::value)
                .build();
    }

    /// The favorite of a tagging.
    public static DataId dataOf(Item tagging) {
        return FavoritesKeys.TAGGED_FAVORITE.parse(tagging.key(), (_, data, _) -> data);
    }

    /// The tag of a tagging.
    public static TagId tagOf(Item tagging) {
        return FavoritesKeys.TAGGED_FAVORITE.parse(tagging.key(), (_, _, tag) -> tag);
    }

    /// The generation of the favorite that a tagging refers to.
    public static GenerationId favoriteGeneration(Item tagging) {
        return GenerationId.of(tagging.text(FAVORITE_GENERATION));
    }

    /// The generation of the tag that a tagging refers to.
    public static GenerationId tagGeneration(Item tagging) {
        return GenerationId.of(tagging.text(TAG_GENERATION));
    }

    /// Whether a tagging refers to these generations. Readers ignore all others, which remain from
    /// an earlier generation.
    public static boolean isCurrent(Item tagging, StoredFavorite favorite, StoredTag tag) {
        return favoriteGeneration(tagging).equals(favorite.generation())
                && tagGeneration(tagging).equals(tag.generation());
    }

    /// The tags to which the current taggings of a favorite refer.
    ///
    /// @param tags the tags of the user, by id
    public static List<StoredTag> current(
            List<Item> taggings, StoredFavorite favorite, Map<TagId, StoredTag> tags) {
        var current = new ArrayList<StoredTag>();
        for (var tagging : taggings) {
            var tag = tags.get(tagOf(tagging));
            if (tag != null && isCurrent(tagging, favorite, tag)) {
                current.add(tag);
            }
        }
        return current;
    }

    /// The tagging exists and refers to the same generations.
    public static Condition isUnchanged(Item tagging) {
        return attribute(FAVORITE_GENERATION)
                .is(favoriteGeneration(tagging).value())
                .and(attribute(TAG_GENERATION).is(tagGeneration(tagging).value()));
    }

    /// The item that counts a tagging.
    public static Key countKey(Item tagging) {
        return FavoritesKeys.TAGGED_FAVORITE.parse(
                tagging.key(),
                (user, _, tag) -> FavoritesKeys.TAG_COUNT.key(user, tag, tagGeneration(tagging)));
    }

    /// The favorite joined to a tagging.
    public static StoredFavorite taggedFavorite(Item joined) {
        return FavoriteItems.storedFavorite(dataOf(joined), joined);
    }

    /// The tag joined to a tagging.
    static StoredTag taggedTag(Item joined) {
        return TagItems.storedTag(tagOf(joined), joined);
    }
}
