package plaza.reconcile.favorites;

import static plaza.table.Condition.attribute;

import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.audit.Check;
import plaza.audit.Counter;
import plaza.audit.CounterAudit;
import plaza.audit.DerivedAttributesAudit;
import plaza.audit.LedgerAudit;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.tag.TagItems;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;

/// The checks of the favorites context.
public final class FavoritesChecks {
    public static final Check FAVORITE_ATTRIBUTES =
            Check.ofLists(
                            "favoriteAttributes",
                            new DerivedAttributesAudit(FavoritesChecks::rebuilt),
                            Family.FAVORITES,
                            Family.TAGS)
                    .rule("The index keys of favorites and tags follow from other attributes.")
                    .repair("sets them");

    public static final Check ORPHAN_TAG_NAMES =
            Check.ofLists("orphanTagNames", new OrphanTagNamesAudit(), Family.TAG_NAMES)
                    .rule("Every tag name has a tag of this name.")
                    .repair("deletes the name");

    public static final Check TAG_EDGES =
            Check.ofLists("tagEdges", new TagEdgesAudit(), Family.TAGGED)
                    .eventually()
                    .rule("Every tagged favorite has a favorite, a tag and current index keys.")
                    .repair("deletes it, or sets its index keys");

    public static final Check TAG_LEDGER =
            Check.ofLists(
                            "tagLedger",
                            new LedgerAudit(CountedTag::of),
                            Family.TAGGED,
                            Family.TAG_LEDGER)
                    .eventually()
                    .rule("Every tagged favorite has an active ledger row, and vice versa.")
                    .repair("as likeLedger; deletes rows of a tag that was deleted");

    /// An orphan name would look like the name of another tag.
    public static final Check TAG_NAMES =
            Check.ofCounts("tagNames", new TagNamesAudit(), Family.TAGS)
                    .after(ORPHAN_TAG_NAMES)
                    .rule("Every tag has the item that makes its name unique.")
                    .repair("puts it; of two tags with one name, the owner must rename one");

    public static final Check TAG_COUNTS =
            Check.ofCounts(
                            "tagCounts",
                            new CounterAudit(FavoritesChecks::favoritesOfTag),
                            Family.TAGS)
                    .rule("A tag's count of favorites is the number of active ledger rows.")
                    .repair("as userCounts");

    public static final Check FAVORITE_USAGE =
            Check.ofCounts(
                            "favoriteUsage",
                            new FavoriteUsageAudit(),
                            Family.USAGE,
                            Family.FAVORITES)
                    .eventually()
                    .rule("A user's favorite count is off by no more than its recent changes.")
                    .repair("sets the count");

    public static final List<Check> ALL =
            List.of(
                    FAVORITE_ATTRIBUTES,
                    ORPHAN_TAG_NAMES,
                    TAG_EDGES,
                    TAG_LEDGER,
                    TAG_NAMES,
                    TAG_COUNTS,
                    FAVORITE_USAGE);

    private FavoritesChecks() {}

    private static @Nullable Item rebuilt(Item item) {
        var owner = KeySpace.userOf(item.key());
        return KeySpace.familyOf(item.key().pk()) == Family.FAVORITES
                ? FavoriteItems.favorite(owner, FavoriteItems.storedFavorite(item))
                : TagItems.tag(owner, TagItems.storedTag(item));
    }

    private static Counter favoritesOfTag(Item item) {
        var tag = TagItems.storedTag(item);
        return Counter.ofLedger(
                        item.key(),
                        TagItems.FAVORITE_COUNT,
                        KeySpace.tagLedgerOf(
                                KeySpace.userOf(item.key()), tag.tag().tagId(), tag.generation()))
                .guardedBy(attribute(FavoriteItems.GENERATION).is(tag.generation().value()));
    }
}
