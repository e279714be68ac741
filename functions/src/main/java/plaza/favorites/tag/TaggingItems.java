package plaza.favorites.tag;

import static plaza.table.Condition.attribute;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.evolution.Migration;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.favorite.StoredFavorite;
import plaza.id.DataId;
import plaza.id.GenerationId;
import plaza.id.ImportId;
import plaza.id.TagId;
import plaza.id.UserId;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.TableSchema;
import plaza.table.TableSchema.Index;
import plaza.table.Write;
import plaza.tally.CountedEdge;
import plaza.tally.CountedEdge.Edge;

/// Converts taggings to items and back.
public final class TaggingItems {
    public static final String FAVORITE_GENERATION = "favoriteGeneration";
    public static final String TAG_GENERATION = "tagGeneration";

    /// The transaction that writes a tagging of version 3 counts it ([TagCountItems]); the stream
    /// counts taggings of earlier versions. The migration counts a tagging again, and its stream
    /// record causes the stream to uncount it.
    public static final Migration COUNTED_BY_WRITER =
            new Migration(
                    "taggings-counted-by-writer",
                    KeySpace.TAGGED_FAVORITE,
                    3,
                    item ->
                            List.of(
                                    Write.Update.of(item.key()),
                                    Write.Update.of(countKey(item)).add(TagCountItems.COUNT, 1)),
                    List.of(
                            new Migration.Access(KeySpace.TAGGED, Write.Update.class),
                            new Migration.Access(KeySpace.TAG_COUNTS, Write.Update.class)),
                    "The writer of every tagged favorite counts it, and not the stream.");

    /// How the stream counts the favorites of a tag: for one generation of the tag. Afterwards its
    /// counter no longer exists, and [TaggingJobs#erase] removes the remaining ledger.
    public static final CountedEdge COUNTED =
            new CountedEdge(
                    "tag",
                    KeySpace.TAGGED,
                    KeySpace.TAG_LEDGER,
                    KeySpace.TAGS,
                    TagItems.FAVORITE_COUNT,
                    tagging ->
                            KeySpace.TAGGED_FAVORITE.parse(
                                    tagging.key(),
                                    (user, data, tag) ->
                                            edge(user, data, tag, tagGeneration(tagging))),
                    row ->
                            KeySpace.TAG_LEDGER_ROW.parse(
                                    row,
                                    (user, tag, generation, data) ->
                                            edge(user, data, tag, generation)),
                    tag -> KeySpace.TAG.parse(tag.key(), KeySpace.TAGGED_BY_TAG::of),
                    tag ->
                            KeySpace.TAG.parse(
                                    tag.key(),
                                    (user, id) ->
                                            KeySpace.TAG_LEDGER.of(
                                                    user, id, FavoriteItems.generation(tag))),
                    null,
                    FavoriteItems.GENERATION,
                    COUNTED_BY_WRITER,
                    null);

    /// Removes taggings from the index by tag and type. The list by tag and type reads the
    /// favorites of the tag, and their types.
    public static final Migration WITHOUT_TYPE =
            new Migration(
                    "taggings-without-type",
                    KeySpace.TAGGED_FAVORITE,
                    2,
                    item ->
                            List.of(
                                    Write.Update.of(item.key())
                                            .remove(Index.GSI_TWO.partitionKey())
                                            .remove(Index.GSI_TWO.sortKey())),
                    List.of(new Migration.Access(KeySpace.TAGGED, Write.Update.class)),
                    "No tagged favorite is in the index by tag and type.");

    private TaggingItems() {}

    private static Edge edge(UserId user, DataId data, TagId tag, GenerationId tagGeneration) {
        return new Edge(
                KeySpace.TAGGED_FAVORITE.key(user, data, tag),
                KeySpace.TAG_LEDGER_ROW.key(user, tag, tagGeneration, data),
                KeySpace.TAG.key(user, tag),
                tagGeneration.value(),
                null);
    }

    /// The item that ties a favorite to a tag, in the newest version.
    public static Item tagged(
            UserId user, StoredFavorite stored, TagId tag, GenerationId tagGeneration) {
        return tagged(user, stored, tag, tagGeneration, null, COUNTED_BY_WRITER.to());
    }

    /// The item that ties a favorite to a tag.
    ///
    /// @param by the import that tags a favorite that it did not add, or null
    public static Item tagged(
            UserId user,
            StoredFavorite stored,
            TagId tag,
            GenerationId tagGeneration,
            @Nullable ImportId by,
            int version) {
        var favorite = stored.favorite();
        var order = FavoriteItems.clipOrder(favorite);
        var item =
                Item.at(KeySpace.TAGGED_FAVORITE.key(user, favorite.dataId(), tag))
                        .in(KeySpace.TAGGED_BY_TAG.of(user, tag), order)
                        .with(FAVORITE_GENERATION, stored.generation().value())
                        .with(TAG_GENERATION, tagGeneration.value())
                        .with(FavoriteItems.ADDED_BY, by, ImportId::value)
                        .version(version);
        if (version < WITHOUT_TYPE.to()) {
            var type = favorite.dataType().wireName();
            item.in(KeySpace.TAGGED_BY_TAG_AND_TYPE.of(user, tag, type), order);
        }
        return item.build();
    }

    /// The favorite of a tagging.
    public static DataId dataOf(Item tagging) {
        return KeySpace.TAGGED_FAVORITE.parse(tagging.key(), (_, data, _) -> data);
    }

    /// The tag of a tagging.
    public static TagId tagOf(Item tagging) {
        return KeySpace.TAGGED_FAVORITE.parse(tagging.key(), (_, _, tag) -> tag);
    }

    /// The generation of the favorite that a tagging refers to.
    public static GenerationId favoriteGeneration(Item tagging) {
        return GenerationId.of(tagging.text(FAVORITE_GENERATION));
    }

    /// The generation of the tag that a tagging refers to.
    public static GenerationId tagGeneration(Item tagging) {
        return GenerationId.of(tagging.text(TAG_GENERATION));
    }

    /// Whether a tagging refers to these generations. Readers ignore all others, which remain from
    /// an earlier generation.
    public static boolean isCurrent(Item tagging, StoredFavorite favorite, StoredTag tag) {
        return favoriteGeneration(tagging).equals(favorite.generation())
                && tagGeneration(tagging).equals(tag.generation());
    }

    /// The tags to which the current taggings of a favorite refer.
    ///
    /// @param tags the tags of the user, by id
    public static List<StoredTag> current(
            List<Item> taggings, StoredFavorite favorite, Map<TagId, StoredTag> tags) {
        var current = new ArrayList<StoredTag>();
        for (var tagging : taggings) {
            var tag = tags.get(tagOf(tagging));
            if (tag != null && isCurrent(tagging, favorite, tag)) {
                current.add(tag);
            }
        }
        return current;
    }

    /// The tagging exists, refers to the same generations, and is counted in the same place.
    public static Condition isUnchanged(Item tagging) {
        return hasGenerationsOf(tagging).and(attribute(TableSchema.VERSION).isAsIn(tagging));
    }

    /// The tagging exists and refers to the same generations.
    static Condition hasGenerationsOf(Item tagging) {
        return attribute(FAVORITE_GENERATION)
                .is(favoriteGeneration(tagging).value())
                .and(attribute(TAG_GENERATION).is(tagGeneration(tagging).value()));
    }

    /// Whether the writer of a tagging has counted it, and not the stream.
    public static boolean isCountedByWriter(Item tagging) {
        return tagging.version() >= COUNTED_BY_WRITER.to();
    }

    /// The item that counts a tagging that [its writer counts][#isCountedByWriter].
    public static Key countKey(Item tagging) {
        return KeySpace.TAGGED_FAVORITE.parse(
                tagging.key(),
                (user, _, tag) -> KeySpace.TAG_COUNT.key(user, tag, tagGeneration(tagging)));
    }

    /// The favorite joined to a tagging.
    public static StoredFavorite taggedFavorite(Item joined) {
        return FavoriteItems.storedFavorite(dataOf(joined), joined);
    }

    /// The tag joined to a tagging.
    static StoredTag taggedTag(Item joined) {
        return TagItems.storedTag(tagOf(joined), joined);
    }
}
