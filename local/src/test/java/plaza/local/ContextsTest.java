package plaza.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.Seeds;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.TokenRules;
import plaza.context.Declarations;
import plaza.functions.Catalogue;
import plaza.http.ProblemException;
import plaza.local.demo.DemoSeed;
import plaza.local.emulator.Emulator;
import plaza.local.storage.StartupFailure;
import plaza.social.local.ModelImportTest;
import plaza.table.TableSchema;
import plaza.testkit.ScanExecution;
import plaza.testkit.invocation.TestClock;
import plaza.testkit.invocation.TestContext;
import plaza.text.Malformed;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Systems that consist of some of the contexts. `verify` sends requests to a third of them, and
/// runs the demo in one of those of one context.
class ContextsTest {
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir private Path folder;

    /// Every subset but the empty one.
    static List<String> subsets() {
        var subsets = new ArrayList<String>();
        subsets.add("");
        for (var context : Declarations.registered().names()) {
            for (var subset : List.copyOf(subsets)) {
                subsets.add(subset.isEmpty() ? context : subset + "," + context);
            }
        }
        return subsets.stream().filter(subset -> !subset.isEmpty()).toList();
    }

    static List<String> called() {
        return Seeds.sample("systems of some contexts", 4, subsets());
    }

    @ParameterizedTest
    @MethodSource("called")
    void aSystemHasTheRoutesOfItsContextsOnly(String names) throws Exception {
        var contexts = Declarations.named(names);
        try (var runner = start(contexts);
                var client = HttpClient.newHttpClient()) {
            for (var row : Catalogue.ALL.httpFunctions()) {
                var status = status(client, runner, row);
                if (contexts.names().contains(row.context())) {
                    assertThat(status).as(row.name()).isEqualTo(401);
                } else {
                    assertThat(status).as(row.name()).isEqualTo(404);
                }
            }
            assertDocument(get(client, runner, "/openapi.json"), contexts);
        }
    }

    /// The demo, which uses the functions of the API and the stream, then the audit of the table.
    /// One of the systems of one context, with `-Pdeep` that of each subset.
    static List<String> systems() {
        return Seeds.sample(
                "systems with the demo",
                3,
                subsets().stream().filter(names -> Seeds.DEEP || !names.contains(",")).toList());
    }

    @ParameterizedTest
    @MethodSource("systems")
    void aSystemRunsWithItsContextsOnly(String names) throws IOException {
        var contexts = Declarations.named(names);
        try (var runner = start(contexts)) {
            var backend = runner.backend();

            var loaded = DemoSeed.load(backend, runner.streams());

            assertThat(loaded.contains("people")).isEqualTo(contexts.names().contains("social"));
            assertThat(loaded.contains("favorites"))
                    .isEqualTo(contexts.names().contains("favorites"));
            assertThat(loaded.contains("gameweeks"))
                    .isEqualTo(contexts.names().contains("fantasy"));
            assertThat(DemoSeed.load(backend, runner.streams())).contains("loaded already");
            var reconcile = backend.functions().scheduled(new Catalogue(contexts).reconcile());
            var clock = new TestClock(backend.clock().instant());
            var audit =
                    new ScanExecution(
                                    request ->
                                            reconcile.handleRequest(
                                                    request,
                                                    new TestContext(
                                                            "Reconcile", Duration.ofMinutes(5))),
                                    clock)
                            .run(Map.of());
            assertThat(audit).containsEntry("driftCount", 0L);
            var migration =
                    backend.functions()
                            .migrate()
                            .handleRequest(
                                    Map.of("action", "status"),
                                    new TestContext("Migrate", Duration.ofMinutes(5)));
            assertThat(migration).isNotEmpty();
        }
    }

    /// A model whose schema is that of a context which the system does not have.
    @Test
    void modelsOfOtherContextsAreRejected() throws IOException {
        var model =
                ModelImportTest.model(
                        "{\"PK\": {\"S\": \"u#ann#follower\"}, \"SK\": {\"S\": \"u#cat\"}}");
        var names = new ArrayList<>(Declarations.registered().names());
        names.remove("social");
        try (var social = start(Declarations.named("social"));
                var others = start(Declarations.named(String.join(",", names)))) {
            assertThat(social.load(model).counts()).containsKey("follower");
            assertThatThrownBy(() -> others.load(model))
                    .isInstanceOfSatisfying(
                            ProblemException.class,
                            rejected ->
                                    assertThat(rejected.problem().errors().getFirst().detail())
                                            .isEqualTo(
                                                    "must have a table with the keys of a table of Plaza"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"clubs", "social,", "social,Favorites", "social;fantasy"})
    void namesOfNoContextAreRejected(String names) {
        assertThatThrownBy(() -> Declarations.named(names))
                .isInstanceOf(Malformed.class)
                .hasMessageContaining(String.join(", ", Declarations.registered().names()));
    }

    @Test
    void aDataFolderWithItemsOfAnotherContextNeedsASetting() {
        var names = new ArrayList<>(Declarations.registered().names());
        var first = names.removeFirst();
        assumeThat(names).isNotEmpty();
        var properties = new Properties();
        properties.setProperty("plaza.port", "0");
        properties.setProperty("plaza.data", folder.toString());
        properties.setProperty("plaza.contexts", first);
        Local.start(Local.Settings.from(properties)).close();
        try (var emulator = Emulator.in(folder)) {
            for (var declaration : Declarations.registered().all()) {
                var pk = declaration.families().getFirst().pattern().replace("*", "x1");
                emulator.client()
                        .putItem(put ->
                                put.tableName(Emulator.TABLE)
                                        .item(
                                                Map.of(
                                                        TableSchema.PK,
                                                        AttributeValue.fromS(pk),
                                                        TableSchema.SK,
                                                        AttributeValue.fromS("x"))));
            }
        }
        names.sort(null);
        assertThatThrownBy(() -> Local.start(Local.Settings.from(properties)))
                .isInstanceOf(StartupFailure.class)
                .hasMessage(
                        "plaza.contexts lacks %s, and the data folder has items of it. To leave them there, unused, start with -Dplaza.removedContexts=%s."
                                .formatted(String.join(" and ", names), String.join(",", names)));
        properties.setProperty("plaza.removedContexts", String.join(",", names));
        Local.start(Local.Settings.from(properties)).close();
    }

    /// A mapping without a filter would deliver every record.
    @ParameterizedTest
    @MethodSource("subsets")
    void everyStreamFunctionProcessesChanges(String names) {
        assertThat(new Catalogue(Declarations.named(names)).streamFunctions())
                .isNotEmpty()
                .allSatisfy(function -> assertThat(function.filters()).isNotEmpty());
    }

    private static Runner start(Declarations contexts) throws IOException {
        return Runner.start(
                new Runner.Settings(0, null, null, TokenRules.COGNITO, List.of(), contexts),
                UnaryOperator.identity());
    }

    private static int status(HttpClient client, Runner runner, HttpFunction row) throws Exception {
        var path = row.path().replaceAll("\\{[^}]*}", "x");
        var request =
                HttpRequest.newBuilder(runner.address().resolve(path))
                        .method(row.method(), HttpRequest.BodyPublishers.noBody())
                        .build();
        return client.send(request, BodyHandlers.discarding()).statusCode();
    }

    private static JsonNode get(HttpClient client, Runner runner, String path) throws Exception {
        var request = HttpRequest.newBuilder(runner.address().resolve(path)).build();
        return JSON.readTree(client.send(request, BodyHandlers.ofString()).body());
    }

    private static void assertDocument(JsonNode document, Declarations contexts) {
        var operations = new HashSet<String>();
        document.path("paths")
                .forEach(path ->
                        path.forEach(operation -> {
                            if (operation.has("operationId")) {
                                operations.add(operation.path("operationId").asText());
                            }
                        }));
        assertThat(operations)
                .containsExactlyInAnyOrderElementsOf(
                        new Catalogue(contexts)
                                .httpFunctions().stream().map(HttpFunction::name).toList());
        assertThat(Stream.of(document.path("tags")).flatMap(tags -> tags.valueStream()))
                .extracting(tag -> tag.path("name").asText())
                .containsExactlyInAnyOrderElementsOf(contexts.names());
        var options = new ParseOptions();
        options.setResolve(true);
        var parsed = new OpenAPIV3Parser().readContents(document.toString(), null, options);
        assertThat(parsed.getMessages()).isEmpty();
    }
}
