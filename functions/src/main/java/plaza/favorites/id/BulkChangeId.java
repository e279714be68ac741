package plaza.favorites.id;

import java.util.UUID;
import plaza.id.IdRule;

/// The id of a bulk change of favorites.
public record BulkChangeId(String value) {
    public BulkChangeId {
        IdRule.check(value);
    }

    public static BulkChangeId parse(String text) {
        return new BulkChangeId(IdRule.parse(text));
    }

    public static BulkChangeId of(String value) {
        return new BulkChangeId(value);
    }

    /// A new, unique id.
    public static BulkChangeId fresh() {
        return new BulkChangeId(UUID.randomUUID().toString());
    }

    @Override
    public String toString() {
        return value;
    }
}
