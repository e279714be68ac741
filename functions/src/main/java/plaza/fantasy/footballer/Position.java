package plaza.fantasy.footballer;

import org.jspecify.annotations.Nullable;
import plaza.rule.Pure;

/// The position of a footballer. The constants are in the order of a formation such as `4-4-2`.
@Pure
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

    /// Returns the position with this word, or null if none has it.
    public static @Nullable Position parse(String text) {
        for (Position position : values()) {
            if (position.text.equals(text)) {
                return position;
            }
        }
        return null;
    }
}
