package plaza;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.catalogue.Contract.Content.Items;
import plaza.catalogue.FunctionRow;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;
import plaza.http.Cursors;
import plaza.http.Field;
import plaza.http.Request;
import plaza.http.Schema;
import plaza.http.Shape;
import plaza.local.emulator.Meter.Cost;
import plaza.testkit.SampleEvents;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

/// Requests that are invalid for every HTTP function: the response is a problem that names the
/// mistake, and the table is not read.
///
/// Each case is the function's sample event with one change, so a new Catalogue row is tested as
/// soon as it has its event.
class InvalidRequestTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final List<String> BAD_IDS =
            List.of(
                    "",
                    "#",
                    "a#b",
                    "u1#follower",
                    "a/b",
                    "..",
                    "%23",
                    "a%23b",
                    "a b",
                    " a",
                    "é",
                    "a\u0000",
                    "a\n",
                    "x".repeat(65));

    @RegisterExtension private static final TestBed bed = new TestBed();

    @BeforeAll
    static void start() {
        SampleEvents.prepareAll(bed);
    }

    static Stream<String> withIds() {
        return Catalogue.ALL.httpFunctions().stream()
                .filter(row -> row.path().contains("{"))
                .map(FunctionRow::name);
    }

    static Stream<String> withBody() {
        return Catalogue.ALL.httpFunctions().stream()
                .filter(row -> !row.body().isEmpty())
                .map(FunctionRow::name);
    }

    static Stream<String> withAnyBody() {
        return Catalogue.ALL.httpFunctions().stream()
                .filter(row -> !row.body().isEmpty() || row.contract().bodyType() != null)
                .map(FunctionRow::name);
    }

    /// Returns the lists with a JSON body. An export has its cursor only in the `Link` header.
    static Stream<String> paged() {
        return Catalogue.ALL.httpFunctions().stream()
                .filter(HttpFunction::pages)
                .filter(row ->
                        row.contract().successes().stream()
                                .anyMatch(success -> success.content() instanceof Items))
                .map(FunctionRow::name);
    }

    @ParameterizedTest
    @MethodSource("withIds")
    void aMalformedIdReturns400WithTheParameter(String function) {
        for (var name : sample(function).getPathParameters().keySet()) {
            for (var id : BAD_IDS) {
                var response =
                        assertProblem(function, at(name, id, sample(function)), 400, "malformed");
                assertThat(response.badFields()).as("%s = '%s'", name, id).containsExactly(name);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("withBody")
    void aFieldOfAnotherTypeReturns400WithTheField(String function) {
        for (var field : TestBed.row(function).body()) {
            for (var wrong : wrongValues(field)) {
                var body = body(function);
                body.set(field.name(), read(wrong));
                var response = assertProblem(function, with(body, function), 400, "malformed");
                assertThat(response.badFields()).as(wrong).containsExactly(field.name());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("withBody")
    void aMissingOrNullRequiredFieldReturns400WithTheField(String function) {
        for (var field : TestBed.row(function).body()) {
            if (field.required()) {
                var missing = body(function);
                missing.remove(field.name());
                assertThat(
                                assertProblem(function, with(missing, function), 400, "malformed")
                                        .badFields())
                        .containsExactly(field.name());
            }
            if (!field.isNullable()) {
                var empty = body(function);
                empty.putNull(field.name());
                assertThat(
                                assertProblem(function, with(empty, function), 400, "malformed")
                                        .badFields())
                        .containsExactly(field.name());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("withBody")
    void aProblemNamesAllInvalidFieldsAtOnce(String function) {
        var names = new ArrayList<String>();
        var body = JSON.createObjectNode();
        for (var field : TestBed.row(function).body()) {
            body.putObject(field.name());
            names.add(field.name());
        }
        body.put("surprise", 1);
        body.put("sur\u0007prise", 2);
        names.add("surprise");
        names.add("surprise");
        var response = assertProblem(function, with(body, function), 400, "malformed");
        assertThat(response.badFields())
                .as(response.toString())
                .containsExactlyInAnyOrderElementsOf(names);
    }

    @ParameterizedTest
    @MethodSource("withBody")
    void aBodyThatIsNotAJsonObjectReturns400(String function) {
        var good = body(function).toString();
        var inner = good.substring(1);
        var field = TestBed.row(function).body().getFirst().name();
        var invalidBodies =
                List.of(
                        "",
                        " ",
                        "null",
                        "3",
                        "\"text\"",
                        "[]",
                        "[" + good + "]",
                        "{",
                        good + "{}",
                        good + " x",
                        "{\"" + field + "\": 1, " + inner, // the name twice
                        "{\"deep\": " + "[".repeat(16) + "]".repeat(16) + ", " + inner,
                        "{\"deep\": " + "{\"a\": ".repeat(500) + "1" + "}".repeat(500) + "}",
                        "{\"number\": " + "9".repeat(41) + ", " + inner,
                        "{'single': 1}",
                        "{\"half a name \\ud800\": 1, " + inner,
                        "{\"a\": NaN}",
                        "{\"a\": 1,}",
                        "{/* no */}",
                        "{\"a\": \"line\nfeed\"}");
        for (var text : invalidBodies) {
            if (text.isEmpty() && TestBed.row(function).contract().isBodyOptional()) {
                continue;
            }
            var event = sample(function);
            event.setBody(text);
            assertProblem(function, event, 400, "malformed");
        }
    }

    @ParameterizedTest
    @MethodSource("withBody")
    void aBodyThatIsNotUtf8Returns400(String function) {
        var good = body(function).toString();
        var overlong = new byte[] {'{', '"', (byte) 0xC0, (byte) 0x80, '"', ':', '1', '}'};
        var surrogate =
                new byte[] {'{', '"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"', ':', '1', '}'};
        var cut = new byte[] {'{', '"', 'a', '"', ':', '"', (byte) 0xE2, (byte) 0x82, '"', '}'};
        for (var bytes :
                List.of(
                        overlong,
                        surrogate,
                        cut,
                        good.getBytes(StandardCharsets.UTF_16LE),
                        good.getBytes(StandardCharsets.UTF_16BE),
                        good.getBytes(StandardCharsets.UTF_16))) {
            assertProblem(function, encoded(bytes, sample(function)), 400, "malformed");
        }
    }

    /// API Gateway does not send such an event, but a direct invocation can contain it.
    @ParameterizedTest
    @MethodSource("withBody")
    void aBodyThatIsNotBase64Returns400(String function) {
        for (var text : List.of("%%%", "A", "AA==AA", "\u0000", "{}", "\uD800")) {
            var event = sample(function);
            event.setIsBase64Encoded(true);
            event.setBody(text);
            assertProblem(function, event, 400, "malformed");
        }
    }

    @ParameterizedTest
    @MethodSource("withBody")
    void anotherContentTypeReturns415(String function) {
        for (var type :
                List.of(
                        "text/plain",
                        "application/xml",
                        "application/json-patch+json",
                        "json",
                        "")) {
            var event = sample(function);
            header(event, "content-type", type);
            var response = assertProblem(function, event, 415, "unsupported-media-type");
            assertThat(response.headers().get("accept-patch"))
                    .isEqualTo(
                            event.getRouteKey().startsWith("PATCH ")
                                    ? "application/json, application/merge-patch+json"
                                    : null);
        }
        var none = sample(function);
        none.setHeaders(new HashMap<>());
        assertProblem(function, none, 415, "unsupported-media-type");
    }

    /// Every PATCH is a JSON merge patch, so it accepts its media type; no other method does.
    @ParameterizedTest
    @MethodSource("withBody")
    void onlyAPatchMayHaveTheMediaTypeOfAMergePatch(String function) {
        var event = sample(function);
        header(event, "content-type", "Application/Merge-Patch+JSON; charset=utf-8");
        if (event.getRouteKey().startsWith("PATCH ")) {
            assertThat(bed.send(function, event).status()).isEqualTo(200);
        } else {
            assertProblem(function, event, 415, "unsupported-media-type");
        }
    }

    /// Bytes in another encoding would be read as other characters, and compressed ones not at all.
    @ParameterizedTest
    @MethodSource("withAnyBody")
    void anotherCharsetOrContentEncodingReturns415(String function) {
        var type = sample(function).getHeaders().get("content-type");
        for (var charset :
                List.of(
                        "iso-8859-1",
                        "\"windows-1252\"",
                        "utf-16",
                        "",
                        "utf-8; Charset=us-ascii")) {
            var event = sample(function);
            header(event, "content-type", type + "; charset=" + charset);
            assertProblem(function, event, 415, "unsupported-media-type");
        }
        for (var encoding : List.of("gzip", "br", "deflate", "identity, gzip")) {
            var event = sample(function);
            header(event, "content-encoding", encoding);
            assertProblem(function, event, 415, "unsupported-media-type");
        }
    }

    /// The digest of the body is stored with an Idempotency-Key.
    @Test
    void aBodyAboveTheLimitOfAPostThatNeedsNoneReturns413() {
        var posts =
                Catalogue.ALL.httpFunctions().stream()
                        .filter(row -> row.method().equals("POST"))
                        .filter(row -> row.body().isEmpty() && row.contract().bodyType() == null)
                        .toList();
        assumeThat(posts).as("functions that need no body").isNotEmpty();
        for (var post : posts) {
            var event = sample(post.name());
            header(event, "idempotency-key", "once");
            event.setBody(" ".repeat(Request.BODY_BYTES_MAX + 1));
            assertProblem(post.name(), event, 413, "too-large");
        }
    }

    @ParameterizedTest
    @MethodSource("withBody")
    void aBodyAboveTheLimitReturns413(String function) {
        var good = body(function).toString();
        var full = good + " ".repeat(Request.BODY_BYTES_MAX - bytes(good).length);
        var tooLarge = sample(function);
        tooLarge.setBody(full + " ");
        assertProblem(function, tooLarge, 413, "too-large");
        assertProblem(function, encoded(bytes(full + " "), sample(function)), 413, "too-large");
        var wide = sample(function); // fewer characters than the limit, more bytes
        wide.setBody("{\"a\": \"" + "€".repeat(Request.BODY_BYTES_MAX / 3) + "\"}");
        assertProblem(function, wide, 413, "too-large");

        var largest = sample(function);
        largest.setBody(full);
        header(largest, "content-type", "Application/JSON; charset=utf-8");
        assertThat(bed.send(function, largest).status()).isBetween(200, 299);
        assertThat(bed.send(function, encoded(bytes(full), sample(function))).status())
                .isBetween(200, 299);
    }

    @ParameterizedTest
    @MethodSource("paged")
    void anInvalidLimitReturns400(String function) {
        for (var limit :
                List.of(
                        "0",
                        "101",
                        "x",
                        "",
                        " 5",
                        "+5",
                        "-1",
                        "1.5",
                        "1e1",
                        "5,6",
                        "0x5",
                        "٥",
                        "99999999999999999999")) {
            var response =
                    assertProblem(
                            function, query("limit", limit, sample(function)), 400, "malformed");
            assertThat(response.badFields()).as(limit).containsExactly("limit");
        }
        for (var limit : List.of("1", "100")) {
            var response = bed.send(function, query("limit", limit, sample(function)));
            assertThat(response.status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @MethodSource("paged")
    void aProblemNamesAllInvalidQueryParametersAtOnce(String function) {
        var event =
                query("offset", "1", query("cursor", "x", query("limit", "0", sample(function))));
        query("sur\u0007prise", "1", event);
        var response = assertProblem(function, event, 400, "malformed");
        assertThat(response.badFields())
                .containsExactlyInAnyOrder("limit", "cursor", "offset", "surprise");
    }

    @ParameterizedTest
    @MethodSource("paged")
    void theCursorAndTheLinkHeaderLeadToTheNextPage(String function) {
        var first = bed.send(function, query("limit", "1", sample(function)));
        var cursor = cursor(first);
        assertThat(first.header("link"))
                .isEqualTo(
                        "<%s?limit=1&%scursor=%s>; rel=\"next\""
                                .formatted(
                                        sample(function).getRawPath(), filters(function), cursor));

        var next =
                bed.send(function, query("cursor", cursor, query("limit", "1", sample(function))));

        assertThat(next.status()).isEqualTo(200);
        var list = TestBed.list(function);
        assertThat(next.json().path(list).size()).isEqualTo(1);
        assertThat(next.json().path(list)).isNotEqualTo(first.json().path(list));
        var otherSize = query("cursor", cursor, query("limit", "100", sample(function)));
        assertThat(bed.send(function, otherSize).json().path(list).path(0))
                .isEqualTo(next.json().path(list).path(0));
    }

    /// Returns the query of the sample event without paging, as in a link.
    private static String filters(String function) {
        var text = sample(function).getRawQueryString();
        return text == null || text.isEmpty() || text.startsWith("limit=") ? "" : text + "&";
    }

    @ParameterizedTest
    @MethodSource("paged")
    void aCursorExpiresAfterADay(String function) {
        var cursor = cursor(bed.send(function, query("limit", "1", sample(function))));
        bed.clock().advance(Cursors.LIFETIME.minus(Duration.ofMillis(1)));
        assertThat(bed.send(function, query("cursor", cursor, sample(function))).status())
                .isEqualTo(200);
        bed.clock().advance(Duration.ofMillis(1));
        assertCursorRejected(function, query("cursor", cursor, sample(function)));
    }

    private static void assertCursorRejected(String function, APIGatewayV2HTTPEvent event) {
        var response = bed.send(function, event);
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.badFields()).containsExactly("cursor");
    }

    /// Asserts that the response is a problem of this kind without internals, and that the table is
    /// not read.
    private static TestResponse assertProblem(
            String function, APIGatewayV2HTTPEvent event, int status, String kind) {
        var measured = bed.meter().measure(() -> bed.send(function, event));
        assertThat(measured.cost()).isEqualTo(new Cost(0, 0, 0, 0));
        var response = measured.answer();
        assertThat(response.status()).as(response.toString()).isEqualTo(status);
        assertThat(response.header("content-type")).isEqualTo("application/problem+json");
        assertThat(response.json().path("type").asText()).isEqualTo("urn:plaza:problem:" + kind);
        assertThat(response.json().path("status").asInt()).isEqualTo(status);
        assertThat(response.json().path("title").asText()).isNotEmpty();
        assertThat(response.json().path("detail").asText())
                .isNotEmpty()
                .doesNotContain("plaza", "com.");
        return response;
    }

    private static List<String> wrongValues(Field<?> field) {
        return switch (field.schema()) {
            case Schema.Text<?> _ -> List.of("5", "true", "[]", "{}", "[\"a\"]");
            case Schema.Whole _ -> List.of("\"5\"", "1.5", "true", "[]", "{}");
            case Schema.Decimal _ -> List.of("\"5\"", "true", "[]", "{}");
            // the number of texts is a rule of the game and not part of the type
            case Schema.Array<?> _ -> List.of("\"a\"", "5", "true", "{}", "[5]");
            case Schema.Flag _ -> List.of("\"true\"", "1", "[]", "{}");
            case Schema.Numbers _, Shape<?> _ -> List.of("\"a\"", "5", "true", "[]");
        };
    }

    private static String cursor(TestResponse response) {
        var cursor = response.cursor();
        if (cursor == null) {
            throw new AssertionError("the sample list has no second page: " + response);
        }
        return cursor;
    }

    private static APIGatewayV2HTTPEvent sample(String function) {
        var event = SampleEvents.http(TestBed.row(function));
        if (function.equals("GetUsersByIds")) {
            event.setQueryStringParameters(SampleEvents.USER_SEARCH);
            event.setRawQueryString("q=" + SampleEvents.USER_SEARCH.get("q"));
        }
        return event;
    }

    private static ObjectNode body(String function) {
        return (ObjectNode) read(sample(function).getBody());
    }

    private static JsonNode read(String json) {
        try {
            return JSON.readTree(json);
        } catch (IOException malformed) {
            throw new UncheckedIOException(malformed);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static APIGatewayV2HTTPEvent with(ObjectNode body, String function) {
        var event = sample(function);
        event.setBody(body.toString());
        return event;
    }

    private static APIGatewayV2HTTPEvent encoded(byte[] body, APIGatewayV2HTTPEvent event) {
        event.setIsBase64Encoded(true);
        event.setBody(Base64.getEncoder().encodeToString(body));
        return event;
    }

    private static APIGatewayV2HTTPEvent at(
            String name, String value, APIGatewayV2HTTPEvent event) {
        event.setPathParameters(changed(event.getPathParameters(), name, value));
        return event;
    }

    private static APIGatewayV2HTTPEvent query(
            String name, String value, APIGatewayV2HTTPEvent event) {
        var before = event.getQueryStringParameters();
        event.setQueryStringParameters(changed(before == null ? Map.of() : before, name, value));
        return event;
    }

    private static void header(APIGatewayV2HTTPEvent event, String name, String value) {
        event.setHeaders(changed(event.getHeaders(), name, value));
    }

    private static Map<String, String> changed(
            Map<String, String> before, String name, String value) {
        var after = new TreeMap<>(before);
        after.put(name, value);
        return after;
    }
}
