package plaza.local.development;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import plaza.functions.Catalogue;
import plaza.local.HttpTestClient;
import plaza.local.TestRunner;
import plaza.local.context.LocalParts;
import plaza.local.demo.DemoSeed;
import plaza.table.Item;
import plaza.table.Key;
import plaza.testkit.TestBed;

/// The requests of the page `/docs/`, in a system with the demo.
class DemoRequestsTest {
    /// The requests that need what no part of the demo has: a request to follow, a user who has
    /// left, a change of many favorites, an import, and a head-to-head league.
    private static final List<String> WITHOUT_DATA =
            List.of(
                    "AcceptFollowRequest",
                    "GetBookmarksImport",
                    "GetErasure",
                    "GetFavoritesChange",
                    "ListLeagueMatches",
                    "UndoImport");

    /// Each request is the first one that the page sends.
    @Test
    void theRequestOfEachOperationSucceeds() throws IOException {
        Map<Key, Item> items;
        JsonNode document;
        Instant now;
        try (var runner = TestRunner.start();
                var client = new HttpTestClient(runner.address())) {
            DemoSeed.load(runner.backend(), runner.streams());
            items = TestBed.everything(runner.backend().emulator());
            document = client.get("/docs/openapi.json").json();
            now = runner.backend().clock().instant();
        }
        var failures = new TreeMap<String, String>();
        var announced = new ArrayList<String>();
        try (var bed = new TestBed()) {
            bed.clock().set(now);
            bed.restore(items);
            for (var row : Catalogue.ALL.httpFunctions()) {
                var operation =
                        document.path("paths")
                                .path(row.path())
                                .path(row.method().toLowerCase(Locale.ROOT));
                if (operation.path("description").asText().contains("nothing yet")) {
                    announced.add(row.name());
                }
                var request = bed.as(document.path("x-caller").asText()).asAdmin();
                for (var parameter : operation.path("parameters")) {
                    var name = parameter.path("name").asText();
                    var value = parameter.at("/examples/default/value");
                    switch (parameter.path("in").asText()) {
                        case "path" -> request.at(name, value.asText());
                        case "query" ->
                                request.query(name, value.isMissingNode() ? null : value.asText());
                        default -> assertThat(parameter.has("$ref")).isTrue();
                    }
                }
                for (var content : operation.at("/requestBody/content").properties()) {
                    var body = content.getValue().path("example");
                    request.header("content-type", content.getKey())
                            .body(body.isTextual() ? body.asText() : body.toString());
                    break;
                }
                var response = request.send(row.name());
                if (response.status() > 299) {
                    failures.put(row.name(), response.status() + " " + response.json());
                }
                if (row.writes()) {
                    bed.restore(items);
                }
            }
        }
        assertThat(failures.keySet()).as(failures.toString()).hasSameElementsAs(WITHOUT_DATA);
        assertThat(announced).containsExactlyInAnyOrderElementsOf(WITHOUT_DATA);
    }

    @Test
    void eachRuleIsForAFunction() {
        assertThat(Catalogue.ALL.httpFunctions())
                .extracting(row -> row.name())
                .containsAll(LocalParts.registered().exampleRules().keySet());
    }
}
