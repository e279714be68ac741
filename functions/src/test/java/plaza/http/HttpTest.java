package plaza.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.table.InvocationBudget;
import plaza.table.Unavailable;
import plaza.testkit.invocation.TestContext;
import plaza.text.Sha256;

/// The responses of [Http#handle], without a table.
final class HttpTest {
    private static final Duration TIME = Duration.ofSeconds(30);
    private static final Response TAGGED = Response.one(Json.object().with("a", 1));
    private static final String TAG = Sha256.fingerprint("{\"a\":1}");

    @Test
    void aResponseHasTheHeadersOfTheHandlerAndOfEveryResponse() {
        var response = handle(event(), _ -> Response.created(Json.object()).with("location", "/x"));
        assertThat(response.getStatusCode()).isEqualTo(201);
        assertThat(response.getBody()).isEqualTo("{}");
        assertThat(response.getIsBase64Encoded()).isFalse();
        assertThat(response.getHeaders())
                .isEqualTo(
                        Map.of(
                                "content-type",
                                "application/json",
                                "cache-control",
                                "private, no-cache",
                                "x-content-type-options",
                                "nosniff",
                                "location",
                                "/x"));
    }

    @Test
    void aResponseWithoutABodyHasNoContentType() {
        var response = handle(event(), _ -> Response.noContent());
        assertThat(response.getStatusCode()).isEqualTo(204);
        assertThat(response.getBody()).isNull();
        assertThat(response.getHeaders()).doesNotContainKey("content-type");
    }

    @Test
    void aRequestWithoutACallerIsRejectedBeforeTheHandlerRuns() {
        var event = event();
        event.getRequestContext().setAuthorizer(null);
        var response =
                handle(
                        event,
                        _ -> {
                            throw new AssertionError("the handler runs");
                        });
        assertThat(response.getStatusCode()).isEqualTo(401);
        assertThat(response.getHeaders()).containsEntry("content-type", "application/problem+json");
    }

    @Test
    void aRequestAroundTheEdgeIsRejectedBeforeTheHandlerRuns() {
        var event = event();
        event.setStageVariables(Map.of(EdgeKey.STAGE_VARIABLE, "new,old"));
        for (var wrong : List.of("", "ne", "new,old", "newer", "other")) {
            event.setHeaders(Map.of(EdgeKey.HEADER, wrong));
            var response =
                    handle(
                            event,
                            _ -> {
                                throw new AssertionError("the handler runs");
                            });
            assertThat(response.getStatusCode()).as(wrong).isEqualTo(403);
        }
        event.setHeaders(null);
        assertThat(handle(event, _ -> Response.noContent()).getStatusCode()).isEqualTo(403);
        for (var accepted : List.of("new", "old")) {
            event.setHeaders(Map.of(EdgeKey.HEADER, accepted));
            assertThat(handle(event, _ -> Response.noContent()).getStatusCode()).isEqualTo(204);
        }
    }

    @Test
    void aProblemIsReturnedWithItsFieldsAndFacts() {
        var response =
                handle(
                        event(),
                        _ -> {
                            throw Problem.conflict("name", "The name is taken.")
                                    .with(
                                            new Problem.Member<>("tagId", Schema.Text.plain("t1")),
                                            "t1")
                                    .with(new Problem.Member<>("count", Schema.Whole.COUNT), 2)
                                    .exception();
                        });
        assertThat(response.getStatusCode()).isEqualTo(409);
        assertThat(response.getBody())
                .isEqualTo(
                        """
                        {"type":"urn:plaza:problem:conflict","title":"Conflict","status":409,\
                        "detail":"The name is taken.",\
                        "errors":[{"field":"name","detail":"The name is taken."}],\
                        "tagId":"t1","count":2}\
                        """);
    }

    @Test
    void aProblemWithoutFieldsHasNoErrors() {
        assertThat(Response.of(Problem.of(Problem.Kind.FORBIDDEN, "No.")).body())
                .isEqualTo(
                        """
                        {"type":"urn:plaza:problem:forbidden","title":"Forbidden","status":403,\
                        "detail":"No."}\
                        """);
    }

    @Test
    void severalBrokenRulesAreReturnedTogether() {
        var errors =
                List.of(
                        new Problem.FieldError("a", "A.", "one"),
                        new Problem.FieldError("b", "B.", "two"));
        var response = Response.of(Problem.ruleBroken("Two rules are broken.", errors));
        assertThat(response.status()).isEqualTo(422);
        assertThat(response.body())
                .contains(
                        """
                        "errors":[{"field":"a","detail":"A.","code":"one"},\
                        {"field":"b","detail":"B.","code":"two"}]\
                        """);
    }

    @Test
    void aStartedJobReturns202() {
        var response = Response.accepted(Json.object().with("a", 1));
        assertThat(response).isEqualTo(new Response(202, Map.of(), "{\"a\":1}"));
    }

    @Test
    void anUnavailableTableReturns503AndTheTimeToRetry() {
        var response =
                handle(
                        event(),
                        _ -> {
                            throw new Unavailable(new IllegalStateException());
                        });
        assertThat(response.getStatusCode()).isEqualTo(503);
        assertThat(response.getBody()).contains("urn:plaza:problem:unavailable");
        assertThat(response.getHeaders()).containsEntry("retry-after", "1");
    }

    @Test
    void theHandlerHasTheTimeThatLambdaHasLeft() {
        handle(
                event(),
                _ -> {
                    assertThat(InvocationBudget.current().remaining()).isLessThanOrEqualTo(TIME);
                    return Response.noContent();
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "\"%s\"", "W/\"%s\"", "\"x\", \"%s\"", "\"x\",*"})
    void aGetWhoseEntityTagTheCallerKnowsReturns304(String ifNoneMatch) {
        var response = handle(ifNoneMatch(ifNoneMatch), _ -> TAGGED);
        assertThat(response.getStatusCode()).isEqualTo(304);
        assertThat(response.getBody()).isNull();
        assertThat(response.getHeaders()).containsEntry("etag", '"' + TAG + '"');
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "%s", "\"x\"", "\"*\"", "\"", "\"%s", "%s\"", "w/\"%s\""})
    void aGetWhoseEntityTagTheCallerDoesNotKnowReturns200(String ifNoneMatch) {
        var response = handle(ifNoneMatch(ifNoneMatch), _ -> TAGGED);
        assertThat(response.getStatusCode()).isEqualTo(200);
        assertThat(response.getBody()).isEqualTo("{\"a\":1}");
    }

    @Test
    void onlyTaggedSuccessfulGetsReturn304() {
        assertThat(handle(event(), _ -> TAGGED).getStatusCode()).isEqualTo(200);
        var known = ifNoneMatch("*");
        assertThat(handle(known, _ -> Response.ok(Json.object())).getStatusCode()).isEqualTo(200);
        assertThat(handle(known, _ -> new Response(201, TAGGED.headers(), "{}")).getStatusCode())
                .isEqualTo(201);
        known.setRouteKey("POST /users/{userId}");
        assertThat(handle(known, _ -> TAGGED).getStatusCode()).isEqualTo(200);
    }

    @Test
    void anEntityTagIsTheStartOfTheDigest() {
        // base64url of the first 12 bytes of SHA-256("")
        assertThat(Sha256.fingerprint("")).isEqualTo("47DEQpj8HBSa-_TI");
        assertThat(Sha256.fingerprint("ä")).isNotEqualTo(Sha256.fingerprint("a"));
    }

    private static APIGatewayV2HTTPResponse handle(
            APIGatewayV2HTTPEvent event, Function<Request, Response> method) {
        return Http.handle(event, new TestContext("GetPost", TIME), method);
    }

    private static APIGatewayV2HTTPEvent ifNoneMatch(String header) {
        var event = event();
        event.setHeaders(Map.of("if-none-match", header.replace("%s", TAG)));
        return event;
    }

    private static APIGatewayV2HTTPEvent event() {
        var event = RequestTest.event(Map.of("sub", "ann"));
        event.setRouteKey("GET /users/{userId}");
        return event;
    }
}
