package plaza.social;

import plaza.http.Problem;
import plaza.http.ProblemException;

/// The problems that several handlers of the context report.
final class SocialProblems {
    private SocialProblems() {}

    /// The caller has no profile, which a write that other users can see under the caller's name
    /// requires.
    static ProblemException noProfile() {
        return Problem.notFound(
                        "userId", "You have no profile yet. Create one with PUT /users/{userId}.")
                .exception();
    }

    static ProblemException noPost() {
        return Problem.notFound("postId", "The post does not exist.").exception();
    }
}
