package plaza.favorites;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.favorites.model.Bookmark;
import plaza.favorites.model.ImportProblem;
import plaza.http.Json;
import plaza.id.ImportId;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Write;

/// How far an import has come.
///
/// @param bookmarks how many there are to be saved
/// @param counts what became of those that the job has dealt with
/// @param joined how many bookmarks repeated an exact address and were joined with the first
/// @param problems what is not saved exactly as it is, "line code: detail"; at most
///   [BookmarksFile#PROBLEMS_MAX]
/// @param problemCount how many problems the file has; those that the job finds are
///   [Counts#refused]
record ImportRecord(
        ImportId id,
        int bookmarks,
        Counts counts,
        int joined,
        List<String> problems,
        int problemCount,
        Instant createTime) {
    /// What became of bookmarks.
    ///
    /// @param added how many became new favorites
    /// @param alreadyThere how many were favorites before, and got their tags
    /// @param refused how many were not saved because of the quota
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

    /// How long chunks and records are kept.
    static final Duration LIFETIME = Duration.ofDays(14);

    private static final String ADDED = "added";
    private static final String ALREADY_THERE = "alreadyThere";
    private static final String REFUSED = "refused";
    private static final String BOOKMARKS = "bookmarks";
    private static final String JOINED = "joined";
    private static final String PROBLEMS = "problems";
    private static final String PROBLEM_COUNT = "problemCount";
    private static final String ENTRIES = "entries";

    static ImportRecord begun(ImportId id, BookmarksFile.Content content, Instant now) {
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

    /// The write that says how far an import has come: of what it has come to, so that a slice may
    /// be done again.
    ///
    /// @param read the record, where there are problems to add
    /// @param problems what the slice could not save
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

    /// Bookmarks that wait to be saved.
    static Item chunk(UserId user, ImportId id, int number, List<Bookmark> bookmarks, Instant now) {
        return Item.at(KeySpace.importChunk(user, id, number))
                .with(ENTRIES, bookmarks.stream().map(FavoriteItems::bookmark).toList())
                .endingAt(now.plus(LIFETIME))
                .build();
    }

    static List<Bookmark> bookmarks(Item chunk) {
        return chunk.texts(ENTRIES).stream().map(FavoriteItems::bookmark).toList();
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
