package plaza.favorites.bookmarks;

import java.time.Duration;
import java.time.Instant;
import plaza.favorites.quota.QuotaUsage;
import plaza.favorites.quota.Quotas;
import plaza.http.Problem;
import plaza.http.ProblemException;
import plaza.http.Response;

/// The problems of requests that import files. An [ImportProblem] is about one line of a file.
final class ImportProblems {
    private ImportProblems() {}

    /// Why a user cannot begin an import now.
    static Response notAdmitted(QuotaUsage.Admission admission, Quotas quotas, Instant now) {
        return switch (admission) {
            case QuotaUsage.Lease.Running(var turn) ->
                    Response.of(turn.conflict("Send this file again after it is done."));
            case QuotaUsage.Admission.DayFull(var until) ->
                    dayFull(quotas.importsPerDayMax(), Duration.between(now, until));
            case QuotaUsage.Lease.Free _ ->
                    throw new IllegalStateException("the import is admitted");
        };
    }

    private static Response dayFull(int importsPerDayMax, Duration rest) {
        return Response.of(
                        Problem.of(
                                Problem.Kind.TOO_MANY_REQUESTS,
                                "You have imported %d files today, which is the limit. Send this file again tomorrow (UTC)."
                                        .formatted(importsPerDayMax)))
                .with("retry-after", Long.toString(rest.toSeconds() + 1));
    }

    /// Requires that a file is not too large and, if the import is strict, that it loses no data.
    ///
    /// @param fileBytes the bytes of the file with its icons
    static void requireAccepted(BookmarksFile.Content content, int fileBytes, boolean isStrict) {
        if (fileBytes - content.iconBytes() > ImportBookmarks.FILE_BYTES_MAX) {
            throw Problem.of(
                            Problem.Kind.TOO_LARGE,
                            "The file without its icons must be at most %d bytes."
                                    .formatted(ImportBookmarks.FILE_BYTES_MAX))
                    .exception();
        }
        if (isStrict && content.lossCount() > 0) {
            throw lossy(content);
        }
    }

    private static ProblemException lossy(BookmarksFile.Content content) {
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
