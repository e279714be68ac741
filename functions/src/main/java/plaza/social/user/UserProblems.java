package plaza.social.user;

import plaza.http.Problem;
import plaza.http.ProblemException;

/// The problems of requests about users.
public final class UserProblems {
    private UserProblems() {}

    /// The caller has no profile, which a write that other users can see under the caller's name
    /// requires.
    public static ProblemException noProfile() {
        return Problem.notFound(
                        "userId", "You have no profile yet. Create one with PUT /users/{userId}.")
                .exception();
    }
}
