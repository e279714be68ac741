package plaza.reconcile.favorites;

import static plaza.reconcile.Repair.onlyIf;
import static plaza.reconcile.Repair.require;
import static plaza.table.Condition.attribute;
import static plaza.table.Condition.unchanged;

import java.util.List;
import java.util.Map;
import plaza.favorites.FavoriteItems;
import plaza.favorites.TaggingJobs;
import plaza.favorites.model.StoredFavorite;
import plaza.id.UserId;
import plaza.reconcile.AuditContext;
import plaza.reconcile.Drift;
import plaza.reconcile.ItemAudit;
import plaza.reconcile.Owner;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
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
        return compare(row, related).stream()
                .map(drift -> drift.unlessRunning(untagging(row), erasure(row)))
                .toList();
    }

    private static List<Drift> compare(Item row, Map<Key, Item> related) {
        var tag = related.get(tag(row));
        if (tag == null
                || !FavoriteItems.generation(tag).equals(FavoriteItems.tagGeneration(row))) {
            return List.of(stale(row, "the tag does not exist"));
        }
        var favorite = related.get(favorite(row));
        if (favorite == null
                || !FavoriteItems.generation(favorite)
                        .equals(FavoriteItems.favoriteGeneration(row))) {
            return List.of(stale(row, "the favorite does not exist"));
        }
        var stored = FavoriteItems.storedFavorite(favorite);
        var rebuilt =
                FavoriteItems.tagged(
                        owner(row),
                        stored,
                        FavoriteItems.tagOf(row),
                        FavoriteItems.tagGeneration(row));
        return rebuilt.differingFrom(row).isEmpty()
                ? List.of()
                : List.of(misplaced(row, stored, rebuilt));
    }

    /// A generation that has ended never returns, so the deletion depends on the row alone.
    private static Drift stale(Item row, String reason) {
        return Drift.superfluous(
                        row,
                        "a tagged favorite",
                        reason,
                        onlyIf(unchanged(row), Write.Delete.of(row.key())))
                .atVersion(
                        FavoriteItems.favoriteGeneration(row).value()
                                + FavoriteItems.tagGeneration(row).value());
    }

    private static Drift misplaced(Item row, StoredFavorite stored, Item rebuilt) {
        return Drift.wrong(
                        row,
                        "the index keys of its favorite",
                        "another " + String.join(", ", rebuilt.differingFrom(row)),
                        require(
                                favorite(row),
                                attribute(FavoriteItems.GENERATION)
                                        .is(stored.generation().value())
                                        .and(
                                                attribute(FavoriteItems.DATA_TYPE)
                                                        .is(
                                                                stored.favorite()
                                                                        .dataType()
                                                                        .wireName()))),
                        onlyIf(unchanged(row), Write.Put.of(rebuilt)))
                .atVersion(row.texts());
    }

    private static Key favorite(Item row) {
        return KeySpace.favorite(owner(row), FavoriteItems.dataOf(row));
    }

    private static Key tag(Item row) {
        return KeySpace.tag(owner(row), FavoriteItems.tagOf(row));
    }

    /// The job that may be removing the row because its favorite was removed.
    private static Key untagging(Item row) {
        return TaggingJobs.untagging(
                        owner(row),
                        FavoriteItems.dataOf(row),
                        FavoriteItems.favoriteGeneration(row))
                .key();
    }

    /// The job that may be removing or moving the row because its tag was deleted or merged.
    private static Key erasure(Item row) {
        return TaggingJobs.erasure(
                        owner(row),
                        FavoriteItems.tagOf(row),
                        FavoriteItems.tagGeneration(row),
                        null)
                .key();
    }

    private static UserId owner(Item row) {
        return Owner.user(row);
    }
}
