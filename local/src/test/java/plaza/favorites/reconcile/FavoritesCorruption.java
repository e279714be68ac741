package plaza.favorites.reconcile;

import static plaza.favorites.check.FavoritesChecks.FAVORITE_ATTRIBUTES;
import static plaza.favorites.check.FavoritesChecks.ORPHAN_TAG_NAMES;
import static plaza.favorites.check.FavoritesChecks.TAG_COUNTS;
import static plaza.favorites.check.FavoritesChecks.TAG_EDGES;
import static plaza.favorites.check.FavoritesChecks.TAG_NAMES;
import static plaza.reconcile.CorruptingWrite.any;

import java.util.Set;
import java.util.function.Function;
import plaza.audit.Check;
import plaza.favorites.check.FavoritesChecks;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.id.GenerationId;
import plaza.favorites.id.TagId;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.quota.QuotaUsage;
import plaza.favorites.tag.TagCountItems;
import plaza.favorites.tag.TagItems;
import plaza.favorites.tag.TaggingItems;
import plaza.reconcile.CorruptedTable;
import plaza.reconcile.CorruptingWrite;
import plaza.reconcile.Corruption;
import plaza.reconcile.ReconcileRun.Found;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.TableSchema.Index;
import plaza.table.Write;

/// The corruptions of one kind of item each.
public enum FavoritesCorruption implements Corruption {
    FAVORITE_ORDER(
            FAVORITE_ATTRIBUTES, any(FavoritesKeys.FAVORITE).replace(Index.LSI_ONE.sortKey())),
    FAVORITE_TYPE(
            FAVORITE_ATTRIBUTES, any(FavoritesKeys.FAVORITE).replace(Index.GSI_ONE.partitionKey())),
    FAVORITE_MISSING(FavoritesCorruption::deleteFavorite),
    FAVORITE_URL(
            FAVORITE_ATTRIBUTES,
            any(FavoritesKeys.FAVORITE, FavoritesCorruption::hasUrl)
                    .replace(Index.GSI_TWO.partitionKey())),
    TAG_ORDER(FAVORITE_ATTRIBUTES, any(FavoritesKeys.TAG).replace(Index.LSI_THREE.sortKey())),
    TAG_COUNT(
            TAG_COUNTS,
            any(FavoritesKeys.TAG_COUNT, FavoritesCorruption::isOpen).move(TagCountItems.COUNT)),
    TAG_COUNT_MISSING(
            TAG_COUNTS,
            any(FavoritesKeys.TAG_COUNT, count -> isOpen(count) && TagCountItems.count(count) != 0)
                    .delete()),
    TAG_COUNT_CLOSED(
            TAG_COUNTS,
            any(FavoritesKeys.TAG_COUNT, FavoritesCorruption::isOpen)
                    .update((_, update) ->
                            update.set(TagCountItems.CLOSED, TagCountItems.MERGING))),
    TAG_COUNT_ORPHAN(
            TAG_COUNTS,
            any(FavoritesKeys.TAG)
                    .put((tag, table) ->
                            Item.at(
                                            FavoritesKeys.TAG_COUNT.key(
                                                    FavoritesKeys.TAGS.parse(tag.key()),
                                                    FavoritesKeys.TAG.parse(
                                                            tag.key(), (_, id) -> id),
                                                    GenerationId.of(table.unusedId())))
                                    .with(TagCountItems.COUNT, 1)
                                    .build())),
    FAVORITE_USAGE(
            FavoritesChecks.FAVORITE_USAGE,
            any(FavoritesKeys.USAGE, FavoritesCorruption::hasFavoriteCount)
                    .write((usage, _) ->
                            Write.Update.of(usage.key())
                                    .set(
                                            QuotaUsage.FAVORITES,
                                            usage.number(QuotaUsage.FAVORITES)
                                                    + usage.number(QuotaUsage.CHANGES)
                                                    + 1))),
    FAVORITE_USAGE_MISSING(
            FavoritesChecks.FAVORITE_USAGE,
            any(FavoritesKeys.USAGE, FavoritesCorruption::hasFavoriteCount).delete()),
    TAG_MISSING(FavoritesCorruption::deleteTag),
    TAG_NAME_MISSING(TAG_NAMES, any(FavoritesKeys.TAG_NAME).delete()),
    TAG_NAME_OF_ANOTHER(ORPHAN_TAG_NAMES, any(FavoritesKeys.TAG_NAME).replace(TagItems.TAG_ID)),
    TAG_NAME_ORPHAN(
            ORPHAN_TAG_NAMES,
            any(FavoritesKeys.TAG)
                    .put((tag, table) -> {
                        var name = table.unusedId();
                        return Item.at(
                                        FavoritesKeys.TAG_NAME.key(
                                                FavoritesKeys.TAGS.parse(tag.key()), name))
                                .with(TagItems.TAG_ID, tag.key().sk())
                                .with(TagItems.TAG_NAME, name)
                                .build();
                    })),
    TAGGED_ORDER(TAG_EDGES, any(FavoritesKeys.TAGGED_FAVORITE).replace(Index.GSI_ONE.sortKey())),
    TAGGED_ORPHAN(
            TAG_EDGES,
            any(FavoritesKeys.FAVORITE)
                    .put((favorite, table) ->
                            TaggingItems.tagged(
                                    FavoritesKeys.FAVORITES.parse(favorite.key()),
                                    FavoriteItems.storedFavorite(favorite),
                                    TagId.of(table.unusedId()),
                                    GenerationId.of(table.unusedId()))));

    @SuppressWarnings("ImmutableEnumChecker") // functions without state
    private final Function<CorruptedTable, Set<Found>> apply;

    FavoritesCorruption(Check check, CorruptingWrite change) {
        this(table -> change.found(check, table));
    }

    FavoritesCorruption(Function<CorruptedTable, Set<Found>> apply) {
        this.apply = apply;
    }

    @Override
    public Set<Found> applyTo(CorruptedTable table) {
        return apply.apply(table);
    }

    /// Deletes a favorite and leaves the items that are derived from it.
    private static Set<Found> deleteFavorite(CorruptedTable table) {
        var favorite =
                table.pick(item ->
                        FavoritesKeys.FAVORITE.is(item.key())
                                && table.first(other -> isTagging(other, item.key())) != null);
        if (favorite == null) {
            return Set.of();
        }
        var key = table.write(Write.Delete.of(favorite.key()));
        return table.findings(item -> {
            if (item.key().equals(FavoritesKeys.USAGE.key(FavoritesKeys.FAVORITES.parse(key)))) {
                return item.number(QuotaUsage.CHANGES) == 0 ? FavoritesChecks.FAVORITE_USAGE : null;
            }
            return isTagging(item, key) ? TAG_EDGES : null;
        });
    }

    private static boolean isTagging(Item item, Key favorite) {
        var taggings =
                FavoritesKeys.TAGGED.of(
                        FavoritesKeys.FAVORITES.parse(favorite),
                        FavoritesKeys.FAVORITE.parse(favorite, (_, id) -> id));
        return item.key().pk().equals(taggings.pk());
    }

    /// Deletes a tag and leaves the items that are derived from it.
    private static Set<Found> deleteTag(CorruptedTable table) {
        var tag = table.pick(item -> FavoritesKeys.TAG.is(item.key()));
        if (tag == null) {
            return Set.of();
        }
        var key = table.write(Write.Delete.of(tag.key()));
        return table.findings(item -> {
            if (FavoritesKeys.TAGGED_FAVORITE.is(item.key())) {
                var ofRow =
                        FavoritesKeys.TAGGED_FAVORITE.parse(
                                item.key(), (user, _, id) -> FavoritesKeys.TAG.key(user, id));
                return ofRow.equals(key) ? TAG_EDGES : null;
            }
            if (FavoritesKeys.TAG_NAME.is(item.key())) {
                var ofName =
                        FavoritesKeys.TAG.key(
                                FavoritesKeys.TAG_NAMES.parse(item.key()),
                                TagItems.tagOfName(item));
                return ofName.equals(key) ? ORPHAN_TAG_NAMES : null;
            }
            if (FavoritesKeys.TAG_COUNT.is(item.key())) {
                var ofCount =
                        FavoritesKeys.TAG_COUNT.parse(
                                item.key(), (user, id, _) -> FavoritesKeys.TAG.key(user, id));
                return ofCount.equals(key) && isOpen(item) ? TAG_COUNTS : null;
            }
            return null;
        });
    }

    private static boolean isOpen(Item count) {
        return !count.has(TagCountItems.CLOSED);
    }

    private static boolean hasFavoriteCount(Item usage) {
        return usage.has(QuotaUsage.FAVORITES);
    }

    private static boolean hasUrl(Item favorite) {
        return favorite.has(FavoriteItems.CONTENT_URL);
    }
}
