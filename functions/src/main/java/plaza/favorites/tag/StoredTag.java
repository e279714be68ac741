package plaza.favorites.tag;

import org.jspecify.annotations.Nullable;
import plaza.favorites.id.GenerationId;
import plaza.favorites.id.ImportId;
import plaza.favorites.id.TagId;
import plaza.rule.Pure;

/// A tag with the data that the table keeps about it.
///
/// @param generation begins with the tag's creation and ends with its deletion
/// @param normalisedName the unique form of its name, computed when the name was given; a later
///   version of Unicode could fold the same name differently
/// @param favoriteCount the number of favorites that have the tag; 0 until its item is read, which
///   is another one ([TagCountItems])
/// @param mergingInto the tag that its favorites are moving to, or null if no merge is running
/// @param addedBy the import that created the tag and alone has used it, or null. A tag that the
///   user renames, gives to a favorite or merges another tag into is theirs.
@Pure
public record StoredTag(
        Tag tag,
        GenerationId generation,
        String normalisedName,
        long favoriteCount,
        @Nullable TagId mergingInto,
        @Nullable ImportId addedBy) {
    /// A tag that is created now.
    public static StoredTag created(Tag tag) {
        return imported(tag, null);
    }

    /// A tag that an import creates now.
    public static StoredTag imported(Tag tag, @Nullable ImportId by) {
        return new StoredTag(tag, GenerationId.begun(), tag.tagName().normalised(), 0, null, by);
    }

    StoredTag withFavorites(long count) {
        return new StoredTag(tag, generation, normalisedName, count, mergingInto, addedBy);
    }

    public StoredTag renamed(TagName name) {
        return new StoredTag(
                tag.renamed(name), generation, name.normalised(), favoriteCount, mergingInto, null);
    }
}
