package plaza.testkit;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext.Authorizer;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.HttpFunction;

/// Builds a request and sends it to a handler of a [TestBed].
public final class TestRequest {
    private final TestBed bed;
    private final @Nullable String caller;
    private final Map<String, String> path = new HashMap<>();
    private final Map<String, String> query = new TreeMap<>();
    private final Map<String, String> headers = new HashMap<>();
    private final Map<String, String> claims = new HashMap<>();
    private @Nullable String body;

    /// @param caller the claim `sub`; null for a request without claims
    TestRequest(TestBed bed, @Nullable String caller) {
        this.bed = bed;
        this.caller = caller;
    }

    /// Sets a path parameter.
    public TestRequest at(String name, String value) {
        path.put(name, value);
        return this;
    }

    public TestRequest query(String name, @Nullable String value) {
        if (value != null) {
            query.put(name, value);
        }
        return this;
    }

    /// Sets a header, or removes it if the value is null.
    public TestRequest header(String name, @Nullable String value) {
        if (value == null) {
            headers.remove(name);
        } else {
            headers.put(name, value);
        }
        return this;
    }

    public TestRequest claim(String name, String value) {
        claims.put(name, value);
        return this;
    }

    public TestRequest asAdmin() {
        return claim("cognito:groups", "[admin]");
    }

    public TestRequest body(String json) {
        body = json;
        headers.putIfAbsent("content-type", "application/json");
        return this;
    }

    public TestResponse send(String function) {
        return bed.send(function, event(TestBed.row(function)));
    }

    /// Sends the request to a handler that the test has built.
    public TestResponse send(
            String function,
            RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> handler) {
        return send(function, handler, TestBed.FUNCTION_TIME);
    }

    /// Sends the request to a handler that the test has built.
    ///
    /// @param time the time that the function has
    public TestResponse send(
            String function,
            RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> handler,
            Duration time) {
        var row = TestBed.row(function);
        return TestResponse.of(handler, row, event(row), time);
    }

    /// Returns the items of all pages of a list. Every page but the last must be full.
    public List<JsonNode> all(String function, int limit) {
        var items = new ArrayList<JsonNode>();
        query("limit", Integer.toString(limit));
        var response = send(function);
        while (true) {
            if (response.status() != 200) {
                throw new AssertionError(response);
            }
            response.json().path("items").forEach(items::add);
            var cursor = response.cursor();
            if (cursor == null) {
                return items;
            }
            if (response.json().path("items").size() != limit) {
                throw new AssertionError("a page before the last is not full: " + response);
            }
            response = query("cursor", cursor).send(function);
            if (response.json().path("items").isEmpty()) {
                throw new AssertionError("a cursor led to an empty page");
            }
        }
    }

    private APIGatewayV2HTTPEvent event(HttpFunction row) {
        var raw = row.path();
        for (var parameter : path.entrySet()) {
            raw = raw.replace("{" + parameter.getKey() + "}", parameter.getValue());
        }
        var context =
                RequestContext.builder().withRouteKey(row.routeKey()).withRequestId("request-1");
        if (caller != null) {
            claims.put("sub", caller);
            context.withAuthorizer(
                    Authorizer.builder()
                            .withJwt(Authorizer.JWT.builder().withClaims(claims).build())
                            .build());
        }
        return APIGatewayV2HTTPEvent.builder()
                .withVersion("2.0")
                .withRouteKey(row.routeKey())
                .withRawPath(raw)
                .withPathParameters(path)
                .withQueryStringParameters(query.isEmpty() ? null : query)
                .withHeaders(headers)
                .withRequestContext(context.build())
                .withBody(body)
                .withIsBase64Encoded(false)
                .build();
    }
}
