package plaza.reconcile;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.favorites.FavoriteItems;
import plaza.favorites.TaggingJobs;
import plaza.favorites.model.StoredFavorite;
import plaza.id.UserId;
import plaza.table.Condition.Predicate;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Write;

/// [Check#TAG_EDGES]. A row of a life that is over is shown to nobody, but it is counted, and read
/// on every page of its tag.
record TagEdges(AuditContext desk) implements Audit {
    @Override
    public List<Drift> look(List<Item> items) {
        var keys = new LinkedHashSet<Key>();
        for (var row : items) {
            keys.addAll(List.of(favorite(row), tag(row), untagging(row), erasure(row)));
        }
        var there = desk.read(keys);
        var drift = new ArrayList<Drift>();
        for (var row : items) {
            var found = look(row, there);
            if (found != null) {
                drift.add(found);
            }
        }
        return drift;
    }

    private static @Nullable Drift look(Item row, Map<Key, Item> there) {
        var favorite = there.get(favorite(row));
        var tag = there.get(tag(row));
        if (there.containsKey(untagging(row)) || there.containsKey(erasure(row))) {
            return null;
        }
        if (tag == null
                || !FavoriteItems.generation(tag).equals(FavoriteItems.tagGeneration(row))) {
            return stale(row, "the tag");
        }
        if (favorite == null
                || !FavoriteItems.generation(favorite)
                        .equals(FavoriteItems.favoriteGeneration(row))) {
            return stale(row, "the favorite");
        }
        var clip = FavoriteItems.storedFavorite(favorite);
        var wanted =
                FavoriteItems.tagged(
                        owner(row),
                        clip,
                        FavoriteItems.tagOf(row),
                        FavoriteItems.tagGeneration(row));
        return wanted.differingFrom(row).isEmpty() ? null : misplaced(row, clip, wanted);
    }

    /// A life that is over never comes back, so the row's own lives are all that the deletion
    /// depends on.
    private static Drift stale(Item row, String gone) {
        return new Drift(
                Check.TAG_EDGES,
                row.key(),
                row.key(),
                "nothing, for " + gone + " is gone",
                "a tagged row",
                FavoriteItems.favoriteGeneration(row).value()
                        + FavoriteItems.tagGeneration(row).value(),
                List.of(AuditContext.ifUnchanged(Write.Delete.of(row.key()), row)));
    }

    private static Drift misplaced(Item row, StoredFavorite clip, Item wanted) {
        return new Drift(
                Check.TAG_EDGES,
                row.key(),
                row.key(),
                "its favorite's place in the indexes",
                "another " + String.join(", ", wanted.differingFrom(row)),
                row.texts().toString(),
                List.of(
                        AuditContext.holds(
                                favorite(row),
                                new Predicate.TextIs(
                                        FavoriteItems.GENERATION, clip.generation().value()),
                                new Predicate.TextIs(
                                        FavoriteItems.DATA_TYPE,
                                        clip.favorite().dataType().wireName())),
                        AuditContext.ifUnchanged(Write.Put.of(wanted), row)));
    }

    private static Key favorite(Item row) {
        return KeySpace.favorite(owner(row), FavoriteItems.dataOf(row));
    }

    private static Key tag(Item row) {
        return KeySpace.tag(owner(row), FavoriteItems.tagOf(row));
    }

    /// The jobs that may be removing the row, or moving it, at this moment.
    private static Key untagging(Item row) {
        return TaggingJobs.untagging(
                        owner(row),
                        FavoriteItems.dataOf(row),
                        FavoriteItems.favoriteGeneration(row))
                .key();
    }

    private static Key erasure(Item row) {
        return TaggingJobs.erasure(
                        owner(row),
                        FavoriteItems.tagOf(row),
                        FavoriteItems.tagGeneration(row),
                        null)
                .key();
    }

    private static UserId owner(Item row) {
        return UserId.of(KeySpace.ownerPart(row.key().pk()));
    }
}
