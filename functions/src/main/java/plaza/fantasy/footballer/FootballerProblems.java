package plaza.fantasy.footballer;

import plaza.http.Problem;
import plaza.http.ProblemException;

/// The problems of requests about footballers.
public final class FootballerProblems {
    private FootballerProblems() {}

    public static ProblemException noFootballer() {
        return Problem.notFound("footballerId", "The footballer does not exist.").exception();
    }
}
