package plaza.http;

import java.util.regex.Pattern;

/// How many requests of one kind a caller can send in each window of [RateLimiter#WINDOW].
///
/// @param name the kind; an attribute name of the table and the policy name in `RateLimit` headers
/// @param perHourMax the largest number of requests, at least 1
public record RateLimit(String name, int perHourMax) {
    /// The environment variable that contains the limit of a function, such as `writes:100`.
    public static final String VARIABLE = "PLAZA_RATE_LIMIT";

    /// The kind of requests that are counted in memory, see [RateLimiter#remembering].
    public static final String READS = "reads";

    // Every number of nine digits is an int.
    private static final Pattern TEXT = Pattern.compile("([a-z]+):([1-9][0-9]{0,8})");

    public RateLimit {
        if (perHourMax < 1) {
            throw new IllegalArgumentException("a rate limit must be at least 1");
        }
    }

    /// Parses the value of [#VARIABLE].
    ///
    /// @throws IllegalStateException if it is not a name and a number from 1 to 999999999
    public static RateLimit parse(String text) {
        var matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalStateException(
                    "the environment variable " + VARIABLE + " must be a limit such as writes:100");
        }
        return new RateLimit(matcher.group(1), Integer.parseInt(matcher.group(2)));
    }

    /// Whether the requests of a kind are counted in the table, at the cost of one write unit each.
    public static boolean isStored(String name) {
        return !name.equals(READS);
    }

    boolean isStored() {
        return isStored(name);
    }

    /// The value of [#VARIABLE].
    public String text() {
        return name + ':' + perHourMax;
    }
}
