package plaza.fantasy.league;

import plaza.http.Problem;
import plaza.http.ProblemException;

/// The problems of requests about leagues.
public final class LeagueProblems {
    private LeagueProblems() {}

    public static ProblemException noLeague() {
        return Problem.notFound("leagueId", "The league does not exist.").exception();
    }

    /// @param action what the owner can do with the league, such as "delete it"
    static ProblemException notOwner(String action) {
        return Problem.of(
                        Problem.Kind.FORBIDDEN, "Only the owner of this league can " + action + ".")
                .exception();
    }

    static ProblemException notMember() {
        return Problem.ruleBroken("owner", "The new owner must be a member of the league.")
                .exception();
    }

    static ProblemException needsCode() {
        return Problem.of(
                        Problem.Kind.FORBIDDEN,
                        "This league is private. Ask its owner for the current code, and send it in"
                                + " the field `code`.")
                .exception();
    }
}
