package plaza.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import plaza.fantasy.FantasyGame;
import plaza.favorites.Owner;
import plaza.favorites.key.FavoritesKeys;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/// The state that a job reports to its user, read after every write of the job: as soon as it says
/// that the job has ended, the user sees everything that the job does, and can start other work.
final class JobStateTest {
    private static final Set<Class<?>> WRITES =
            Set.of(
                    BatchWriteItemRequest.class,
                    DeleteItemRequest.class,
                    PutItemRequest.class,
                    TransactWriteItemsRequest.class,
                    UpdateItemRequest.class);

    private static final Set<String> RUNNING = Set.of("running", "undoing", "unsettling");

    /// More than one chunk of folders.
    private static final int FOLDERS = 60;

    private final TestBed bed = new TestBed(functions -> functions.observedBy(afterEachWrite()));
    private final List<JsonNode> reports = new ArrayList<>();
    private @Nullable Job job;
    private @Nullable Object atEnd;

    /// A job that reports its state.
    ///
    /// @param report returns the report
    /// @param result returns what the user sees of its work
    private record Job(Supplier<TestResponse> report, Supplier<Object> result) {}

    @AfterEach
    void stop() {
        bed.close();
    }

    private ExecutionInterceptor afterEachWrite() {
        return new ExecutionInterceptor() {
            @Override
            public void afterExecution(
                    Context.AfterExecution context, ExecutionAttributes attributes) {
                if (WRITES.contains(context.request().getClass())) {
                    observe();
                }
            }
        };
    }

    private void observe() {
        var observed = job;
        if (observed == null) {
            return;
        }
        job = null; // reading can write
        var response = observed.report().get();
        assertThat(response.status()).isEqualTo(200);
        reports.add(response.json());
        if (atEnd == null && !RUNNING.contains(state(response.json()))) {
            atEnd = observed.result().get();
        }
        job = observed;
    }

    private static String state(JsonNode report) {
        return report.path("state").asText(report.path("status").asText());
    }

    /// Runs a job that has just been started.
    ///
    /// @return the states that it reports, in order
    private List<String> run(Supplier<TestResponse> report, Supplier<Object> result) {
        reports.clear();
        atEnd = null;
        job = new Job(report, result);
        bed.drain();
        job = null;
        assertThat(atEnd).as("%s", reports).isNotNull().isEqualTo(result.get());
        return reports.stream().map(JobStateTest::state).distinct().toList();
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
        assertThat(run(report, () -> favorites(ann))).containsExactly("running", "done");
        assertThat(favorites(ann).toString()).contains("Folder " + (FOLDERS - 1));

        Owner.ok(ann.call().at("importId", id).send("UndoImport"));
        assertThat(run(report, () -> favorites(ann))).containsExactly("undoing", "undone");
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
            assertThat(state(begun.json())).isEqualTo(folder.isEmpty() ? "done" : "running");
            if (!folder.isEmpty()) {
                assertThat(
                                run(
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
                            run(
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
                        run(
                                () -> eve.call().at("changeId", id).send("GetFavoritesChange"),
                                () -> favorites(eve)))
                .containsExactly("running", "stopped");
    }

    @Test
    void aSettlementEndsWithItsLastGamerAndCountsAllGamersOrNone() {
        var game = new FantasyGame(bed);
        game.withFootballers().withGameweeks(1);
        var gamers = IntStream.range(0, FOLDERS).mapToObj("g%d"::formatted).toList();
        for (var gamer : gamers) {
            game.gamer(gamer);
            game.sheet(gamer, 1, FantasyGame.SHEET);
        }
        game.allPlay(1, 3).closed(1);
        bed.drain();
        assertThat(game.settle(1).json().has("gamers")).isFalse();
        assertThat(run(() -> game.settlement(1), () -> points(game, gamers)))
                .containsExactly("running", "settled");
        var counts = new TreeSet<Integer>();
        reports.stream()
                .filter(report -> report.has("gamers"))
                .forEach(report -> counts.add(report.path("gamers").asInt()));
        assertThat(counts).containsExactly(FOLDERS);
        assertThat(reports).anyMatch(report -> !report.has("gamers"));
    }

    private static Object points(FantasyGame game, List<String> gamers) {
        return gamers.stream().map(game::points).toList();
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
