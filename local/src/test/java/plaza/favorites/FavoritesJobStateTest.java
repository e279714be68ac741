package plaza.favorites;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import plaza.favorites.key.FavoritesKeys;
import plaza.job.JobStates;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

/// The states that jobs of favorites report to their user.
final class FavoritesJobStateTest {
    /// More than one chunk of folders.
    private static final int FOLDERS = 60;

    private final JobStates states = new JobStates();
    private final TestBed bed = states.bed();

    @AfterEach
    void stop() {
        states.close();
    }

    @Test
    void anImportAndItsUndoingEndWithTheirLastFolder() {
        var ann = new Owner(bed, "ann");
        var folders =
                IntStream.range(0, FOLDERS)
                        .mapToObj("<DT><H3>Folder %d</H3><DL><p></DL><p>\n"::formatted)
                        .collect(Collectors.joining());
        var file =
                "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>\n%s<DT><A HREF=\"https://a.example/\">A</A>\n%s</DL><p>"
                        .formatted(
                                "<DT><A HREF=\"https://b.example/\" TAGS=\"t\">B</A>\n", folders);
        var begun =
                ann.call().header("content-type", "text/html").body(file).send("ImportBookmarks");
        var id = begun.json().path("importId").asText();
        Supplier<TestResponse> report =
                () -> ann.call().at("importId", id).send("GetBookmarksImport");
        assertThat(states.run(report, () -> favorites(ann))).containsExactly("running", "done");
        assertThat(favorites(ann).toString()).contains("Folder " + (FOLDERS - 1));

        Owner.ok(ann.call().at("importId", id).send("UndoImport"));
        assertThat(states.run(report, () -> favorites(ann))).containsExactly("undoing", "undone");
        assertThat(favorites(ann).toString()).doesNotContain("Folder");
    }

    /// An import that has only folders has a job, and one without both has none.
    @Test
    void anImportWithoutBookmarksEndsWithItsLastFolder() {
        var dan = new Owner(bed, "dan");
        for (var folder : List.of("<DT><H3>Empty</H3><DL><p></DL><p>", "")) {
            var begun =
                    dan.call()
                            .header("content-type", "text/html")
                            .body(
                                    "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>%s</DL><p>"
                                            .formatted(folder))
                            .send("ImportBookmarks");
            var id = begun.json().path("importId").asText();
            assertThat(JobStates.state(begun.json()))
                    .isEqualTo(folder.isEmpty() ? "done" : "running");
            if (!folder.isEmpty()) {
                assertThat(
                                states.run(
                                        () ->
                                                dan.call()
                                                        .at("importId", id)
                                                        .send("GetBookmarksImport"),
                                        () -> favorites(dan)))
                        .containsExactly("running", "done");
            }
        }
    }

    @Test
    void aBulkChangeEndsWithItsLastFavorite() {
        var ben = new Owner(bed, "ben");
        Owner.ok(ben.createTag("t1", "Sea"));
        for (var number = 0; number < FOLDERS; number++) {
            Owner.ok(ben.clip("d" + number, "link", "sea", Map.of()));
        }
        bed.drain();
        for (var action : List.of("tag", "untag")) {
            var begun =
                    ben.call()
                            .query("q", "sea")
                            .body("{\"action\":\"" + action + "\",\"tagId\":\"t1\"}")
                            .send("ChangeFavorites");
            var id = begun.json().path("changeId").asText();
            assertThat(
                            states.run(
                                    () -> ben.call().at("changeId", id).send("GetFavoritesChange"),
                                    () -> favorites(ben)))
                    .containsExactly("running", "done");
        }
    }

    @Test
    void aBulkChangeThatStopsEndsAtOnce() {
        var eve = new Owner(bed, "eve");
        Owner.ok(eve.createTag("t1", "Sea"));
        Owner.ok(eve.clip("d1", "link", "sea", Map.of()));
        var begun =
                eve.call()
                        .query("q", "sea")
                        .body("{\"action\":\"tag\",\"tagId\":\"t1\"}")
                        .send("ChangeFavorites");
        Owner.ok(eve.deleteTag("t1"));
        var id = begun.json().path("changeId").asText();
        assertThat(
                        states.run(
                                () -> eve.call().at("changeId", id).send("GetFavoritesChange"),
                                () -> favorites(eve)))
                .containsExactly("running", "stopped");
    }

    /// What a user sees of their favorites, and whether they can start other work.
    private Object favorites(Owner owner) {
        var usage = bed.table().getConsistent(FavoritesKeys.USAGE.key(owner.id()));
        return List.of(
                owner.call().query("expand", "tags").all("ListFavorites", 100),
                owner.call().all("ListTags", 100),
                owner.call().send("ExportBookmarks").toString(),
                usage == null || !usage.has("running") ? "free" : "reserved");
    }
}
