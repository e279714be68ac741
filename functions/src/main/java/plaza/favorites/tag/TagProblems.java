package plaza.favorites.tag;

import plaza.http.Problem;
import plaza.http.ProblemException;

/// The problems of requests about tags.
public final class TagProblems {
    private TagProblems() {}

    public static ProblemException noTag() {
        return Problem.notFound("tagId", "The tag does not exist.").exception();
    }

    public static ProblemException tagMerging() {
        return Problem.conflict("tagId", "The tag is being merged into another tag.").exception();
    }
}
