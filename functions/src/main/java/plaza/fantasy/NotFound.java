package plaza.fantasy;

import plaza.http.Problem;
import plaza.http.ProblemException;

/// The problems of requests that name something that does not exist.
final class NotFound {
    private NotFound() {}

    static ProblemException gamer() {
        return Problem.notFound("gamerId", "The gamer does not exist.").exception();
    }

    /// The caller has no gamer. A write needs one if other users can see it under the caller's
    /// name.
    static ProblemException callersGamer() {
        return Problem.notFound(
                        "gamerId", "You have no gamer yet. Create one with PUT /gamers/{gamerId}.")
                .exception();
    }

    static ProblemException footballer() {
        return Problem.notFound("footballerId", "The footballer does not exist.").exception();
    }

    static ProblemException gameweek() {
        return Problem.notFound("gameweek", "The gameweek does not exist.").exception();
    }

    static ProblemException league() {
        return Problem.notFound("leagueId", "The league does not exist.").exception();
    }
}
