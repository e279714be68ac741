package plaza.id;

import java.util.UUID;

/// The id of one import of bookmarks, made up here.
public record ImportId(String value) {
    public ImportId {
        IdRule.check(value);
    }

    public static ImportId parse(String text) {
        return new ImportId(IdRule.parse(text));
    }

    public static ImportId of(String value) {
        return new ImportId(value);
    }

    /// An id that no other import has.
    public static ImportId fresh() {
        return new ImportId(UUID.randomUUID().toString());
    }

    @Override
    public String toString() {
        return value;
    }
}
