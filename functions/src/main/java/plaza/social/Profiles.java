package plaza.social;

import plaza.http.Problem;

/// The rule that a write needs a profile if other users can see it under the caller's name.
final class Profiles {
    private Profiles() {}

    /// The caller has no profile.
    static Problem missing() {
        return Problem.notFound(
                "userId", "You have no profile yet. Create one with PUT /users/{userId}.");
    }
}
