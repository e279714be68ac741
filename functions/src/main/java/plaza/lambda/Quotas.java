package plaza.lambda;

import java.util.Map;

/// How much one user may have and do. Quotas bound what one account can cost.
///
/// @param favoritesMax `PLAZA_FAVORITES_MAX`, the most favorites of one user
/// @param importsPerDayMax `PLAZA_IMPORTS_PER_DAY_MAX`, the most bookmarks files that one user
///   imports on one day (UTC)
public record Quotas(int favoritesMax, int importsPerDayMax) {
    /// The environment variable of [#favoritesMax].
    public static final String FAVORITES_MAX = "PLAZA_FAVORITES_MAX";

    /// The environment variable of [#importsPerDayMax].
    public static final String IMPORTS_PER_DAY_MAX = "PLAZA_IMPORTS_PER_DAY_MAX";

    /// 10,000 favorites hold nearly every browser's bookmarks, and indexing all of them costs about
    /// 32 cents once (`docs/favorites.md`). 20 imports a day leave room for every browser and a few
    /// mistakes, and bound a day of one user to about what filling the collection once costs.
    public static final Quotas STANDARD = new Quotas(10_000, 20);

    public Quotas {
        if (favoritesMax < 1 || importsPerDayMax < 1) {
            throw new IllegalArgumentException("a quota must be at least 1");
        }
    }

    /// The quotas in an environment; a variable that is not set has its [#STANDARD] value.
    ///
    /// @throws IllegalStateException naming the variable that is no number from 1
    public static Quotas from(Map<String, String> environment) {
        return new Quotas(
                number(environment, FAVORITES_MAX, STANDARD.favoritesMax),
                number(environment, IMPORTS_PER_DAY_MAX, STANDARD.importsPerDayMax));
    }

    private static int number(Map<String, String> environment, String name, int otherwise) {
        var text = environment.getOrDefault(name, "");
        if (text.isEmpty()) {
            return otherwise;
        }
        // nine digits: every such number is an int
        if (!text.matches("[1-9][0-9]{0,8}")) {
            throw new IllegalStateException(
                    "the environment variable " + name + " must be a number from 1 to 999999999");
        }
        return Integer.parseInt(text);
    }
}
