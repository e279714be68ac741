package plaza.favorites;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.attribute;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.favorites.model.StoredFavorite;
import plaza.favorites.model.StoredTag;
import plaza.id.DataId;
import plaza.id.TagId;
import plaza.id.UserId;
import plaza.table.Condition;
import plaza.table.Condition.Predicate;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;

/// Ties a favorite to a tag, in one transaction that also checks that both are there.
final class TaggingWrites {
    /// How it ended.
    enum Result {
        TAGGED,
        ALREADY_TAGGED,
        NO_FAVORITE,
        NO_TAG,
        TAG_MERGING
    }

    private enum Failure {
        FAVORITE_CHANGED,
        TAG_CHANGED,
        ROW_THERE
    }

    private final Table table;

    TaggingWrites(Table table) {
        this.table = table;
    }

    Result tag(UserId user, DataId data, TagId tag) {
        return table.optimistically(() -> attempt(user, data, tag));
    }

    /// @return null if the favorite, the tag or the row between them changed in between
    private @Nullable Result attempt(UserId user, DataId data, TagId tag) {
        var favoriteKey = KeySpace.favorite(user, data);
        var tagKey = KeySpace.tag(user, tag);
        var found = table.getByKey(List.of(favoriteKey, tagKey));
        var favoriteItem = found.get(favoriteKey);
        var tagItem = found.get(tagKey);
        if (favoriteItem == null) {
            return Result.NO_FAVORITE;
        }
        if (tagItem == null) {
            return Result.NO_TAG;
        }
        var clip = FavoriteItems.storedFavorite(favoriteItem);
        var state = FavoriteItems.storedTag(tagItem);
        if (state.mergingInto() != null) {
            return Result.TAG_MERGING;
        }
        var outcome = tie(user, clip, state, absent().otherwise(Failure.ROW_THERE));
        if (outcome instanceof Outcome.Refused(var failure, var row)
                && failure == Failure.ROW_THERE
                && row != null) {
            if (isOf(row, clip, state)) {
                return Result.ALREADY_TAGGED;
            }
            // The row is left over from an earlier life of the favorite or the tag.
            outcome = tie(user, clip, state, FavoriteItems.isRow(row).otherwise(Failure.ROW_THERE));
        }
        return outcome instanceof Outcome.Done ? Result.TAGGED : null;
    }

    private Outcome tie(UserId user, StoredFavorite clip, StoredTag tag, Condition rowIsFree) {
        var favoriteKey = KeySpace.favorite(user, clip.favorite().dataId());
        var id = tag.tag().tagId();
        return table.transact(
                List.of(
                        new Write.Check(
                                favoriteKey,
                                FavoriteItems.is(clip).otherwise(Failure.FAVORITE_CHANGED)),
                        new Write.Check(
                                KeySpace.tag(user, id),
                                takesFavorites(tag).otherwise(Failure.TAG_CHANGED)),
                        Write.Put.of(FavoriteItems.tagged(user, clip, id, tag.generation()))
                                .onlyIf(rowIsFree)));
    }

    /// The writes that tie a favorite to tags for the first time; with the write of the favorite
    /// itself they make one transaction.
    static List<Write> firstTime(UserId user, StoredFavorite clip, List<StoredTag> tags) {
        var writes = new ArrayList<Write>();
        for (var tag : tags) {
            var id = tag.tag().tagId();
            writes.add(
                    new Write.Check(
                            KeySpace.tag(user, id),
                            takesFavorites(tag).otherwise(Failure.TAG_CHANGED)));
            writes.add(
                    Write.Put.of(FavoriteItems.tagged(user, clip, id, tag.generation()))
                            .onlyIf(absent().otherwise(Failure.ROW_THERE)));
        }
        return writes;
    }

    /// Whether a row is of these lives, and so still counts.
    static boolean isOf(Item row, StoredFavorite clip, StoredTag tag) {
        return FavoriteItems.favoriteGeneration(row).equals(clip.generation())
                && FavoriteItems.tagGeneration(row).equals(tag.generation());
    }

    /// That a tag lives and is not being merged into another.
    static Predicate takesFavorites(StoredTag tag) {
        return attribute(FavoriteItems.GENERATION)
                .is(tag.generation().value())
                .and(attribute(FavoriteItems.MERGING_INTO).isAbsent());
    }
}
