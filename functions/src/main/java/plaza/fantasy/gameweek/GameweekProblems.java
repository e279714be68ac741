package plaza.fantasy.gameweek;

import org.jspecify.annotations.Nullable;
import plaza.http.Problem;
import plaza.http.ProblemException;
import plaza.table.Item;

/// The problems of requests about gameweeks.
public final class GameweekProblems {
    private GameweekProblems() {}

    public static ProblemException noGameweek() {
        return Problem.notFound("gameweek", "The gameweek does not exist.").exception();
    }

    /// Requires that a gameweek exists.
    ///
    /// @param item the gameweek, or null if it does not exist
    public static Item requireGameweek(@Nullable Item item) {
        if (item == null) {
            throw noGameweek();
        }
        return item;
    }
}
