package plaza.favorites;

import plaza.http.Problem;
import plaza.http.ProblemException;

/// The problems that several functions of the favorites context return.
final class FavoriteProblems {
    private FavoriteProblems() {}

    static ProblemException noFavorite() {
        return Problem.notFound("dataId", "The favorite does not exist.").exception();
    }

    static ProblemException noTag() {
        return Problem.notFound("tagId", "The tag does not exist.").exception();
    }

    static ProblemException tagMerging() {
        return Problem.conflict("tagId", "The tag is being merged into another tag.").exception();
    }
}
