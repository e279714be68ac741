package plaza.favorites.quota;

import java.util.Map;

/// The limits per user. They bound the cost of one account.
///
/// @param favoritesMax `PLAZA_FAVORITES_MAX`, the most favorites of one user
/// @param importsPerDayMax `PLAZA_IMPORTS_PER_DAY_MAX`, the most bookmarks files that one user can
///   import on one day (UTC)
public record Quotas(int favoritesMax, int importsPerDayMax) {
    /// The environment variable of [#favoritesMax].
    public static final String FAVORITES_MAX = "PLAZA_FAVORITES_MAX";

    /// The environment variable of [#importsPerDayMax].
    public static final String IMPORTS_PER_DAY_MAX = "PLAZA_IMPORTS_PER_DAY_MAX";

    /// The default quotas. 10,000 favorites are enough for nearly every browser's bookmarks, and
    /// indexing all of them costs about 32 cents once (`docs/favorites.md`). 20 imports a day are
    /// enough for every browser and a few mistakes, and limit the daily cost of a user to about the
    /// cost of filling the collection once.
    public static final Quotas STANDARD = new Quotas(10_000, 20);

    public Quotas {
        if (favoritesMax < 1 || importsPerDayMax < 1) {
            throw new IllegalArgumentException("a quota must be at least 1");
        }
    }

    /// Reads the quotas from an environment. A variable that is not set has its [#STANDARD] value.
    ///
    /// @throws IllegalStateException naming a variable that is not a number from 1 to 999999999
    public static Quotas from(Map<String, String> environment) {
        return new Quotas(
                number(environment, FAVORITES_MAX, STANDARD.favoritesMax),
                number(environment, IMPORTS_PER_DAY_MAX, STANDARD.importsPerDayMax));
    }

    private static int number(Map<String, String> environment, String name, int fallback) {
        var text = environment.getOrDefault(name, "");
        if (text.isEmpty()) {
            return fallback;
        }
        // Every number of nine digits is an int.
        if (!text.matches("[1-9][0-9]{0,8}")) {
            throw new IllegalStateException(
                    "the environment variable " + name + " must be a number from 1 to 999999999");
        }
        return Integer.parseInt(text);
    }
}
