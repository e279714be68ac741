package plaza.fantasy;

import plaza.http.Problem;
import plaza.http.ProblemException;

/// The problem of requests that only the owner of a league can send.
final class NotOwner {
    private NotOwner() {}

    /// @param action what the owner can do with the league, such as "delete it"
    static ProblemException of(String action) {
        return Problem.of(
                        Problem.Kind.FORBIDDEN, "Only the owner of this league can " + action + ".")
                .exception();
    }
}
