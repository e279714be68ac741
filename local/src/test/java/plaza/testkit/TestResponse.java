package plaza.testkit;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.HttpFunction;
import plaza.contract.ContractCheck;
import plaza.testkit.invocation.TestContext;

/// A handler's response as a client reads it.
///
/// @param json the body; a text node if it is not JSON, a missing node if there is none
public record TestResponse(int status, Map<String, String> headers, JsonNode json) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// Sends a request to a handler, and validates the response against the contract.
    static TestResponse of(
            RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> handler,
            HttpFunction row,
            APIGatewayV2HTTPEvent request,
            Duration time) {
        var response = handler.handleRequest(request, new TestContext(row.name(), time));
        ContractCheck.check(
                row, request, response.getStatusCode(), response.getHeaders(), response.getBody());
        return of(response);
    }

    private static TestResponse of(APIGatewayV2HTTPResponse response) {
        try {
            return new TestResponse(
                    response.getStatusCode(),
                    Map.copyOf(response.getHeaders()),
                    response.getBody() == null ? MissingNode.getInstance() : body(response));
        } catch (IOException malformed) {
            throw new UncheckedIOException(malformed);
        }
    }

    private static JsonNode body(APIGatewayV2HTTPResponse response) throws IOException {
        return response.getHeaders().getOrDefault("content-type", "").matches(".*[/+]json.*")
                ? JSON.readTree(response.getBody())
                : JSON.valueToTree(response.getBody());
    }

    /// Returns this response if it is a success.
    ///
    /// @throws AssertionError if the status is not 2xx
    public TestResponse orFail() {
        if (status < 200 || status > 299) {
            throw new AssertionError("the request failed: " + this);
        }
        return this;
    }

    /// Returns a header that the response must have.
    public String header(String name) {
        var value = headers.get(name);
        if (value == null) {
            throw new AssertionError("the response has no header " + name + ": " + this);
        }
        return value;
    }

    /// Returns the names of the fields in the problem's `errors`.
    public List<String> badFields() {
        var fields = new ArrayList<String>();
        json.path("errors").forEach(error -> fields.add(error.path("field").asText()));
        return fields;
    }

    /// Returns one field of each item of a list.
    public List<String> column(String field) {
        var values = new ArrayList<String>();
        json.path("items").forEach(item -> values.add(item.path(field).asText()));
        return values;
    }

    public @Nullable String cursor() {
        return json.hasNonNull("nextCursor") ? json.path("nextCursor").asText() : null;
    }
}
