package plaza.favorites.check;

import static plaza.table.Condition.exists;
import static plaza.table.Condition.unchanged;

import java.util.List;
import java.util.Map;
import plaza.audit.AuditContext;
import plaza.audit.Drift;
import plaza.audit.ItemAudit;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.job.FavoritesWork;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.tag.TagCountItems;
import plaza.favorites.tag.TaggingItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;

/// Compares tagged favorites with their favorite and their tag. A row of an earlier generation is
/// never shown, but it is counted and read on every page of its tag.
record TagEdgesAudit() implements ItemAudit {
    @Override
    public List<Key> related(Item row) {
        return List.of(favorite(row), tag(row));
    }

    @Override
    public List<Drift> compare(Item row, Map<Key, Item> related, AuditContext context) {
        var tag = related.get(tag(row));
        if (tag == null || !FavoriteItems.generation(tag).equals(TaggingItems.tagGeneration(row))) {
            return List.of(stale(row, "the tag does not exist", removal(row)));
        }
        var favorite = related.get(favorite(row));
        if (favorite == null
                || !FavoriteItems.generation(favorite)
                        .equals(TaggingItems.favoriteGeneration(row))) {
            return List.of(stale(row, "the favorite does not exist", countedRemoval(row)));
        }
        var rebuilt =
                TaggingItems.tagged(
                        FavoritesKeys.TAGGED_FAVORITE.parse(row.key(), (user, _, _) -> user),
                        FavoriteItems.storedFavorite(favorite),
                        TaggingItems.tagOf(row),
                        TaggingItems.tagGeneration(row));
        return rebuilt.differingFrom(row).isEmpty()
                ? List.of()
                : List.of(misplaced(row, favorite, rebuilt));
    }

    /// A generation that has ended never returns, so the deletion depends on the row alone.
    private static Drift stale(Item row, String reason, Write... removal) {
        return Drift.superfluous(row, "a tagged favorite", reason, removal)
                .atVersion(row.texts())
                .unlessRunning(jobs(row));
    }

    private static Write removal(Item row) {
        return Write.Delete.of(row.key()).onlyIf(unchanged(row));
    }

    /// The writes that remove a row of a tag that exists.
    private static Write[] countedRemoval(Item row) {
        return new Write[] {
            removal(row), TagCountItems.removal(TaggingItems.countKey(row), 1).onlyIf(exists())
        };
    }

    private static Drift misplaced(Item row, Item favorite, Item rebuilt) {
        return Drift.wrong(
                        row,
                        "the index keys of its favorite",
                        "another " + String.join(", ", rebuilt.differingFrom(row)),
                        new Write.Check(favorite.key(), unchanged(favorite)),
                        Write.Put.of(rebuilt).onlyIf(unchanged(row)))
                .atVersion(row.texts())
                .unlessRunning(jobs(row));
    }

    /// Returns the jobs that may be removing or moving the row: because the favorite was removed,
    /// or because the tag was deleted or merged.
    private static Key[] jobs(Item row) {
        var user = FavoritesKeys.TAGGED_FAVORITE.parse(row.key(), (id, _, _) -> id);
        var data = TaggingItems.dataOf(row);
        var tag = TaggingItems.tagOf(row);
        return new Key[] {
            new FavoritesWork.UntagFavorite(user, data, TaggingItems.favoriteGeneration(row)).key(),
            new FavoritesWork.EraseTag(user, tag, TaggingItems.tagGeneration(row), null).key()
        };
    }

    private static Key favorite(Item row) {
        return FavoritesKeys.TAGGED_FAVORITE.parse(
                row.key(), (user, data, _) -> FavoritesKeys.FAVORITE.key(user, data));
    }

    private static Key tag(Item row) {
        return FavoritesKeys.TAGGED_FAVORITE.parse(
                row.key(), (user, _, tag) -> FavoritesKeys.TAG.key(user, tag));
    }
}
