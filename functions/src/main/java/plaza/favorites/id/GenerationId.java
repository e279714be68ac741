package plaza.favorites.id;

import java.util.UUID;
import plaza.id.IdRule;

/// The id of one generation of a favorite or tag, from its creation to its deletion.
///
/// Clients choose the ids of favorites and tags and may reuse an id after a deletion. Rows that are
/// still being removed and late stream records of the first generation must not affect the second.
/// Therefore every reference to a favorite or tag contains the generation.
public record GenerationId(String value) {
    public GenerationId {
        IdRule.check(value);
    }

    public static GenerationId of(String value) {
        return new GenerationId(value);
    }

    /// A new, unique generation. No behaviour depends on its value, so it takes no random generator
    /// as a parameter.
    public static GenerationId begun() {
        return new GenerationId(UUID.randomUUID().toString());
    }

    @Override
    public String toString() {
        return value;
    }
}
