package plaza.favorites.bookmarks;

import java.time.Duration;
import plaza.http.Problem;
import plaza.http.ProblemException;
import plaza.http.Response;

/// The problems of requests that import files. An [ImportProblem] is about one line of a file.
final class ImportProblems {
    private ImportProblems() {}

    static Response dayFull(int importsPerDayMax, Duration rest) {
        return Response.of(
                        Problem.of(
                                Problem.Kind.TOO_MANY_REQUESTS,
                                "You have imported %d files today, which is the limit. Send this file again tomorrow (UTC)."
                                        .formatted(importsPerDayMax)))
                .with("retry-after", Long.toString(rest.toSeconds() + 1));
    }

    static ProblemException tooLarge(int bytesMax) {
        return Problem.of(
                        Problem.Kind.TOO_LARGE,
                        "The file without its icons must be at most %d bytes.".formatted(bytesMax))
                .exception();
    }

    static ProblemException lossy(BookmarksFile.Content content) {
        var errors =
                content.problems().stream()
                        .filter(problem -> problem.code().isLoss())
                        .map(problem ->
                                new Problem.FieldError(
                                        "line " + problem.line(),
                                        problem.detail(),
                                        problem.code().wireName()))
                        .toList();
        return new Problem(
                        Problem.Kind.RULE_BROKEN,
                        "The file contains bookmarks that cannot be saved unchanged, and nothing"
                                + " was saved. Correct the listed lines, or send the file without"
                                + " strict=true.",
                        errors)
                .exception();
    }
}
