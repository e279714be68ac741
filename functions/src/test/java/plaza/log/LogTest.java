package plaza.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext.Authorizer;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext.Authorizer.JWT;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import plaza.http.Http;
import plaza.http.Json;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.testkit.invocation.TestContext;

@Isolated("the cold start flag is state of the process")
final class LogTest {
    private static final String REQUEST_ID = "8f2a4c1e-0000-4000-8000-000000000001";
    private static final String TRACE_ID = "1-5759e988-bd862e3fe1be46a994272793";
    private static final String SECRET = "s3cr3t-that-a-caller-sent";

    private static final TestContext INVOKED =
            new TestContext(
                    "GetPost",
                    Duration.ofSeconds(30),
                    REQUEST_ID,
                    "Root=" + TRACE_ID + ";Parent=53995c3f42cd8ad8;Sampled=1");

    /// A part of the units that the embedded metric format allows.
    private static final Set<String> UNITS =
            Set.of("Count", "Milliseconds", "Seconds", "Bytes", "Gigabytes", "Percent", "None");

    @Test
    void aRequestLogsOneLineWithThePowertoolsKeys() {
        var line = logged(event(Map.of()), _ -> Response.ok(Json.object().with("a", 1)));
        assertThat(line.path("timestamp").asText()).matches("\\d{4}-\\d\\d-\\d\\dT.{12}Z");
        assertThat(line.path("level").asText()).isEqualTo("INFO");
        assertThat(line.path("service").asText()).isEqualTo("plaza");
        assertThat(line.path("message").asText()).isEqualTo("request completed");
        assertThat(line.path("cold_start").isBoolean()).isTrue();
        assertThat(line.path("function_name").asText()).isEqualTo("GetPost");
        assertThat(line.path("function_request_id").asText()).isEqualTo(REQUEST_ID);
        assertThat(line.path("xray_trace_id").asText()).isEqualTo(TRACE_ID);
        assertThat(line.path("route").asText()).isEqualTo("GET /users/{userId}");
        assertThat(line.path("status").asInt()).isEqualTo(200);
        assertThat(line.path("Latency").asDouble()).isBetween(0.0, 60_000.0);
    }

    @Test
    void theFirstInvocationAfterARestoreIsAColdStart() {
        InvocationTelemetry.restored();
        assertThat(
                        logged(event(Map.of()), _ -> Response.noContent())
                                .path("cold_start")
                                .asBoolean())
                .isTrue();
        assertThat(
                        logged(event(Map.of()), _ -> Response.noContent())
                                .path("cold_start")
                                .asBoolean())
                .isFalse();
    }

    @Test
    void theCorrelationIdIsTheCallersIfValidAndOtherwiseTheGateways() {
        assertThat(correlationOf("order_4711-a")).isEqualTo("order_4711-a");
        assertThat(correlationOf("a".repeat(64))).isEqualTo("a".repeat(64));
        for (var bad : List.of("", "a".repeat(65), "a b", "a\nb", "a=", "<script>", "ä")) {
            assertThat(correlationOf(bad)).as(bad).isEqualTo("JKJaXmPLvHcESHA=");
        }
    }

    @Test
    void theRequestIdIsTheLastResortForCorrelation() {
        var event = event(Map.of("x-correlation-id", "not one"));
        event.getRequestContext().setRequestId(null);
        assertThat(logged(event, _ -> Response.noContent()).path("correlation_id").asText())
                .isEqualTo(REQUEST_ID);
    }

    @Test
    void noInputOfACallerIsLogged() {
        var event = event(Map.of("authorization", SECRET, "x-correlation-id", SECRET + "!"));
        event.setBody(SECRET);
        event.setRawPath("/users/" + SECRET);
        event.setRawQueryString("q=" + SECRET);
        event.setPathParameters(Map.of("userId", SECRET));
        event.setQueryStringParameters(Map.of("q", SECRET));
        event.setCookies(List.of(SECRET));
        var lines = new ArrayList<String>();
        var _ =
                Log.to(
                        lines::add,
                        () ->
                                Http.handle(
                                        event,
                                        INVOKED,
                                        _ -> {
                                            Log.fault(
                                                    "it failed", new IllegalStateException(SECRET));
                                            throw Problem.malformed("userId", SECRET).exception();
                                        }));
        assertThat(lines).hasSize(2).noneMatch(line -> line.contains(SECRET));
        assertThat(lines.getFirst()).contains("java.lang.IllegalStateException");
    }

    @Test
    void eachResponseIsCountedByItsStatusClass() {
        var refused =
                logged(
                        event(Map.of()),
                        _ -> {
                            throw Problem.notFound("userId", "gone").exception();
                        });
        assertThat(refused.path("Errors4xx").asInt()).isEqualTo(1);
        assertThat(refused.path("Errors5xx").asInt()).isZero();
        assertThat(refused.path("Requests").asInt()).isEqualTo(1);
    }

    @Test
    void aDefectIsCountedAndPropagates() {
        var lines = new ArrayList<String>();
        assertThatThrownBy(() ->
                        Log.to(
                                lines::add,
                                () ->
                                        Http.handle(
                                                event(Map.of()),
                                                INVOKED,
                                                _ -> {
                                                    throw new IllegalStateException("x");
                                                })))
                .isInstanceOf(IllegalStateException.class);
        assertThat(json(lines.getFirst()).path("Errors5xx").asInt()).isEqualTo(1);
        assertThat(json(lines.getFirst()).path("status").asInt()).isEqualTo(500);
    }

    @Test
    void theLineOfARequestIsAnEmbeddedMetricDocument() {
        var line = logged(event(Map.of()), _ -> Response.noContent());
        assertEmbeddedMetrics(line);
        assertThat(
                        line.path("_aws")
                                .path("CloudWatchMetrics")
                                .get(0)
                                .path("Metrics")
                                .findValuesAsText("Name"))
                .containsExactlyInAnyOrder("Requests", "Latency", "ReadUnits", "WriteUnits");
        assertThat(line.path("RoundTrips").isNumber()).isTrue();
    }

    /// A million users send 444 million requests a month. The line of each is part of the bill.
    @Test
    void theLineOfARequestIsShort() {
        var line = (ObjectNode) logged(event(Map.of()), _ -> Response.noContent());
        // without traces
        line.remove("xray_trace_id");
        assertThat(line.toString()).hasSizeLessThanOrEqualTo(630);
    }

    /// CloudWatch charges for a metric in each hour in which it has a value.
    @Test
    void aCountOfFaultsIsAMetricOnlyIfThereIsOne() {
        assertThat(directives(logged(event(Map.of()), _ -> Response.noContent())))
                .doesNotContain("Errors5xx");
        var failed =
                logged(
                        event(Map.of()),
                        _ -> Response.of(Problem.of(Problem.Kind.UNAVAILABLE, "It failed.")));
        assertEmbeddedMetrics(failed);
        assertThat(directives(failed))
                .containsOnlyOnce("[\"Stage\",\"Context\"]")
                .containsOnlyOnce("[\"Stage\",\"Function\",\"Version\"]")
                .contains("Errors5xx");
    }

    private static String directives(JsonNode line) {
        return line.path("_aws").path("CloudWatchMetrics").toString();
    }

    @Test
    void severalValuesOfAMetricAreAnArrayOfAtMost100() {
        var line =
                logged(
                        event(Map.of()),
                        _ -> {
                            for (var number = 0; number < 101; number++) {
                                InvocationTelemetry.current().measure(Metric.FAN_OUT_LAG, number);
                            }
                            return Response.noContent();
                        });
        assertThat(line.path("FanOutLag")).hasSize(100);
        assertThat(directives(line)).contains("[\"Stage\",\"Function\"]");
        assertEmbeddedMetrics(line);
    }

    @Test
    void theSizeOfItemCollectionsHasNoFunctionOrContextAsDimension() {
        var line =
                logged(
                        event(Map.of()),
                        _ -> {
                            InvocationTelemetry.current().measure(Metric.ITEM_COLLECTION_SIZE, 6.0);
                            return Response.noContent();
                        });
        assertEmbeddedMetrics(line);
        var directives = line.path("_aws").path("CloudWatchMetrics");
        assertThat(directives).hasSize(2);
        assertThat(directives.get(1).path("Metrics").findValuesAsText("Name"))
                .contains("Requests")
                .doesNotContain("ItemCollectionSize");
        assertThat(directives.get(0))
                .hasToString(
                        "{\"Namespace\":\"Plaza\",\"Dimensions\":[[\"Stage\"]],\"Metrics\":[{\"Name\":\"ItemCollectionSize\",\"Unit\":\"Gigabytes\"}]}");
        assertThat(line.path("ItemCollectionSize").asDouble()).isEqualTo(6);
    }

    @Test
    void everyMetricHasAUniqueNameAndACloudWatchUnit() {
        var names = new HashSet<String>();
        for (var metric : Metric.values()) {
            assertThat(names.add(metric.word())).isTrue();
            assertThat(UNITS).contains(metric.unit());
        }
    }

    @Test
    void theFunctionNameIsItsClassName() {
        assertThat(
                        InvocationTelemetry.functionName(
                                "plaza.social.post.GetPost", "Plaza-GetPost8F3A-x"))
                .isEqualTo("GetPost");
        assertThat(
                        InvocationTelemetry.functionName(
                                "plaza.social.post.GetPost::handleRequest", "x"))
                .isEqualTo("GetPost");
        assertThat(InvocationTelemetry.functionName(null, "GetPost")).isEqualTo("GetPost");
    }

    /// The rules of "Specification: Embedded metric format" (Amazon CloudWatch user guide): the
    /// members of `_aws`, of a metric directive and of a metric definition, no other members, and a
    /// target member at the root for every dimension (a string) and metric (a number, or an array
    /// of at most 100).
    private static void assertEmbeddedMetrics(JsonNode root) {
        var metadata = root.path("_aws");
        assertThat(names(metadata)).containsExactlyInAnyOrder("Timestamp", "CloudWatchMetrics");
        assertThat(metadata.path("Timestamp").isIntegralNumber()).isTrue();
        assertThat(metadata.path("CloudWatchMetrics").isArray()).isTrue();
        assertThat(metadata.path("CloudWatchMetrics")).isNotEmpty();
        for (var directive : metadata.path("CloudWatchMetrics")) {
            assertThat(names(directive))
                    .containsExactlyInAnyOrder("Namespace", "Dimensions", "Metrics");
            assertThat(directive.path("Namespace").asText()).isEqualTo("Plaza");
            assertThat(directive.path("Dimensions").toString())
                    .isIn(
                            "[[\"Stage\",\"Function\"]]",
                            "[[\"Stage\",\"Context\"]]",
                            "[[\"Stage\"]]",
                            "[[\"Stage\",\"Function\",\"Version\"]]");
            for (var set : directive.path("Dimensions")) {
                assertThat(set.size()).isBetween(1, 30);
                for (var dimension : set) {
                    var value = root.path(dimension.asText());
                    assertThat(value.isTextual()).as(dimension.asText()).isTrue();
                    assertThat(value.asText().length()).isBetween(1, 1_024);
                }
            }
            assertThat(directive.path("Metrics").size()).isBetween(1, 100);
            for (var metric : directive.path("Metrics")) {
                assertThat(names(metric)).isSubsetOf("Name", "Unit").contains("Name");
                assertThat(UNITS).contains(metric.path("Unit").asText("None"));
                assertMetricValue(root.path(metric.path("Name").asText()));
            }
        }
    }

    private static void assertMetricValue(JsonNode value) {
        if (value.isArray()) {
            assertThat(value.size()).isBetween(1, 100);
            value.forEach(one -> assertThat(one.isNumber()).isTrue());
        } else {
            assertThat(value.isNumber()).isTrue();
        }
    }

    private static List<String> names(JsonNode object) {
        return object.properties().stream().map(Map.Entry::getKey).toList();
    }

    private static String correlationOf(String header) {
        return logged(event(Map.of("x-correlation-id", header)), _ -> Response.noContent())
                .path("correlation_id")
                .asText();
    }

    /// Handles a request and returns its only log line.
    private static JsonNode logged(
            APIGatewayV2HTTPEvent event, Function<Request, Response> method) {
        var lines = new ArrayList<String>();
        var _ = Log.to(lines::add, () -> Http.handle(event, INVOKED, method));
        assertThat(lines).singleElement().asString().doesNotContain("\n");
        return json(lines.getFirst());
    }

    private static JsonNode json(String line) {
        try {
            return new ObjectMapper().readTree(line);
        } catch (JsonProcessingException bad) {
            throw new AssertionError(bad);
        }
    }

    private static APIGatewayV2HTTPEvent event(Map<String, String> headers) {
        var jwt = new JWT();
        jwt.setClaims(Map.of("sub", "u1"));
        var authorizer = new Authorizer();
        authorizer.setJwt(jwt);
        var context = new RequestContext();
        context.setAuthorizer(authorizer);
        context.setRequestId("JKJaXmPLvHcESHA=");
        var event = new APIGatewayV2HTTPEvent();
        event.setRouteKey("GET /users/{userId}");
        event.setHeaders(headers);
        event.setRequestContext(context);
        return event;
    }
}
