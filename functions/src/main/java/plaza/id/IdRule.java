package plaza.id;

import plaza.text.Malformed;

/// The rule for every textual id.
public final class IdRule {
    /// The length limit of an id, in characters. Even with the longest prefixes and suffixes a key
    /// stays far below DynamoDB's limit of 1,024 bytes for a sort key.
    public static final int LENGTH_MAX = 64;

    private IdRule() {}

    /// Whether `text` is 1 to [#LENGTH_MAX] characters of `A-Z a-z 0-9 _ -`.
    public static boolean holds(String text) {
        if (text.isEmpty() || text.length() > LENGTH_MAX) {
            return false;
        }
        for (var index = 0; index < text.length(); index++) {
            if (!isIdCharacter(text.charAt(index))) {
                return false;
            }
        }
        return true;
    }

    /// Reads external input.
    ///
    /// @throws Malformed if it is no id
    public static String parse(String text) {
        if (!holds(text)) {
            throw new Malformed("must be 1 to 64 characters of A-Z, a-z, 0-9, _ and -");
        }
        return text;
    }

    /// Requires that a value from inside the system is an id.
    ///
    /// @throws IllegalArgumentException if it is not
    public static void check(String value) {
        if (!holds(value)) {
            throw new IllegalArgumentException(
                    "an id must be 1 to 64 characters of A-Z, a-z, 0-9, _ and -");
        }
    }

    private static boolean isIdCharacter(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '_'
                || c == '-';
    }
}
