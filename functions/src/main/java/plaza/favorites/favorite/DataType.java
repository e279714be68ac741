package plaza.favorites.favorite;

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

    /// Returns the type with this wire name.
    ///
    /// @throws IllegalArgumentException if no type has it; `Image` and `IMAGE` are not wire names
    public static DataType parse(String wireName) {
        for (DataType type : values()) {
            if (type.wireName.equals(wireName)) {
                return type;
            }
        }
        throw new IllegalArgumentException("not a type of favorite");
    }
}
