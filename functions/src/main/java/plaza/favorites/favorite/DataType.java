package plaza.favorites.favorite;

import org.jspecify.annotations.Nullable;
import plaza.rule.Pure;

/// The ten types of favorites. Their order has no meaning.
@Pure
public enum DataType {
    IMAGE("image"),
    VIDEO("video"),
    LINK("link"),
    FILE("file"),
    MUSIC("music"),
    CHAT("chat"),
    VOICE("voice"),
    NOTE("note"),
    LOCATION("location"),
    POST("post");

    private final String wireName;

    DataType(String wireName) {
        this.wireName = wireName;
    }

    /// The name in paths, bodies and keys: lower-case ASCII letters only.
    public String wireName() {
        return wireName;
    }

    /// Returns the type with this wire name, or null; `Image` and `IMAGE` are not wire names.
    public static @Nullable DataType ofOrNull(String wireName) {
        for (DataType type : values()) {
            if (type.wireName.equals(wireName)) {
                return type;
            }
        }
        return null;
    }

    /// Returns the type with this wire name from inside the system.
    public static DataType of(String wireName) {
        var type = ofOrNull(wireName);
        if (type == null) {
            throw new IllegalArgumentException("not a type of favorite");
        }
        return type;
    }
}
