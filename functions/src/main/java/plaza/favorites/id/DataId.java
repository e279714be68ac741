package plaza.favorites.id;

import plaza.id.IdRule;
import plaza.text.Malformed;

/// The id of a favorite in a user's collection, chosen by the client.
public record DataId(String value) implements Comparable<DataId> {
    /// The word that is not an id.
    public static final String RESERVED = "types";

    public DataId {
        IdRule.check(value);
    }

    /// Parses an id from a caller. It cannot be the word that follows `/favorites/` in the routes
    /// of lists by type.
    public static DataId parse(String text) {
        if (text.equals(RESERVED)) {
            throw new Malformed("must not be `" + RESERVED + "`");
        }
        return new DataId(IdRule.parse(text));
    }

    public static DataId of(String value) {
        return new DataId(value);
    }

    @Override
    public int compareTo(DataId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
