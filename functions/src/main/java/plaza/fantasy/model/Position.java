package plaza.fantasy.model;

import org.jspecify.annotations.Nullable;

/// Where a footballer plays. The order of the constants is the order in which formations are read.
public enum Position {
    GOALKEEPER("goalkeeper"),
    DEFENDER("defender"),
    MIDFIELDER("midfielder"),
    FORWARD("forward");

    private final String text;

    Position(String text) {
        this.text = text;
    }

    /// The word used in the API and in keys.
    public String text() {
        return text;
    }

    /// The position of that word, or null if there is none.
    public static @Nullable Position parse(String text) {
        for (Position position : values()) {
            if (position.text.equals(text)) {
                return position;
            }
        }
        return null;
    }
}
