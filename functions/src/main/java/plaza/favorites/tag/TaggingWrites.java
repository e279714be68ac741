package plaza.favorites.tag;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.attribute;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import plaza.favorites.favorite.FavoriteGeneration;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.favorite.StoredFavorite;
import plaza.favorites.id.DataId;
import plaza.favorites.id.GenerationId;
import plaza.favorites.id.ImportId;
import plaza.favorites.id.TagId;
import plaza.favorites.key.FavoritesKeys;
import plaza.id.UserId;
import plaza.table.Attempt;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;

/// The transaction that tags a favorite, on condition that favorite and tag exist, and counts the
/// tagging.
public final class TaggingWrites {
    public enum Result {
        TAGGED,
        ALREADY_TAGGED,
        NO_FAVORITE,
        NO_TAG,
        TAG_MERGING
    }

    private final Table table;

    public TaggingWrites(Table table) {
        this.table = table;
    }

    /// Tags a favorite.
    public Result tag(UserId user, DataId data, TagId tag) {
        return table.optimistically(() -> attempt(user, data, tag, _ -> true, _ -> true));
    }

    /// Tags this generation of a favorite with this generation of a tag.
    public Result tag(UserId user, FavoriteGeneration favorite, TagGeneration tag) {
        return table.optimistically(() ->
                attempt(
                        user,
                        favorite.data(),
                        tag.id(),
                        favorite.generation()::equals,
                        tag.generation()::equals));
    }

    /// Tags this generation of a favorite with all of these generations of tags that it lacks, in
    /// one transaction.
    ///
    /// @param tags as many as fit into one transaction with the favorite, two writes for each
    /// @param by the import that tags the favorite
    public Result tagAll(
            UserId user, FavoriteGeneration favorite, List<TagGeneration> tags, ImportId by) {
        return tags.isEmpty()
                ? Result.ALREADY_TAGGED
                : table.optimistically(() -> attempt(user, favorite, tags, by));
    }

    private Attempt<Result> attempt(
            UserId user, FavoriteGeneration favorite, List<TagGeneration> tags, ImportId by) {
        var data = favorite.data();
        var favoriteKey = FavoritesKeys.FAVORITE.key(user, data);
        var keys = new ArrayList<Key>();
        keys.add(favoriteKey);
        for (var tag : tags) {
            keys.add(FavoritesKeys.TAG.key(user, tag.id()));
            keys.add(FavoritesKeys.TAGGED_FAVORITE.key(user, data, tag.id()));
        }
        var found = table.getByKey(keys);
        var favoriteItem = found.get(favoriteKey);
        if (favoriteItem == null
                || !FavoriteItems.generation(favoriteItem).equals(favorite.generation())) {
            return Attempt.done(Result.NO_FAVORITE);
        }
        var stored = FavoriteItems.storedFavorite(favoriteItem);
        var writes = new ArrayList<Write>();
        for (var tag : tags) {
            var tagItem = found.get(FavoritesKeys.TAG.key(user, tag.id()));
            if (tagItem == null || !FavoriteItems.generation(tagItem).equals(tag.generation())) {
                return Attempt.done(Result.NO_TAG);
            }
            var storedTag = TagItems.storedTag(tagItem);
            if (storedTag.mergingInto() != null) {
                return Attempt.done(Result.TAG_MERGING);
            }
            var tagging = found.get(FavoritesKeys.TAGGED_FAVORITE.key(user, data, tag.id()));
            writes.addAll(adding(user, stored, storedTag, by, tagging));
        }
        if (writes.isEmpty()) {
            return Attempt.done(Result.ALREADY_TAGGED);
        }
        writes.addFirst(
                new Write.Check(favoriteKey, FavoriteItems.hasGeneration(stored.generation())));
        return table.transact(writes) instanceof Outcome.Done
                ? Attempt.done(Result.TAGGED)
                : Attempt.tryAgain();
    }

    /// The writes that give a favorite a tag, in a transaction that checks or writes the favorite;
    /// none if it has the tag.
    ///
    /// @param found the tagging as it was read, or null if none exists
    List<Write> adding(
            UserId user,
            StoredFavorite favorite,
            StoredTag tag,
            @Nullable ImportId by,
            @Nullable Item found) {
        if (found != null && TaggingItems.isCurrent(found, favorite, tag)) {
            return List.of();
        }
        return replacing(user, favorite, tag, by, found);
    }

    /// The writes that give a favorite a tag, whether or not it has it.
    ///
    /// @param found the tagging as it was read, or null if none exists
    List<Write> replacing(
            UserId user,
            StoredFavorite favorite,
            StoredTag tag,
            @Nullable ImportId by,
            @Nullable Item found) {
        var tagging = tagged(user, favorite, tag, by);
        if (found == null) {
            return List.of(
                    TagCountItems.use(user, tag, 1, by), Write.Put.of(tagging).onlyIf(absent()));
        }
        var isCounted = TaggingItems.tagGeneration(found).equals(tag.generation());
        return List.of(
                TagCountItems.use(user, tag, isCounted ? 0 : 1, by),
                Write.Put.of(tagging).onlyIf(TaggingItems.isUnchanged(found)));
    }

    private static Item tagged(
            UserId user, StoredFavorite favorite, StoredTag tag, @Nullable ImportId by) {
        return TaggingItems.tagged(user, favorite, tag.tag().tagId(), tag.generation(), by);
    }

    private Attempt<Result> attempt(
            UserId user,
            DataId data,
            TagId tagId,
            Predicate<GenerationId> isFavorite,
            Predicate<GenerationId> isTag) {
        var favoriteKey = FavoritesKeys.FAVORITE.key(user, data);
        var tagKey = FavoritesKeys.TAG.key(user, tagId);
        var found = table.getByKey(List.of(favoriteKey, tagKey));
        var favoriteItem = found.get(favoriteKey);
        var tagItem = found.get(tagKey);
        if (favoriteItem == null || !isFavorite.test(FavoriteItems.generation(favoriteItem))) {
            return Attempt.done(Result.NO_FAVORITE);
        }
        if (tagItem == null || !isTag.test(FavoriteItems.generation(tagItem))) {
            return Attempt.done(Result.NO_TAG);
        }
        var favorite = FavoriteItems.storedFavorite(favoriteItem);
        var tag = TagItems.storedTag(tagItem);
        if (tag.mergingInto() != null) {
            return Attempt.done(Result.TAG_MERGING);
        }
        var outcome = write(user, favorite, tag, null);
        if (outcome instanceof Outcome.Refused<Key>(var failed, var tagging)
                && failed.equals(FavoritesKeys.TAGGED_FAVORITE.key(user, data, tagId))
                && tagging != null) {
            if (TaggingItems.isCurrent(tagging, favorite, tag)) {
                return Attempt.done(Result.ALREADY_TAGGED);
            }
            // The tagging remains from an earlier generation of the favorite or the tag.
            outcome = write(user, favorite, tag, tagging);
        }
        return outcome instanceof Outcome.Done ? Attempt.done(Result.TAGGED) : Attempt.tryAgain();
    }

    private Outcome<Key> write(
            UserId user, StoredFavorite favorite, StoredTag tag, @Nullable Item found) {
        var writes = new ArrayList<Write>(replacing(user, favorite, tag, null, found));
        writes.addFirst(
                new Write.Check(
                        FavoritesKeys.FAVORITE.key(user, favorite.favorite().dataId()),
                        FavoriteItems.hasGeneration(favorite.generation())));
        return table.transact(writes);
    }

    /// The writes that tag a new favorite, which are part of the transaction that writes the
    /// favorite.
    public List<Write> ofNewFavorite(UserId user, StoredFavorite favorite, List<StoredTag> tags) {
        var writes = new ArrayList<Write>();
        for (var tag : tags) {
            var tagging = tagged(user, favorite, tag, null);
            writes.add(TagCountItems.use(user, tag, 1, favorite.addedBy()));
            writes.add(Write.Put.of(tagging).onlyIf(absent()));
        }
        return writes;
    }

    /// The tag exists with the same generation and is not being merged into another tag.
    static Condition acceptsFavorites(StoredTag tag) {
        return FavoriteItems.hasGeneration(tag.generation())
                .and(attribute(TagItems.MERGING_INTO).isAbsent());
    }
}
