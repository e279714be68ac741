package plaza.table;

import java.time.Instant;

/// Times in keys: epoch milliseconds of a fixed number of digits, so that the order of texts is the
/// order of times.
public final class KeyTime {
    /// Smaller values are padded with zeros.
    private static final int MILLIS_DIGITS = 13;

    /// The last time that fits: 2286-11-20.
    public static final Instant TIME_MAX = Instant.ofEpochMilli(9_999_999_999_999L);

    private KeyTime() {}

    /// The text of a time.
    ///
    /// @throws IllegalArgumentException if it does not fit
    public static String text(Instant time) {
        if (time.isBefore(Instant.EPOCH) || time.isAfter(TIME_MAX)) {
            throw new IllegalArgumentException("time does not fit a key");
        }
        var digits = Long.toString(time.toEpochMilli());
        return "0".repeat(MILLIS_DIGITS - digits.length()) + digits;
    }

    static Instant parse(String text) {
        return Instant.ofEpochMilli(Long.parseLong(text));
    }
}
