package plaza.fantasy;

import plaza.http.Problem;

/// The rule that a write needs a gamer if other users can see it under the caller's name.
final class Gamers {
    private Gamers() {}

    /// The caller has no gamer.
    static Problem missing() {
        return Problem.notFound(
                "gamerId", "You have no gamer yet. Create one with PUT /gamers/{gamerId}.");
    }
}
