package plaza.id;

import java.util.UUID;

/// One life of a favorite or a tag: from its creation to its deletion.
///
/// Clients make up the ids of favorites and tags and may use one again after a deletion. What the
/// first life left behind (rows that are still being cleaned up, records of the stream that come
/// late) must not be taken for the second's, so that whatever refers to a favorite or tag names the
/// life too.
public record GenerationId(String value) {
    public GenerationId {
        IdRule.check(value);
    }

    public static GenerationId of(String value) {
        return new GenerationId(value);
    }

    /// A new life, different from every other. Nothing depends on which it is, hence no generator
    /// that a test could choose.
    public static GenerationId begun() {
        return new GenerationId(UUID.randomUUID().toString());
    }

    @Override
    public String toString() {
        return value;
    }
}
