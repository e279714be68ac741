package plaza.id;

import java.util.UUID;

/// The id of a bulk change of favorites.
public record ChangeId(String value) {
    public ChangeId {
        IdRule.check(value);
    }

    public static ChangeId parse(String text) {
        return new ChangeId(IdRule.parse(text));
    }

    public static ChangeId of(String value) {
        return new ChangeId(value);
    }

    /// A new, unique id.
    public static ChangeId fresh() {
        return new ChangeId(UUID.randomUUID().toString());
    }

    @Override
    public String toString() {
        return value;
    }
}
