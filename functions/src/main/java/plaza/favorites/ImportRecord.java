package plaza.favorites;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.favorites.model.ImportProblem;
import plaza.http.Json;
import plaza.id.ImportId;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Write;

/// The progress and result of an import.
///
/// @param bookmarks the number of bookmarks to save
/// @param counts the results of the bookmarks that the job has processed
/// @param joined the number of bookmarks that repeat an exact address and were joined with the
///   first one
/// @param problems what the import does not save unchanged, as "line code: detail"; at most
///   [BookmarksFile#PROBLEMS_MAX]
/// @param problemCount the number of problems in the file; [Counts#refused] counts those that the
///   job finds
record ImportRecord(
        ImportId id,
        int bookmarks,
        Counts counts,
        int joined,
        List<String> problems,
        int problemCount,
        Instant createTime) {
    /// The numbers of processed bookmarks by result.
    ///
    /// @param added bookmarks saved as new favorites
    /// @param alreadyThere bookmarks that were favorites already and received their tags
    /// @param refused bookmarks that exceeded the quota and were not saved
    record Counts(int added, int alreadyThere, int refused) {
        static final Counts NONE = new Counts(0, 0, 0);

        Counts plus(Counts other) {
            return new Counts(
                    added + other.added,
                    alreadyThere + other.alreadyThere,
                    refused + other.refused);
        }

        int done() {
            return added + alreadyThere + refused;
        }
    }

    /// How long records exist, and chunks at most.
    static final Duration LIFETIME = Duration.ofDays(14);

    private static final String ADDED = "added";
    private static final String ALREADY_THERE = "alreadyThere";
    private static final String REFUSED = "refused";
    private static final String BOOKMARKS = "bookmarks";
    private static final String JOINED = "joined";
    private static final String PROBLEMS = "problems";
    private static final String PROBLEM_COUNT = "problemCount";

    static ImportRecord started(ImportId id, BookmarksFile.Content content, Instant now) {
        return new ImportRecord(
                id,
                content.bookmarks().size(),
                Counts.NONE,
                content.joined(),
                content.problems().stream().map(ImportRecord::text).toList(),
                content.problemCount(),
                now);
    }

    Item item(UserId user) {
        return Item.at(KeySpace.importRecord(user, id))
                .with(BOOKMARKS, bookmarks)
                .with(ADDED, counts.added)
                .with(ALREADY_THERE, counts.alreadyThere)
                .with(REFUSED, counts.refused)
                .with(JOINED, joined)
                .with(PROBLEMS, problems)
                .with(PROBLEM_COUNT, problemCount)
                .with(FavoriteItems.CREATE_TIME, createTime)
                .endingAt(createTime.plus(LIFETIME))
                .build();
    }

    static ImportRecord of(ImportId id, Item item) {
        return new ImportRecord(
                id,
                (int) item.number(BOOKMARKS),
                new Counts(
                        (int) item.number(ADDED),
                        (int) item.number(ALREADY_THERE),
                        (int) item.number(REFUSED)),
                (int) item.number(JOINED),
                item.texts(PROBLEMS),
                (int) item.number(PROBLEM_COUNT),
                item.time(FavoriteItems.CREATE_TIME));
    }

    /// The write that stores the progress of an import. It sets absolute counts, so that a slice
    /// can be repeated.
    ///
    /// @param read the record, or null if there are no problems to add
    /// @param problems the problems of the slice
    static Write.Update progress(
            Key key, Counts counts, @Nullable Item read, List<ImportProblem> problems) {
        var update =
                Write.Update.of(key)
                        .set(ADDED, counts.added)
                        .set(ALREADY_THERE, counts.alreadyThere)
                        .set(REFUSED, counts.refused);
        if (read == null) {
            return update;
        }
        var all = new LinkedHashSet<>(read.texts(PROBLEMS));
        problems.stream()
                .limit(Math.max(0, BookmarksFile.PROBLEMS_MAX - all.size()))
                .map(ImportRecord::text)
                .forEach(all::add);
        return update.set(PROBLEMS, List.copyOf(all));
    }

    Json json() {
        return Json.object()
                .with("importId", id.value())
                .with("status", counts.done() < bookmarks ? "running" : "done")
                .with("bookmarks", bookmarks)
                .with("done", counts.done())
                .with("added", counts.added)
                .with("alreadyThere", counts.alreadyThere)
                .with("joined", joined)
                .with("refused", counts.refused)
                .with("createTime", createTime)
                .with("problemCount", problemCount + counts.refused)
                .withAll("problems", problems, ImportRecord::problem);
    }

    private static String text(ImportProblem problem) {
        return "%d %s: %s".formatted(problem.line(), problem.code().wireName(), problem.detail());
    }

    private static Json problem(String text) {
        var space = text.indexOf(' ');
        var colon = text.indexOf(':');
        return Json.object()
                .with("line", Long.parseLong(text.substring(0, space)))
                .with("code", text.substring(space + 1, colon))
                .with("detail", text.substring(colon + 2));
    }
}
