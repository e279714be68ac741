package plaza.favorites.model;

import org.jspecify.annotations.Nullable;
import plaza.id.GenerationId;
import plaza.id.TagId;

/// A tag as it is kept.
///
/// @param life begins with the tag's creation and ends with its deletion
/// @param normalisedName what its name is compared by, as it was when the name was given: the rules
///   of Unicode may fold it otherwise one day
/// @param favoriteCount how many favorites have it
/// @param mergingInto the tag that its favorites are being moved to, if any
public record StoredTag(
        Tag tag,
        GenerationId generation,
        String normalisedName,
        long favoriteCount,
        @Nullable TagId mergingInto) {
    /// A tag just created.
    public static StoredTag begun(Tag tag) {
        return new StoredTag(tag, GenerationId.begun(), tag.tagName().normalised(), 0, null);
    }

    /// The same tag under another name.
    public StoredTag renamed(TagName name) {
        return new StoredTag(
                tag.renamed(name), generation, name.normalised(), favoriteCount, mergingInto);
    }
}
