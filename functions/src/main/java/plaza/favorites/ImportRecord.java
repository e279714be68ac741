package plaza.favorites;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import plaza.favorites.model.Bookmark;
import plaza.http.Json;
import plaza.id.ImportId;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.KeySpace;

/// How far an import has come.
///
/// @param bookmarks how many there are to be saved
/// @param done how many have been
/// @param problems what could not be taken as it stood, "line: detail"; at most
///   [BookmarksFile#PROBLEMS_MAX]
/// @param problemCount how many there are
record ImportRecord(
        ImportId id,
        int bookmarks,
        int done,
        List<String> problems,
        int problemCount,
        Instant createTime) {
    /// How long chunks and records are kept.
    static final Duration LIFETIME = Duration.ofDays(14);

    static final String DONE = "done";

    private static final String BOOKMARKS = "bookmarks";
    private static final String PROBLEMS = "problems";
    private static final String PROBLEM_COUNT = "problemCount";
    private static final String ENTRIES = "entries";

    static ImportRecord begun(ImportId id, BookmarksFile.Content content, Instant now) {
        return new ImportRecord(
                id,
                content.bookmarks().size(),
                0,
                content.problems().stream().map(p -> p.line() + ": " + p.detail()).toList(),
                content.problemCount(),
                now);
    }

    Item item(UserId user) {
        return Item.at(KeySpace.importRecord(user, id))
                .with(BOOKMARKS, bookmarks)
                .with(DONE, done)
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
                (int) item.number(DONE),
                item.texts(PROBLEMS),
                (int) item.number(PROBLEM_COUNT),
                item.time(FavoriteItems.CREATE_TIME));
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
                .with("status", done < bookmarks ? "running" : "done")
                .with("bookmarks", bookmarks)
                .with("done", done)
                .with("createTime", createTime)
                .with("problemCount", problemCount)
                .withAll("problems", problems, ImportRecord::problem);
    }

    private static Json problem(String text) {
        var colon = text.indexOf(':');
        return Json.object()
                .with("line", Long.parseLong(text.substring(0, colon)))
                .with("detail", text.substring(colon + 2));
    }
}
