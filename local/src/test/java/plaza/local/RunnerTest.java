package plaza.local;

import static org.assertj.core.api.Assertions.assertThat;
import static plaza.local.HttpTestClient.assertProblem;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.catalogue.TokenRules;
import plaza.id.UserId;
import plaza.local.emulator.Emulator;
import plaza.social.key.SocialKeys;
import plaza.social.local.ModelImportTest;
import plaza.table.Item;
import plaza.table.TableSchema;
import plaza.table.Write;
import plaza.testkit.About;

final class RunnerTest {
    private static Runner runner;
    private static HttpTestClient client;

    @BeforeAll
    static void start() throws IOException {
        runner =
                Runner.start(
                        new Runner.Settings(
                                0,
                                null,
                                null,
                                TokenRules.COGNITO,
                                List.of("https://plaza.example")),
                        UnaryOperator.identity());
        client = new HttpTestClient(runner.address());
    }

    @AfterAll
    static void stop() {
        client.close();
        runner.close();
    }

    @AfterEach
    void resetTheClock() {
        runner.backend().clock().reset();
    }

    /// From the token to the key in the table: the user with the subject `auth0|64f1c2` is not the
    /// user whose subject is that user's id.
    @Test
    void aSubjectThatIsNotAnIdIsMappedToOne() {
        var issued = client.get("/dev/token/auth0%7C64f1c2").json();
        var id = issued.path("userId").asText();
        assertThat(id).isEqualTo(UserId.ofSubject("auth0|64f1c2").value()).startsWith("sha256-");
        var put = putName("/users/" + id, "Zoë", issued.path("token").asText());
        assertThat(put.statusCode()).isEqualTo(201);

        var impostor = client.get("/dev/token/" + id).json();
        assertThat(impostor.path("userId").asText()).startsWith("sha256-").isNotEqualTo(id);
        var rejected = putName("/users/" + id, "Mallory", impostor.path("token").asText());
        assertProblem(rejected, 403, "forbidden");
        assertThat(HttpTestClient.json(rejected.body()).path("detail").asText())
                .contains("must be your own id, `" + impostor.path("userId").asText() + "`.");
        assertThat(
                        client.get("/users/" + id)
                                .bearing(impostor.path("token").asText())
                                .json()
                                .path("name")
                                .asText())
                .isEqualTo("Zoë");
    }

    private static HttpResponse<String> putName(String path, String name, String token) {
        return client.json("PUT", path, "{\"name\": \"" + name + "\"}").bearing(token).send();
    }

    @Test
    void aTokenCanHaveGroupsAndALifetime() {
        var admin = client.get("/dev/token/root?groups=admin,editors&ttlSeconds=60").json();
        assertThat(claims(admin).path("cognito:groups").toString())
                .isEqualTo("[\"admin\",\"editors\"]");
        assertThat(claims(admin).path("exp").asLong() - claims(admin).path("iat").asLong())
                .isEqualTo(60);
        var expired = client.get("/dev/token/alice?ttlSeconds=-1").json().path("token").asText();
        var response = client.get("/users/alice").bearing(expired).send();
        assertProblem(response, 401, "unauthenticated");
        assertThat(response.headers().firstValue("www-authenticate")).isPresent();
    }

    private static JsonNode claims(JsonNode response) {
        var payload = response.path("token").asText().split("\\.", -1)[1];
        return HttpTestClient.json(
                new String(Base64.getUrlDecoder().decode(payload), StandardCharsets.UTF_8));
    }

    @Test
    void invalidTokenRequestsReturnProblems() {
        for (var target :
                List.of(
                        "/dev/token/alice?ttlSeconds=soon",
                        "/dev/token/alice?ttlSeconds=99999999999",
                        "/dev/token/alice?groups=a%20b",
                        "/dev/token/alice?admin=true")) {
            assertProblem(client.get(target).send(), 400, "malformed");
        }
        assertProblem(client.get("/dev/token").send(), 404, "not-found");
        assertProblem(client.get("/dev/other").send(), 404, "not-found");
        var post = client.ask("POST", "/dev/token/alice").send();
        assertProblem(post, 405, "method-not-allowed");
        assertThat(post.headers().firstValue("allow")).hasValue("GET");
    }

    @Test
    void theClockAdvancesFromItsNewTimeAndTokensStayValid() {
        var token = client.token("alice");
        var set = setClock("2019-10-23T10:00:00Z");
        assertThat(set.statusCode()).isEqualTo(200);
        assertThat(now()).isBetween(time("2019-10-23T10:00:00Z"), time("2019-10-23T10:01:00Z"));
        var first = now();
        var end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (!now().isAfter(first)) {
            assertThat(System.nanoTime()).isLessThan(end);
        }
        var posted =
                client.json("PUT", "/users/zoe", "{\"name\": \"Zoe\"}")
                        .bearing(client.token("zoe"))
                        .send();
        assertThat(posted.body()).contains("\"createdAt\":\"2019-10-23T10:0");
        assertThat(client.get("/users/zoe").bearing(token).send().statusCode()).isEqualTo(200);
        assertThat(client.get("/dev/clock").json().path("real").asBoolean()).isFalse();
        assertThat(client.ask("DELETE", "/dev/clock").json().path("real").asBoolean()).isTrue();
        assertThat(now()).isBetween(Instant.now().minusSeconds(60), Instant.now());
    }

    @Test
    void settingTheClockToAnInvalidTimeReturns400() {
        for (var body : List.of("", "now", "[]", "{}", "{\"now\": 1}", "{\"now\": \"soon\"}")) {
            assertProblem(client.ask("PUT", "/dev/clock", json(body)).send(), 400, "malformed");
        }
        assertThat(now()).isAfter(Instant.now().minusSeconds(60));
        var patch = client.ask("PATCH", "/dev/clock").send();
        assertProblem(patch, 405, "method-not-allowed");
        assertThat(patch.headers().firstValue("allow")).hasValue("DELETE, GET, PUT");
    }

    private static HttpResponse<String> setClock(String now) {
        return client.ask("PUT", "/dev/clock", json("{\"now\": \"" + now + "\"}")).send();
    }

    private static Instant now() {
        return time(client.get("/dev/clock").json().path("now").asText());
    }

    private static Instant time(String text) {
        return Instant.parse(text);
    }

    @Test
    void theStreamsReportWhetherTheyAreIdle() throws IOException {
        var settings = TestRunner.settings(0, null);
        try (var starting = Runner.start(settings, UnaryOperator.identity(), _ -> {});
                var client = new HttpTestClient(starting.address())) {
            assertThat(client.get("/dev/streams").send().body())
                    .isEqualTo("{\"idle\":true,\"behind\":0}");
            var ann = Item.at(SocialKeys.USER_INFO.key(UserId.of("ann"))).build();
            starting.backend().table().write(Write.Put.of(ann));
            // one record for each of the two functions
            assertThat(client.get("/dev/streams").send().body())
                    .isEqualTo("{\"idle\":false,\"behind\":2}");
        }
    }

    @Test
    void theTableHasNoAddressForOtherPrograms() {
        assertThat(client.get("/dev/table").send().body())
                .isEqualTo("{\"tableName\":\"" + Emulator.TABLE + "\"}");
        assertProblem(client.get("/dev/table/x").send(), 404, "not-found");
    }

    @Test
    void aModelFileIsLoadedOrRejected() {
        var row =
                "{\"PK\": {\"S\": \"u#ida\"}, \"SK\": {\"S\": \"info\"}, \"name\": {\"S\":"
                        + " \"Ida\"}}";
        var loaded = client.ask("POST", "/dev/import", ModelImportTest.model(row)).send();
        assertThat(loaded.statusCode()).isEqualTo(200);
        assertThat(loaded.body())
                .contains("\"model\":\"Sample\"")
                .contains(
                        "\"kind\":\"user"
                                + " info\",\"mapped\":1,\"added\":0,\"skipped\":0,\"written\":1");
        assertThat(client.get("/users/ida").bearing(client.token("ida")).send().statusCode())
                .isEqualTo(200);
        var rejected = client.ask("POST", "/dev/import", json("{}")).send();
        assertProblem(rejected, 400, "malformed");
        assertThat(rejected.body()).contains("DataModel must be an array of tables");
    }

    /// A page of a developer, on any port of this machine, needs a token to call the API.
    @Test
    void webPagesOfThisMachineCanReadTokens() {
        for (var origin :
                List.of("http://localhost:3000", "http://127.0.0.1:5173", "http://[::1]:3000")) {
            var token = client.get("/dev/token/ann").with("Origin", origin).send();
            assertThat(token.statusCode()).isEqualTo(200);
            assertThat(cors(token)).containsEntry("access-control-allow-origin", origin);
            assertThat(token.headers().firstValue("vary")).hasValue("origin");
            var preflight =
                    client.ask("OPTIONS", "/dev/token/ann")
                            .with("Origin", origin)
                            .with("Access-Control-Request-Method", "GET")
                            .send();
            assertThat(preflight.statusCode()).isEqualTo(204);
            assertThat(cors(preflight)).containsEntry("access-control-allow-origin", origin);
            for (var path : List.of("/dev/clock", "/dev/model", "/dev/items?contains=a")) {
                assertThat(cors(client.get(path).with("Origin", origin).send())).isEmpty();
            }
        }
        for (var origin : List.of("https://plaza.example", "https://evil.example", "null")) {
            for (var method : List.of("GET", "OPTIONS")) {
                var rejected =
                        client.ask(method, "/dev/token/ann")
                                .with("Origin", origin)
                                .with("Access-Control-Request-Method", "GET")
                                .send();
                assertProblem(rejected, 403, "forbidden");
                assertThat(cors(rejected)).isEmpty();
            }
        }
    }

    @Test
    void aRebindingPageReceivesNoToken() throws IOException {
        for (var headers :
                List.of(
                        "",
                        "Origin: http://localhost:3000\r\nAccess-Control-Request-Method: GET\r\n")) {
            for (var method : List.of("GET", "OPTIONS")) {
                try (var socket =
                        new Socket(InetAddress.getLoopbackAddress(), runner.address().getPort())) {
                    var request =
                            "%s /dev/token/a HTTP/1.1\r\nHost: evil.example\r\n%sConnection: close\r\n\r\n"
                                    .formatted(method, headers);
                    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
                    assertThat(
                                    new String(
                                            socket.getInputStream().readAllBytes(),
                                            StandardCharsets.UTF_8))
                            .startsWith("HTTP/1.1 403 ")
                            .doesNotContainIgnoringCase("access-control-allow-origin");
                }
            }
        }
    }

    @Test
    void itemsOfAnEmptyOrLongKeyAreRejected() {
        assertProblem(client.get("/dev/items?pk=").send(), 400, "malformed");
        assertProblem(client.get("/dev/items?pk=" + "x".repeat(5_000)).send(), 400, "malformed");
    }

    @Test
    void theClockStopsBeforeTheLastTimeThatCanBeStored() {
        for (var time : List.of("9999-12-31T23:59:59Z", "2286-01-01T00:00:00Z", "1969-12-31")) {
            assertProblem(setClock(time), 400, "malformed");
        }
        var other = "{\"now\":\"2020-01-01T00:00:00Z\",\"zone\":\"UTC\"}";
        for (var body : List.of(other, "{\"Now\":\"2020-01-01T00:00:00Z\"}")) {
            assertProblem(client.json("PUT", "/dev/clock", body).send(), 400, "malformed");
        }
        assertThat(setClock("2285-12-31T23:59:59Z").statusCode()).isEqualTo(200);
        var token = client.token("last");
        assertThat(
                        client.json("PUT", "/users/last", "{\"name\":\"Last\"}")
                                .bearing(token)
                                .send()
                                .statusCode())
                .isEqualTo(201);
        var post =
                client.json("POST", "/users/last/posts", "{\"content\":\"The last one.\"}")
                        .bearing(token)
                        .json()
                        .path("postId")
                        .asText();
        for (var time : List.of("2285-12-31T23:59:59Z", "1970-01-01T00:00:00Z")) {
            assertThat(setClock(time).statusCode()).isEqualTo(200);
            var like = client.ask("PUT", "/posts/" + post + "/likes/last").bearing(token).send();
            assertThat(like.statusCode()).isBetween(200, 201);
        }
    }

    @Test
    void aCopyWithAnInvalidItemIsRejectedWithItsPlace() {
        var info = "\"pk\":{\"S\":\"u#zoe\"},\"sk\":{\"S\":\"info\"},\"name\":{\"S\":\"Zoe\"}";
        var whole = info + ",\"createdAt\":{\"N\":\"1\"}";
        var valid = client.ask("POST", "/dev/import", copy(whole.replace("zoe", "yan"))).send();
        assertThat(valid.statusCode()).as(valid.body()).isEqualTo(200);
        for (var item :
                List.of(
                        "\"pk\":{\"S\":\"u#" + "x".repeat(5_000) + "\"},\"sk\":{\"S\":\"info\"}",
                        whole + ",\"x\":{\"N\":\"1e200\"}",
                        whole + ",\"x\":{\"N\":\"1e-200\"}",
                        whole + ",\"x\":{\"N\":\"" + "1".repeat(39) + "\"}",
                        whole + ",\"x\":{\"SS\":[]}",
                        whole + ",\"x\":{\"SS\":[\"a\",\"a\"]}",
                        whole + ",\"x\":{\"NS\":[\"1\",\"1.0\"]}",
                        whole + ",\"x\":{\"L\":[{\"SS\":[]}]}",
                        whole + ",\"x\":{\"S\":\"" + "x".repeat(500_000) + "\"}",
                        whole + ",\"x\":{\"BOOL\":\"true\"}",
                        whole + ",\"gsiOnePk\":{\"N\":\"1\"}",
                        whole + ",\"imageUrl\":{\"S\":\"javascript:alert(1)\"}",
                        whole + ",\"imageUrl\":{\"N\":\"1\"}",
                        info,
                        info + ",\"createdAt\":{\"S\":\"yesterday\"}")) {
            var rejected =
                    client.ask(
                                    "POST",
                                    "/dev/import",
                                    copy(
                                            item.replace(
                                                    "gsiOnePk",
                                                    TableSchema.Index.GSI_ONE.partitionKey())))
                            .send();
            assertProblem(rejected, 400, "malformed");
            assertThat(rejected.body()).contains("DataModel[0].TableData[1]");
        }
        assertProblem(
                client.get("/users/zoe").bearing(client.token("zoe")).send(), 404, "not-found");
    }

    @ParameterizedTest
    @About("fantasy")
    @ValueSource(
            strings = {
                "Gamer#zoe Gamer#zoe",
                "Gamer#zoe League#pub",
                "Gamer#zoe GW#01#TeamSheet",
                "League#pub League#pub",
                "Footballer#kane Footballer#kane",
                "Footballer#kane GW#01#Fixture#f",
                "Gameweek#01 Gameweek#01",
                "Gameweek#01 Fixture#f"
            })
    void aCopyWithAnIncompleteItemOfTheGameIsRejected(String key) {
        var parts = key.split(" ", -1);
        var item = "\"pk\":{\"S\":\"%s\"},\"sk\":{\"S\":\"%s\"}".formatted(parts[0], parts[1]);

        var rejected = client.ask("POST", "/dev/import", copy(item)).send();

        assertProblem(rejected, 400, "malformed");
        assertThat(rejected.body()).contains("DataModel[0].TableData[1]", "attribute");
    }

    /// A copy of the table with a valid item and another one.
    private static byte[] copy(String item) {
        return json(
                """
                {"ModelName":"Plaza","DataModel":[{"TableName":"Plaza","KeyAttributes":{
                "PartitionKey":{"AttributeName":"pk","AttributeType":"S"},
                "SortKey":{"AttributeName":"sk","AttributeType":"S"}},
                "TableData":[{"pk":{"S":"u#good"},"sk":{"S":"info"},"name":{"S":"Good"},
                "createdAt":{"N":"1"}},{%s}]}]}\
                """
                        .formatted(item));
    }

    @Test
    void webPagesOfThisMachineAndOfConfiguredOriginsCanCallTheApi() {
        for (var origin :
                List.of(
                        "http://localhost:3000",
                        "http://127.0.0.1:5173",
                        "http://[::1]:3000",
                        "https://plaza.example")) {
            var preflight =
                    client.ask("OPTIONS", "/users/ann/following/ben")
                            .with("Origin", origin)
                            .with("Access-Control-Request-Method", "PUT")
                            .with("Access-Control-Request-Headers", "authorization,content-type")
                            .send();
            assertThat(preflight.statusCode()).isEqualTo(204);
            assertThat(cors(preflight))
                    .containsEntry("access-control-allow-origin", origin)
                    .containsEntry(
                            "access-control-allow-methods",
                            "DELETE, GET, OPTIONS, PATCH, POST, PUT")
                    .containsEntry("access-control-max-age", "3600")
                    .doesNotContainKey("access-control-allow-credentials");
            assertThat(cors(preflight).get("access-control-allow-headers"))
                    .contains("authorization", "idempotency-key", "if-match");
            var rejected = client.get("/users/ann").with("Origin", origin).send();
            assertProblem(rejected, 401, "unauthenticated");
            assertThat(cors(rejected)).containsEntry("access-control-allow-origin", origin);
            assertThat(cors(rejected).get("access-control-expose-headers"))
                    .contains("etag", "link", "retry-after");
            assertThat(rejected.headers().firstValue("vary")).hasValue("origin");
            assertThat(cors(client.get("/openapi.json").with("Origin", origin).send()))
                    .containsEntry("access-control-allow-origin", origin);
        }
    }

    @Test
    void otherOriginsAndTheDevRoutesHaveNoCorsHeaders() {
        for (var origin :
                List.of(
                        "https://evil.example",
                        "https://plaza.example.evil.example",
                        "https://localhost.evil.example",
                        "http://localhost@evil.example",
                        "null")) {
            assertThat(cors(client.get("/users/ann").with("Origin", origin).send())).isEmpty();
            var preflight =
                    client.ask("OPTIONS", "/users/ann")
                            .with("Origin", origin)
                            .with("Access-Control-Request-Method", "GET")
                            .send();
            assertThat(cors(preflight)).isEmpty();
        }
        assertThat(cors(client.get("/users/ann").send())).isEmpty();
        var dev = client.get("/dev/clock").with("Origin", "http://localhost:3000").send();
        assertThat(dev.statusCode()).isEqualTo(200);
        assertThat(cors(dev)).isEmpty();
        var preflight =
                client.ask("OPTIONS", "/dev/clock")
                        .with("Origin", "https://plaza.example")
                        .with("Access-Control-Request-Method", "PUT")
                        .send();
        assertProblem(preflight, 403, "forbidden");
        assertThat(cors(preflight)).isEmpty();
    }

    private static Map<String, String> cors(HttpResponse<String> response) {
        var headers = new TreeMap<String, String>();
        response.headers()
                .map()
                .forEach((name, values) -> {
                    if (name.startsWith("access-control-")) {
                        headers.put(name, String.join(", ", values));
                    }
                });
        return headers;
    }

    @Test
    void acceptTextReturnsTheBareToken() {
        for (var accept : List.of("text/plain", "text/html, text/plain;q=0.9")) {
            var response = client.get("/dev/token/ann").with("Accept", accept).send();
            assertThat(response.headers().firstValue("content-type")).hasValue("text/plain");
            assertThat(
                            client.get("/users/ann/timeline")
                                    .bearing(response.body())
                                    .send()
                                    .statusCode())
                    .isEqualTo(200);
        }
        for (var accept : List.of("*/*", "application/json", "text/plainer")) {
            assertThat(client.get("/dev/token/ann").with("Accept", accept).json().has("token"))
                    .isTrue();
        }
    }

    @Test
    void theServerHasTheExplorerTheOpenApiDocumentAndItsReference() {
        assertThat(client.get("/").send().body()).contains("/explorer/explorer.js");
        var docs = client.get("/docs").send();
        assertThat(docs.statusCode()).isEqualTo(302);
        assertThat(docs.headers().firstValue("location")).hasValue("/docs/");
        assertThat(client.get("/docs/").send().body()).contains("/docs/scalar.js");
        assertThat(client.get("/openapi.json").json().path("openapi").asText()).isEqualTo("3.1.0");
        for (var path : List.of("/docs/scalar.js", "/docs/docs.js", "/shared/dom.js")) {
            var script = client.get(path).send();
            assertThat(script.statusCode()).isEqualTo(200);
            assertThat(script.headers().firstValue("content-type"))
                    .hasValue("text/javascript;charset=utf-8");
            assertThat(script.headers().firstValue("x-content-type-options")).hasValue("nosniff");
        }
        for (var path :
                List.of(
                        "/docs/../secret",
                        "/docs/%2e%2e/x",
                        "/shared/../explorer/index.html",
                        "/shared/missing.js",
                        "/shared/",
                        "/log4j2.xml")) {
            assertProblem(client.get(path).send(), 404, "not-found");
        }
    }

    @Test
    void headReturnsTheHeadersOfGet() {
        for (var path : List.of("/", "/demo/", "/openapi.json", "/docs/docs.css", "/missing")) {
            var get = client.get(path).send();
            var head = client.ask("HEAD", path).send();
            assertThat(head.statusCode()).as(path).isEqualTo(get.statusCode());
            assertThat(head.body()).isEmpty();
            assertThat(withoutDate(head)).isEqualTo(withoutDate(get));
            assertThat(head.headers().firstValueAsLong("content-length"))
                    .hasValue(get.body().getBytes(StandardCharsets.UTF_8).length);
        }
    }

    private static Map<String, List<String>> withoutDate(HttpResponse<String> response) {
        var headers = new TreeMap<>(response.headers().map());
        headers.remove("date");
        return headers;
    }

    @Test
    void pagesAllowNoContentOfOtherSitesAndNoInlineCode() {
        for (var path : List.of("/", "/shared/base.css", "/explorer/explorer.js")) {
            assertThat(client.get(path).send().headers().firstValue("content-security-policy"))
                    .hasValueSatisfying(policy ->
                            assertThat(policy)
                                    .startsWith("default-src 'self';")
                                    .doesNotContain("unsafe"));
        }
        assertThat(client.get("/docs/").send().headers().firstValue("content-security-policy"))
                .hasValueSatisfying(policy ->
                        assertThat(policy)
                                .startsWith("default-src 'self';")
                                .doesNotContain("script-src"));
    }

    @Test
    void aFileThatTheBrowserHasIsNotSentAgain() {
        var first = client.get("/shared/base.css").send();
        var etag = first.headers().firstValue("etag").orElseThrow();
        var again = client.get("/shared/base.css").with("if-none-match", etag).send();
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(client.get("/shared/dom.js").with("if-none-match", etag).send().statusCode())
                .isEqualTo(200);
    }

    /// A page that tries again while the demo is loaded would otherwise find no people.
    @Test
    void requestsToTheApiWaitUntilTheDataIsLoaded() throws Exception {
        var isLoaded = new AtomicBoolean();
        var waiting = new CompletableFuture<HttpResponse<String>>();
        Consumer<Runner> load =
                starting -> {
                    var other = new HttpTestClient(starting.address());
                    var call = other.get("/users/alice/timeline").bearing(other.token("alice"));
                    waiting.completeAsync(() -> {
                        try (other) {
                            var response = call.send();
                            assertThat(isLoaded).isTrue();
                            return response;
                        }
                    });
                    for (var request = 0; request < 50; request++) {
                        other.token("alice");
                    }
                    isLoaded.set(true);
                };
        try (var _ = Runner.start(TestRunner.settings(0, null), UnaryOperator.identity(), load)) {
            assertThat(waiting.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        }
    }

    private static byte[] json(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
