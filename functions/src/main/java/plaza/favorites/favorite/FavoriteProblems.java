package plaza.favorites.favorite;

import plaza.http.Problem;
import plaza.http.ProblemException;

/// The problems of requests about favorites.
public final class FavoriteProblems {
    private FavoriteProblems() {}

    public static ProblemException noFavorite() {
        return Problem.notFound("dataId", "The favorite does not exist.").exception();
    }
}
