package plaza.reconcile.favorites;

import static plaza.table.Condition.unchanged;

import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.audit.AuditContext;
import plaza.audit.Check;
import plaza.audit.CountAudit;
import plaza.audit.DerivedAttributesAudit;
import plaza.audit.Drift;
import plaza.audit.LedgerAudit;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.tag.TagItems;
import plaza.favorites.tag.TaggingItems;
import plaza.job.Work;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Write;

/// The checks of the favorites context.
public final class FavoritesChecks {
    public static final Check FAVORITE_ATTRIBUTES =
            Check.ofLists(
                            "favoriteAttributes",
                            new DerivedAttributesAudit(FavoritesChecks::rebuilt),
                            KeySpace.FAVORITES,
                            KeySpace.TAGS)
                    .rule("The index keys of favorites and tags follow from other attributes.")
                    .repair("sets them");

    public static final Check ORPHAN_TAG_NAMES =
            Check.ofLists("orphanTagNames", new OrphanTagNamesAudit(), KeySpace.TAG_NAMES)
                    .rule("Every tag name has a tag of this name.")
                    .repair("deletes the name");

    public static final Check TAG_EDGES =
            Check.ofLists("tagEdges", new TagEdgesAudit(), KeySpace.TAGGED)
                    .eventually()
                    .rule("Every tagged favorite has a favorite, a tag and current index keys.")
                    .repair("deletes it, or sets its index keys");

    public static final Check TAG_LEDGER =
            LedgerAudit.check(TaggingItems.COUNTED, FavoritesChecks::leftover)
                    .rule("Every tagged favorite has an active ledger row, and vice versa.")
                    .repair("as likeLedger; deletes rows of a tag that was deleted");

    /// An orphan name would look like the name of another tag.
    public static final Check TAG_NAMES =
            Check.ofCounts("tagNames", new TagNamesAudit(), KeySpace.TAGS)
                    .after(ORPHAN_TAG_NAMES)
                    .rule("Every tag has the item that makes its name unique.")
                    .repair("puts it; of two tags with one name, the owner must rename one");

    public static final Check TAG_LEDGER_COUNTS =
            Check.ofCounts("tagLedgerCounts", new CountAudit(TaggingItems.COUNTED), KeySpace.TAGS)
                    .rule(
                            "The favorites of a tag that the stream counts are the active ledger rows.")
                    .repair("as userCounts");

    public static final Check TAG_COUNTS =
            Check.ofCounts("tagCounts", new TagCountsAudit(), KeySpace.TAGS, KeySpace.TAG_COUNTS)
                    .eventually()
                    .rule(
                            "A tag's count is the number of the other favorites with the tag, and"
                                    + " is closed while the tag is being merged.")
                    .repair("sets it; deletes the count of a tag that was deleted");

    public static final Check FAVORITE_USAGE =
            Check.ofCounts(
                            "favoriteUsage",
                            new FavoriteUsageAudit(),
                            KeySpace.USAGES,
                            KeySpace.FAVORITES)
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
                    TAG_LEDGER_COUNTS,
                    TAG_COUNTS,
                    FAVORITE_USAGE);

    private FavoritesChecks() {}

    private static @Nullable Item rebuilt(Item item) {
        var key = item.key();
        return KeySpace.FAVORITE.is(key)
                ? FavoriteItems.favorite(
                        KeySpace.FAVORITES.parse(key), FavoriteItems.storedFavorite(item))
                : TagItems.tag(KeySpace.TAGS.parse(key), TagItems.storedTag(item));
    }

    /// Ledger and counter belong to one generation of a tag, and no row outlives it. Taggings are
    /// left to [#TAG_EDGES].
    private static List<Drift> leftover(Item item, AuditContext context) {
        var key = item.key();
        return !KeySpace.TAG_LEDGER_ROW.is(key) || item.expired(context.now())
                ? List.of()
                : List.of(
                        Drift.superfluous(
                                        item,
                                        "a leftover",
                                        "the tag does not exist",
                                        Write.Delete.of(key).onlyIf(unchanged(item)))
                                .atVersion(item.texts())
                                .unlessRunning(
                                        KeySpace.TAG_LEDGER_ROW
                                                .parse(
                                                        key,
                                                        (user, tag, generation, _) ->
                                                                new Work.EraseTag(
                                                                        user,
                                                                        tag,
                                                                        generation,
                                                                        null))
                                                .key()));
    }
}
