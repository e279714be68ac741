package plaza.text;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;

/// Formats and parses times as the API writes them: ISO-8601 in UTC with exactly three digits of
/// milliseconds, so that all times have the same width and text order is time order.
public final class IsoTime {
    /// The earliest time that is accepted as input.
    public static final Instant MIN = Instant.EPOCH;

    /// The latest time that is accepted as input: the last whose text has 24 characters.
    public static final Instant MAX = Instant.ofEpochMilli(253_402_300_799_999L);

    private static final DateTimeFormatter MILLIS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

    private IsoTime() {}

    /// Returns 24 characters, for example `2026-01-31T09:05:00.000Z`.
    public static String format(Instant instant) {
        return MILLIS.format(instant);
    }

    /// Parses a time and truncates it to milliseconds.
    ///
    /// @throws Malformed unless `text` is an ISO-8601 instant in UTC between [#MIN] and [#MAX]
    public static Instant parse(String text) {
        try {
            var instant = Instant.ofEpochMilli(Instant.parse(text).toEpochMilli());
            if (instant.isBefore(MIN) || instant.isAfter(MAX)) {
                throw new Malformed("must be a time between 1970 and 9999");
            }
            return instant;
        } catch (DateTimeException | ArithmeticException _) {
            throw new Malformed(
                    "must be an ISO-8601 time in UTC, such as 2026-01-31T09:05:00.000Z");
        }
    }
}
