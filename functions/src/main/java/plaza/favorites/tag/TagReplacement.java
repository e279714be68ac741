package plaza.favorites.tag;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.favorites.favorite.StoredFavorite;
import plaza.favorites.id.DataId;
import plaza.favorites.id.FavoritesIds;
import plaza.favorites.id.TagId;
import plaza.favorites.key.FavoritesKeys;
import plaza.http.Field;
import plaza.http.Problem;
import plaza.http.ProblemException;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Write;

/// The tags that a request gives a favorite in place of those that it has, with the items of the
/// table as they were read.
///
/// @param favorite the favorite, or null if it does not exist
/// @param tags the tags that the favorite receives
/// @param taggings the taggings under the favorite's id, by tag
/// @param writing writes taggings
public record TagReplacement(
        UserId user,
        @Nullable Item favorite,
        List<StoredTag> tags,
        Map<TagId, Item> taggings,
        TaggingWrites writing) {
    /// The maximum number of tags that one request gives a favorite.
    public static final int TAGS_MAX = 20;

    /// The ids of the tags, each once. An absent field leaves the tags; an empty array removes
    /// them.
    public static final Field<List<TagId>> FIELD =
            Field.differentTextsUpTo("tags", TAGS_MAX, FavoritesIds.TAG).replaceable();

    /// The taggings that the transaction removes, each with its count. Further ones are removed
    /// before it.
    private static final int REMOVALS_MAX = (Table.TRANSACTION_MAX - 1 - 2 * TAGS_MAX) / 2;

    /// Taggings that one Query reads.
    private static final int READ_MAX = 1_000;

    /// Reads a favorite, its taggings and tags, all at the same time and with strong consistency.
    ///
    /// @throws ProblemException 404 if a tag does not exist, 409 if it is being merged
    public static TagReplacement read(
            Table table, TaggingWrites writing, UserId user, DataId data, List<TagId> ids) {
        var favoriteKey = FavoritesKeys.FAVORITE.key(user, data);
        var keys = new ArrayList<Key>();
        keys.add(favoriteKey);
        ids.forEach(id -> keys.add(FavoritesKeys.TAG.key(user, id)));
        var read = table.both(() -> table.getByKey(keys), () -> taggings(table, user, data));
        var items = read.first();
        var tags =
                ids.stream()
                        .map(id -> tag(items.get(FavoritesKeys.TAG.key(user, id)), id))
                        .toList();
        return new TagReplacement(user, items.get(favoriteKey), tags, read.second(), writing);
    }

    private static StoredTag tag(@Nullable Item item, TagId id) {
        if (item == null) {
            throw Problem.notFound(FIELD.name(), "The tag `" + id + "` does not exist.")
                    .exception();
        }
        var tag = TagItems.storedTag(item);
        if (tag.mergingInto() != null) {
            throw Problem.conflict(
                            FIELD.name(), "The tag `" + id + "` is being merged into another tag.")
                    .exception();
        }
        return tag;
    }

    private static Map<TagId, Item> taggings(Table table, UserId user, DataId data) {
        var taggings = new HashMap<TagId, Item>();
        table.readAll(Query.in(FavoritesKeys.TAGGED.of(user, data)).consistent(), READ_MAX)
                .forEach(tagging -> taggings.put(TaggingItems.tagOf(tagging), tagging));
        return taggings;
    }

    /// The writes that give the favorite exactly these tags; none if it has them. They check the
    /// taggings that remain, because a merge can replace such a tagging by one that they remove.
    ///
    /// @param written the favorite as the same transaction writes it
    public List<Write> writes(StoredFavorite written) {
        var writes = new ArrayList<Write>(TaggingRemovals.writes(removals(written)));
        var kept = new ArrayList<Write>();
        for (var tag : tags) {
            var found = taggings.get(tag.tag().tagId());
            if (found != null && TaggingItems.isCurrent(found, written, tag)) {
                kept.add(new Write.Check(found.key(), TaggingItems.isUnchanged(found)));
            } else {
                writes.addAll(writing.adding(user, written, tag, null, found));
            }
        }
        if (!writes.isEmpty()) {
            writes.addAll(kept);
        }
        return List.copyOf(writes);
    }

    /// Removes beforehand the taggings that do not fit into one transaction with the other writes.
    ///
    /// @return whether there were any; the tags must then be read again
    public boolean removeSurplus(Table table, StoredFavorite written) {
        var removals = removals(written);
        if (removals.size() <= REMOVALS_MAX) {
            return false;
        }
        var _ = new TaggingRemovals(table).remove(removals.subList(REMOVALS_MAX, removals.size()));
        return true;
    }

    private List<Item> removals(StoredFavorite written) {
        var kept = tags.stream().map(tag -> tag.tag().tagId()).toList();
        return taggings.entrySet().stream()
                .filter(tagging ->
                        !kept.contains(tagging.getKey())
                                && TaggingItems.favoriteGeneration(tagging.getValue())
                                        .equals(written.generation()))
                .map(Map.Entry::getValue)
                .toList();
    }
}
