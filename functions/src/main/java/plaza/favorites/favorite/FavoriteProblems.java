package plaza.favorites.favorite;

import java.util.List;
import plaza.http.Problem;
import plaza.http.ProblemException;

/// The problems of requests about favorites.
public final class FavoriteProblems {
    private FavoriteProblems() {}

    public static ProblemException noFavorite() {
        return Problem.notFound("dataId", "The favorite does not exist.").exception();
    }

    /// The collection has as many favorites as the quota allows.
    public static ProblemException full(int favoritesMax) {
        return new Problem(
                        Problem.Kind.CONFLICT,
                        "Your collection has %d favorites and is full. Delete favorites before you save more."
                                .formatted(favoritesMax),
                        List.of(
                                new Problem.FieldError(
                                        "dataId", "The favorite would exceed the quota.", "quota")))
                .exception();
    }
}
