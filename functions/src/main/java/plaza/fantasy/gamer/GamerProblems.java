package plaza.fantasy.gamer;

import plaza.http.Problem;
import plaza.http.ProblemException;

/// The problems of requests about gamers.
public final class GamerProblems {
    private GamerProblems() {}

    static ProblemException noGamer() {
        return Problem.notFound("gamerId", "The gamer does not exist.").exception();
    }

    /// The caller has no gamer. A write needs one if other users can see it under the caller's
    /// name.
    public static ProblemException callerHasNoGamer() {
        return Problem.notFound(
                        "gamerId", "You have no gamer yet. Create one with PUT /gamers/{gamerId}.")
                .exception();
    }
}
