package plaza.favorites.bookmarks;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import plaza.favorites.bookmarks.ImportProblem.Code;
import plaza.favorites.bookmarks.ImportRecord.Counts;
import plaza.favorites.bookmarks.ImportRecord.State;
import plaza.favorites.id.ImportId;
import plaza.favorites.key.FavoritesKeys;
import plaza.http.Json;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.Write;

/// The record of an import as an item and as JSON, without a table.
class ImportRecordTest {
    private static final UserId ANN = UserId.of("ann");
    private static final ImportId ID = ImportId.of("0123456789abcdef");
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");
    private static final ImportProblem FULL =
            new ImportProblem(7, "Title", "ftp://f", Code.NOT_SAVED, "The bookmark is not saved.");
    private static final ImportProblem BARE =
            new ImportProblem(8, null, null, Code.SEPARATOR_DROPPED, "The separator is not saved.");

    @Test
    void itemKeepsTheRecord() {
        var record = record(new Counts(1, 2, 3));
        assertThat(ImportRecord.of(ID, record.item(ANN))).isEqualTo(record);
        assertThat(record.item(ANN).key()).isEqualTo(FavoritesKeys.IMPORT_RECORD.key(ANN, ID));
    }

    @Test
    void newRecordCountsEachBookmarkOfTheFile() {
        var content =
                new BookmarksFile.Content(List.of(), List.of(), 2, 3, List.of(BARE), 11, 11, 0);
        var record = ImportRecord.started(ID, State.DONE, content, NOW);
        assertThat(record.bookmarks()).isEqualTo(5);
        assertThat(record.problemCount()).isEqualTo(11);
        assertThat(text(record, "state")).isEqualTo("done");
    }

    @Test
    void countsOfSlicesAddUp() {
        var sum = new Counts(1, 2, 3).plus(new Counts(10, 20, 30));
        assertThat(sum).isEqualTo(new Counts(11, 22, 33));
        assertThat(sum.done()).isEqualTo(66);
    }

    @Test
    void recordWithoutUndoHasNone() {
        var item = record(Counts.NONE).item(ANN);
        assertThat(ImportRecord.of(ID, item).removed()).isNull();
        var undoing = ImportRecord.undoing(item.key(), State.UNDOING, 4).appliedTo(item);
        assertThat(ImportRecord.of(ID, undoing).state()).isEqualTo(State.UNDOING);
        assertThat(ImportRecord.of(ID, undoing).removed()).isEqualTo(4);
    }

    @Test
    void theJsonHasTheStateThatIsStored() {
        assertThat(text(record(new Counts(1, 2, 1)), "state")).isEqualTo("running");
        var json = json(record(new Counts(1, 2, 1)));
        assertThat(json.path("importId").asText()).isEqualTo(ID.value());
        assertThat(json.path("bookmarks").asInt()).isEqualTo(9);
        assertThat(json.path("done").asInt()).isEqualTo(9);
        assertThat(json.path("added").asInt()).isEqualTo(1);
        assertThat(json.path("alreadyThere").asInt()).isEqualTo(2);
        assertThat(json.path("joined").asInt()).isEqualTo(2);
        assertThat(json.path("refused").asInt()).isEqualTo(4);
        assertThat(json.path("problemCount").asInt()).isEqualTo(12);
        assertThat(json.path("createTime").asText()).isEqualTo("2026-11-20T10:00:00.000Z");
        assertThat(json.has("removed")).isFalse();
    }

    @Test
    void undoIsPartOfTheJson() {
        var undoing = record(Counts.NONE).undoing();
        assertThat(text(undoing, "state")).isEqualTo("undoing");
        assertThat(json(undoing).path("removed").asInt(-1)).isZero();
        assertThat(json(undoing).path("bookmarks").asInt()).isEqualTo(9);
    }

    @Test
    void problemsAreListedWithTheirFields() {
        var problems = json(record(Counts.NONE)).path("problems");
        assertThat(problems).hasSize(2);
        assertThat(problems.get(0))
                .hasToString(
                        """
                        {"line":7,"title":"Title","url":"ftp://f","code":"notSaved",\
                        "detail":"The bookmark is not saved."}\
                        """);
        assertThat(problems.get(1).path("line").asInt()).isEqualTo(8);
        assertThat(problems.get(1).path("code").asText()).isEqualTo("separatorDropped");
    }

    @Test
    void progressAddsCountsAndProblems() {
        var item = record(Counts.NONE).item(ANN);
        var added = new ImportProblem(9, "T", "https://u", Code.QUOTA, "The collection is full.");
        var counted =
                ImportRecord.progress(
                        item.key(), State.DONE, new Counts(3, 2, 1), null, List.of(added));
        assertThat(ImportRecord.of(ID, counted.appliedTo(item)).counts())
                .isEqualTo(new Counts(3, 2, 1));
        assertThat(ImportRecord.of(ID, counted.appliedTo(item)).state()).isEqualTo(State.DONE);
        assertThat(ImportRecord.of(ID, counted.appliedTo(item)).problems())
                .containsExactly(FULL, BARE);

        var reported =
                ImportRecord.progress(
                        item.key(), State.DONE, new Counts(3, 2, 1), item, List.of(added));
        assertThat(ImportRecord.of(ID, reported.appliedTo(item)).problems())
                .containsExactly(FULL, BARE, added);
    }

    /// A repeated slice finds the problems that it added before.
    @Test
    void repeatedProgressAddsNoProblemTwice() {
        var item = record(Counts.NONE).item(ANN);
        var again =
                ImportRecord.progress(item.key(), State.RUNNING, Counts.NONE, item, List.of(BARE));
        assertThat(ImportRecord.of(ID, again.appliedTo(item)).problems())
                .containsExactly(FULL, BARE);
    }

    @Test
    void progressListsProblemsUpToTheirMaximum() {
        var item = record(Counts.NONE).item(ANN);
        var few =
                IntStream.range(0, BookmarksFile.PROBLEMS_MAX)
                        .mapToObj(line -> problem(line, "d"))
                        .toList();
        assertThat(ImportRecord.of(ID, progress(item, few).appliedTo(item)).problems())
                .hasSize(BookmarksFile.PROBLEMS_MAX)
                .startsWith(FULL, BARE)
                .endsWith(few.get(BookmarksFile.PROBLEMS_MAX - 3));
    }

    @Test
    void progressListsProblemsUpToTheirBytes() {
        var item = record(Counts.NONE).item(ANN);
        var left = BookmarksFile.PROBLEM_BYTES_MAX - FULL.bytes() - BARE.bytes();
        var exact = List.of(problem(1, "x".repeat(left - 1)), problem(2, "y"));
        assertThat(ImportRecord.of(ID, progress(item, exact).appliedTo(item)).problems())
                .hasSize(4);
        var more = new ArrayList<>(exact);
        more.add(problem(3, "z"));
        assertThat(ImportRecord.of(ID, progress(item, more).appliedTo(item)).problems()).hasSize(4);
    }

    private static ImportProblem problem(int line, String detail) {
        return new ImportProblem(line, null, null, Code.QUOTA, detail);
    }

    private static Write.Update progress(Item read, List<ImportProblem> problems) {
        return ImportRecord.progress(read.key(), State.RUNNING, Counts.NONE, read, problems);
    }

    private static ImportRecord record(Counts counts) {
        return new ImportRecord(
                ID, State.RUNNING, 9, counts, 2, 3, List.of(FULL, BARE), 11, NOW, null);
    }

    private static JsonNode json(ImportRecord record) {
        try {
            return requireNonNull(Json.parse(record.json().text()));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String text(ImportRecord record, String field) {
        return json(record).path(field).asText();
    }
}
