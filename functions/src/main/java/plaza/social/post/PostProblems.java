package plaza.social.post;

import plaza.http.Problem;
import plaza.http.ProblemException;

/// The problems of requests about posts.
public final class PostProblems {
    private PostProblems() {}

    public static ProblemException noPost() {
        return Problem.notFound("postId", "The post does not exist.").exception();
    }
}
