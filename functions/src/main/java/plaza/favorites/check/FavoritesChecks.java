package plaza.favorites.check;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import plaza.audit.Check;
import plaza.audit.ContextChecks;
import plaza.audit.DerivedAttributesAudit;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.tag.TagItems;
import plaza.table.Family;
import plaza.table.Item;

/// The checks of the favorites context.
public final class FavoritesChecks implements ContextChecks {
    public static final Check FAVORITE_ATTRIBUTES =
            Check.ofLists(
                            "favoriteAttributes",
                            new DerivedAttributesAudit(FavoritesChecks::rebuilt),
                            FavoritesKeys.FAVORITES,
                            FavoritesKeys.TAGS)
                    .rule("The index keys of favorites and tags follow from other attributes.")
                    .repair("sets them");

    public static final Check ORPHAN_TAG_NAMES =
            Check.ofLists("orphanTagNames", new OrphanTagNamesAudit(), FavoritesKeys.TAG_NAMES)
                    .rule("Every tag name has a tag of this name.")
                    .repair("deletes the name");

    public static final Check TAG_EDGES =
            Check.ofLists("tagEdges", new TagEdgesAudit(), FavoritesKeys.TAGGED)
                    .eventually()
                    .rule("Every tagged favorite has a favorite, a tag and current index keys.")
                    .repair("deletes it, or sets its index keys");

    /// An orphan name would look like the name of another tag.
    public static final Check TAG_NAMES =
            Check.ofCounts("tagNames", new TagNamesAudit(), FavoritesKeys.TAGS)
                    .after(ORPHAN_TAG_NAMES)
                    .rule("Every tag has the item that makes its name unique.")
                    .repair("puts it; of two tags with one name, the owner must rename one");

    public static final Check TAG_COUNTS =
            Check.ofCounts(
                            "tagCounts",
                            new TagCountsAudit(),
                            FavoritesKeys.TAGS,
                            FavoritesKeys.TAG_COUNTS)
                    .eventually()
                    .rule(
                            "A tag's count is the number of favorites with the tag, and"
                                    + " is closed while the tag is being merged.")
                    .repair("sets it; deletes the count of a tag that was deleted");

    public static final Check FAVORITE_USAGE =
            Check.ofCounts(
                            "favoriteUsage",
                            new FavoriteUsageAudit(),
                            FavoritesKeys.USAGES,
                            FavoritesKeys.FAVORITES)
                    .eventually()
                    .rule("A user's favorite count is off by no more than its recent changes.")
                    .repair("sets the count");

    private static final List<Check> ALL =
            List.of(
                    FAVORITE_ATTRIBUTES,
                    ORPHAN_TAG_NAMES,
                    TAG_EDGES,
                    TAG_NAMES,
                    TAG_COUNTS,
                    FAVORITE_USAGE);

    @Override
    public List<Check> checks() {
        return ALL;
    }

    /// The content and progress of imports and bulk changes, and the folders of bookmarks files.
    @Override
    public Set<Family> underived() {
        return Set.of(
                FavoritesKeys.CHANGES,
                FavoritesKeys.FOLDERS,
                FavoritesKeys.IMPORTS,
                FavoritesKeys.IMPORT_CHUNKS,
                FavoritesKeys.IMPORT_LIST);
    }

    private static @Nullable Item rebuilt(Item item) {
        var key = item.key();
        return FavoritesKeys.FAVORITE.is(key)
                ? FavoriteItems.favorite(
                        FavoritesKeys.FAVORITES.parse(key), FavoriteItems.storedFavorite(item))
                : TagItems.tag(FavoritesKeys.TAGS.parse(key), TagItems.storedTag(item));
    }
}
