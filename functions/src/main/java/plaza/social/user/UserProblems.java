package plaza.social.user;

import plaza.http.Problem;
import plaza.http.ProblemException;

/// The problems of requests about users.
public final class UserProblems {
    private UserProblems() {}

    /// The user of the path does not exist, or the caller does not see them.
    public static ProblemException noUser() {
        return noUser("userId");
    }

    /// The user of a path parameter does not exist, or the caller does not see them.
    public static ProblemException noUser(String parameter) {
        return Problem.notFound(parameter, "The user does not exist.").exception();
    }

    /// The caller has no profile, which a write that other users can see under the caller's name
    /// requires.
    public static ProblemException noProfile() {
        return Problem.notFound(
                        "userId", "You have no profile yet. Create one with PUT /users/{userId}.")
                .exception();
    }
}
