package plaza.local.development;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import plaza.context.Declarations;
import plaza.functions.Catalogue;
import plaza.functions.OpenApiParts;
import plaza.local.HttpTestClient;
import plaza.local.Runner;
import plaza.local.TestRunner;

/// The document of the page `/docs/`.
class ReferenceTest {
    @AutoClose private Runner runner;
    @AutoClose private HttpTestClient client;

    @BeforeEach
    void start() throws IOException {
        runner = TestRunner.start();
        client = new HttpTestClient(runner.address());
    }

    private JsonNode document() {
        return client.get("/docs/openapi.json").json();
    }

    private static JsonNode operations(JsonNode document) {
        var operations = HttpTestClient.JSON.createObjectNode();
        for (var path : document.path("paths")) {
            path.forEach(
                    operation -> operations.set(operation.path("operationId").asText(), operation));
        }
        return operations;
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).toList();
    }

    @Test
    void theContextsAreInTheirOrderAndEachOperationIsListedOnce() {
        var document = document();
        assertThat(document.path("x-tagGroups").findValuesAsText("name"))
                .extracting(name -> name.toLowerCase(Locale.ROOT))
                .isEqualTo(Declarations.registered().names());
        var contexts = new HashMap<String, String>();
        for (var group : document.path("x-tagGroups")) {
            texts(group.path("tags"))
                    .forEach(tag ->
                            assertThat(contexts.put(tag, group.path("name").asText())).isNull());
        }
        assertThat(document.path("tags").findValuesAsText("name"))
                .containsExactlyInAnyOrderElementsOf(contexts.keySet());
        var operations = operations(document);
        for (var row : Catalogue.ALL.httpFunctions()) {
            var tags = operations.path(row.name()).path("tags");
            assertThat(tags).as(row.name()).hasSize(1);
            assertThat(contexts.get(tags.path(0).asText())).isEqualToIgnoringCase(row.context());
        }
    }

    @Test
    void errorsThatEachOperationCanHaveAreDescribedOnce() {
        var document = document();
        var statuses = new ArrayList<String>();
        for (var operation : operations(document)) {
            operation.path("responses").fieldNames().forEachRemaining(statuses::add);
        }
        assertThat(statuses).contains("200", "404").doesNotContain("401", "429", "500");
        assertThat(document.at("/info/description").asText())
                .containsOnlyOnce("| 401 | Authentication required. |")
                .containsOnlyOnce("| 429 | Too many requests. |")
                .containsOnlyOnce("| 500 |");
        // the page has no dead reference
        assertThat(document.at("/components/responses/Malformed").isObject()).isTrue();
    }

    @Test
    void eachOperationHasSamplesOfItsExample() {
        var operations = operations(document());
        for (var row : Catalogue.ALL.httpFunctions()) {
            var samples = operations.path(row.name()).path("x-codeSamples");
            var isInClients =
                    Catalogue.ALL.declarations().all().stream()
                            .filter(context -> context.name().equals(row.context()))
                            .noneMatch(OpenApiParts::hasOwnDocument);
            assertThat(samples.findValuesAsText("label"))
                    .isEqualTo(
                            isInClients ? List.of("curl", "TypeScript", "Java") : List.of("curl"));
            assertThat(samples.path(0).path("source").asText())
                    .startsWith("curl ")
                    .contains("'" + runner.address() + "/");
        }
    }

    @Test
    void theRequestsAreThoseOfAUserWhoExists() {
        assertThat(document().path("x-caller").asText()).isEqualTo("alice");
        assertThat(document().at("/info/description").asText())
                .contains("**alice**", "no users yet", runner.address().toString());
        var user =
                client.json("PUT", "/users/noor", "{\"name\":\"N\"}").bearing(client.token("noor"));
        assertThat(user.send().statusCode()).isEqualTo(201);

        var document = document();
        assertThat(document.path("x-caller").asText()).isEqualTo("noor");
        assertThat(document.at("/info/description").asText())
                .contains("**noor**")
                .doesNotContain("no users yet", "alice");
        assertThat(operations(document).path("CreatePost").path("x-codeSamples"))
                .allSatisfy(sample ->
                        assertThat(sample.path("source").asText())
                                .contains("noor")
                                .doesNotContain("alice"));
    }

    /// A page of another site, whose name leads to this machine, does not learn what exists.
    @Test
    void theDocumentIsOnlyForThisMachine() {
        var foreign = client.get("/docs/openapi.json").with("origin", "https://evil.example");
        assertThat(foreign.send().statusCode()).isEqualTo(403);
        assertThat(client.ask("POST", "/docs/openapi.json").send().statusCode()).isEqualTo(405);
    }
}
