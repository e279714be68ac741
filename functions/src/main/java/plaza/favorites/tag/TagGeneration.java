package plaza.favorites.tag;

import plaza.favorites.id.GenerationId;
import plaza.favorites.id.TagId;

/// One generation of a tag.
public record TagGeneration(TagId id, GenerationId generation) {
    public static TagGeneration of(StoredTag tag) {
        return new TagGeneration(tag.tag().tagId(), tag.generation());
    }
}
