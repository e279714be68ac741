package plaza.fantasy.gameweek;

import plaza.http.Problem;
import plaza.http.ProblemException;

/// The problems of requests about gameweeks.
public final class GameweekProblems {
    private GameweekProblems() {}

    public static ProblemException noGameweek() {
        return Problem.notFound("gameweek", "The gameweek does not exist.").exception();
    }
}
