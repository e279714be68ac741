package plaza.favorites.bookmarks;

import static plaza.table.Condition.attribute;
import static plaza.table.Condition.exists;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import plaza.favorites.id.FavoritesIds;
import plaza.favorites.id.ImportId;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.tag.TagItems;
import plaza.http.Json;
import plaza.http.Schema;
import plaza.http.Schema.Text;
import plaza.http.Schema.Whole;
import plaza.http.Shape;
import plaza.id.UserId;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;

/// The progress and result of an import.
///
/// When the import is done, each bookmark of the file is counted once: as added, already there,
/// joined or refused.
///
/// @param state what the job has stored last, because only the job knows when it ends: it saves
///   folders after the last bookmark is counted
/// @param bookmarks the number of bookmarks in the file
/// @param counts the results of the bookmarks that the job has processed
/// @param joined the number of bookmarks that repeat an exact address and were joined with the
///   first one
/// @param refusedInFile the number of bookmarks that cannot be saved; [Counts#refused] counts those
///   that the job refuses
/// @param problems what the import does not save unchanged; at most [BookmarksFile#PROBLEMS_MAX]
/// @param problemCount the number of problems in the file, without those that the job finds
/// @param removed the favorites that the undoing of the import has removed, or null if the import
///   is intact
public record ImportRecord(
        ImportId id,
        State state,
        int bookmarks,
        Counts counts,
        int joined,
        int refusedInFile,
        List<ImportProblem> problems,
        int problemCount,
        Instant createTime,
        @Nullable Integer removed) {
    private static final Text<ImportProblem.Code> CODE =
            Text.oneOf(ImportProblem.Code::wireName, List.of(ImportProblem.Code.values()));

    private static final Shape<ImportProblem> PROBLEM =
            Shape.<ImportProblem>named("ImportProblem")
                    .with("line", new Whole(0, Integer.MAX_VALUE, 12), ImportProblem::line)
                    .optional("title", Text.plain("The old lighthouse"), ImportProblem::title)
                    .optional("url", Text.plain("example.com"), ImportProblem::url)
                    .with("code", CODE, ImportProblem::code)
                    .with("detail", Text.plain("The address is not a URL."), ImportProblem::detail);

    public static final Shape<ImportRecord> SHAPE =
            progress("BookmarksImport")
                    .with("problems", Schema.Array.of(PROBLEM), ImportRecord::problems);

    /// An import in a list.
    public static final Shape<ImportRecord> LISTED = progress("ListedBookmarksImport");

    /// The work that a job does, or has done.
    public enum State {
        RUNNING("running"),
        DONE("done"),
        UNDOING("undoing"),
        UNDONE("undone");

        private static final Text<State> TEXT =
                Text.oneOf(state -> state.text, List.of(State.values()));

        private final String text;

        State(String text) {
            this.text = text;
        }
    }

    /// The numbers of processed bookmarks by result.
    ///
    /// @param added bookmarks saved as new favorites
    /// @param alreadyThere bookmarks that were favorites already and received their tags
    /// @param refused bookmarks that exceeded the quota and were not saved
    public record Counts(int added, int alreadyThere, int refused) {
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

    /// How long records exist, and the longest that chunks exist.
    static final Duration LIFETIME = Duration.ofDays(14);

    private static final String ADDED = "added";
    private static final String ALREADY_THERE = "alreadyThere";
    private static final String REFUSED = "refused";
    private static final String BOOKMARKS = "bookmarks";
    private static final String JOINED = "joined";
    private static final String REFUSED_IN_FILE = "refusedInFile";
    private static final String PROBLEMS = "problems";
    private static final String PROBLEM_COUNT = "problemCount";

    private static final String REMOVED = "removed";
    private static final String STATE = "state";
    private static final String FIELD_END = "\n";

    private static Shape<ImportRecord> progress(String name) {
        return Shape.<ImportRecord>named(name)
                .with("importId", FavoritesIds.IMPORT, ImportRecord::id)
                .with("state", State.TEXT, ImportRecord::state)
                .with("bookmarks", Whole.COUNT, ImportRecord::bookmarks)
                .with(
                        "done",
                        Whole.COUNT,
                        record -> record.joined + record.refusedInFile + record.counts.done())
                .with("added", Whole.COUNT, record -> record.counts.added)
                .with("alreadyThere", Whole.COUNT, record -> record.counts.alreadyThere)
                .with("joined", Whole.COUNT, ImportRecord::joined)
                .with(
                        "refused",
                        Whole.COUNT,
                        record -> record.refusedInFile + record.counts.refused)
                .with("createTime", Text.TIME, ImportRecord::createTime)
                .with(
                        "problemCount",
                        Whole.COUNT,
                        record -> record.problemCount + record.counts.refused)
                .optional("removed", Whole.COUNT, ImportRecord::removed);
    }

    static ImportRecord started(
            ImportId id, State state, BookmarksFile.Content content, Instant now) {
        return new ImportRecord(
                id,
                state,
                content.bookmarks().size() + content.joined() + content.refused(),
                Counts.NONE,
                content.joined(),
                content.refused(),
                content.problems(),
                content.problemCount(),
                now,
                null);
    }

    public Item item(UserId user) {
        return Item.at(FavoritesKeys.IMPORT_RECORD.key(user, id))
                .with(STATE, state.text)
                .with(BOOKMARKS, bookmarks)
                .with(ADDED, counts.added)
                .with(ALREADY_THERE, counts.alreadyThere)
                .with(REFUSED, counts.refused)
                .with(JOINED, joined)
                .with(REFUSED_IN_FILE, refusedInFile)
                .with(PROBLEMS, problems.stream().map(ImportRecord::text).toList())
                .with(PROBLEM_COUNT, problemCount)
                .with(TagItems.CREATE_TIME, createTime)
                .endingAt(createTime.plus(LIFETIME))
                .build();
    }

    /// The entry of the import in the list of the user's imports.
    public Item listed(UserId user) {
        return Item.at(FavoritesKeys.LISTED_IMPORT.key(user, createTime, id))
                .endingAt(createTime.plus(LIFETIME))
                .build();
    }

    /// Reads the record of an import.
    public static ImportRecord of(ImportId id, Item item) {
        return new ImportRecord(
                id,
                State.TEXT.parse().apply(item.text(STATE)),
                (int) item.number(BOOKMARKS),
                new Counts(
                        (int) item.number(ADDED),
                        (int) item.number(ALREADY_THERE),
                        (int) item.number(REFUSED)),
                (int) item.number(JOINED),
                (int) item.number(REFUSED_IN_FILE),
                item.texts(PROBLEMS).stream().map(ImportRecord::problem).toList(),
                (int) item.number(PROBLEM_COUNT),
                item.time(TagItems.CREATE_TIME),
                item.has(REMOVED) ? (int) item.number(REMOVED) : null);
    }

    /// The write that stores the progress of an import. It sets absolute counts, so that a slice
    /// can be repeated.
    ///
    /// @param read the record, or null if there are no problems to add
    /// @param problems the problems of the slice
    static Write.Update progress(
            Key key,
            State state,
            Counts counts,
            @Nullable Item read,
            List<ImportProblem> problems) {
        var update =
                Write.Update.of(key)
                        .set(STATE, state.text)
                        .set(ADDED, counts.added)
                        .set(ALREADY_THERE, counts.alreadyThere)
                        .set(REFUSED, counts.refused);
        if (read == null) {
            return update;
        }
        var all = new LinkedHashSet<>(read.texts(PROBLEMS));
        var bytes = all.stream().map(ImportRecord::problem).mapToInt(ImportProblem::bytes).sum();
        for (var problem : problems) {
            bytes += problem.bytes();
            if (all.size() == BookmarksFile.PROBLEMS_MAX
                    || bytes > BookmarksFile.PROBLEM_BYTES_MAX) {
                break;
            }
            all.add(text(problem));
        }
        return update.set(PROBLEMS, List.copyOf(all));
    }

    /// The import has not been undone, not even in part.
    static Condition isIntact() {
        return exists().and(attribute(REMOVED).isAbsent());
    }

    /// The write that stores the progress of undoing an import.
    static Write.Update undoing(Key key, State state, int removed) {
        return Write.Update.of(key).set(STATE, state.text).set(REMOVED, removed);
    }

    ImportRecord undoing() {
        return new ImportRecord(
                id,
                State.UNDOING,
                bookmarks,
                counts,
                joined,
                refusedInFile,
                problems,
                problemCount,
                createTime,
                0);
    }

    Json json() {
        return SHAPE.of(this);
    }

    /// A problem as one text: one field per line.
    private static String text(ImportProblem problem) {
        return String.join(
                FIELD_END,
                Integer.toString(problem.line()),
                problem.code().wireName(),
                Objects.requireNonNullElse(problem.title(), ""),
                Objects.requireNonNullElse(problem.url(), ""),
                problem.detail());
    }

    private static ImportProblem problem(String text) {
        var fields = text.split(FIELD_END, -1);
        return new ImportProblem(
                Integer.parseInt(fields[0]),
                fields[2].isEmpty() ? null : fields[2],
                fields[3].isEmpty() ? null : fields[3],
                ImportProblem.Code.of(fields[1]),
                fields[4]);
    }
}
