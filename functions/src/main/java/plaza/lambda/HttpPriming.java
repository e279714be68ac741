package plaza.lambda;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import plaza.http.Cursors;
import plaza.http.Field;
import plaza.http.Http;
import plaza.http.Json;
import plaza.http.Request;
import plaza.http.Response;
import plaza.http.Schema;
import plaza.table.Page;
import plaza.text.IsoTime;

/// Handles requests before a snapshot, so that the classes for them are loaded and linked in every
/// copy. Functions that are not behind the API do not contain these classes.
final class HttpPriming {
    private static final String HTTP_EVENT =
            """
            {"version": "2.0", "routeKey": "GET /users/{userId}", "rawPath": "/",
             "headers": {"content-type": "application/json", "if-none-match": "\\"none\\""},
             "queryStringParameters": {"limit": "1"}, "pathParameters": {"userId": "none"},
             "requestContext": {"requestId": "none", "authorizer": {"jwt": {
                "claims": {"sub": "none"}, "scopes": null}}},
             "body": "{\\"text\\": \\"none\\"}", "isBase64Encoded": false}
            """;

    private static final Field<String> TEXT =
            Field.text("text", Schema.Text.plain("echo")).optional();

    private HttpPriming() {}

    /// Reads an event, handles a request, and writes the response.
    ///
    /// @return the response, which must have succeeded: an error response would mean that only the
    ///   classes of the error path were loaded
    static APIGatewayV2HTTPResponse handle() {
        var json = new EventJson();
        APIGatewayV2HTTPEvent event = json.fromJson(HTTP_EVENT, APIGatewayV2HTTPEvent.class);
        var response = Http.handle(event, new DummyContext(), HttpPriming::echo);
        json.toJson(response, new ByteArrayOutputStream(), APIGatewayV2HTTPResponse.class);
        return response;
    }

    private static Response echo(Request request) {
        var user = request.owner("userId");
        return Response.one(
                Json.object()
                        .with("userId", user.value())
                        .with("text", request.body(TEXT).getOrNull(TEXT))
                        .with("at", IsoTime.parse(IsoTime.format(Instant.EPOCH))));
    }

    /// Requests two pages of a list: the first seals a cursor, the second opens it.
    ///
    /// @return the response with the second page
    static APIGatewayV2HTTPResponse page(Cursors cursors) {
        var json = new EventJson();
        APIGatewayV2HTTPEvent event = json.fromJson(HTTP_EVENT, APIGatewayV2HTTPEvent.class);
        var first = Http.handle(event, new DummyContext(), request -> page(request, cursors));
        event.setQueryStringParameters(Map.of("limit", "1", "cursor", cursor(first)));
        return Http.handle(event, new DummyContext(), request -> page(request, cursors));
    }

    private static Response page(Request request, Cursors cursors) {
        var ask = request.page(cursors);
        return request.response(
                cursors,
                new Page<>(List.of(ask.limit()), new Page.Position(List.of("none", "none"))),
                limit -> Json.object().with("limit", limit));
    }

    /// The cursor in the response's link to the next page.
    private static String cursor(APIGatewayV2HTTPResponse page) {
        var link = page.getHeaders().getOrDefault("link", "");
        return link.substring(link.indexOf("cursor=") + "cursor=".length(), link.indexOf('>'));
    }

    /// The context of no invocation.
    private record DummyContext() implements Context {
        private static final int REMAINING_MILLIS = 10_000;

        @Override
        public String getAwsRequestId() {
            return "";
        }

        @Override
        public String getLogGroupName() {
            return "";
        }

        @Override
        public String getLogStreamName() {
            return "";
        }

        @Override
        public String getFunctionName() {
            return "";
        }

        @Override
        public String getFunctionVersion() {
            return "";
        }

        @Override
        public String getInvokedFunctionArn() {
            return "";
        }

        @Override
        public CognitoIdentity getIdentity() {
            throw new UnsupportedOperationException();
        }

        @Override
        public ClientContext getClientContext() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int getRemainingTimeInMillis() {
            return REMAINING_MILLIS;
        }

        @Override
        public int getMemoryLimitInMB() {
            return 0;
        }

        @Override
        public LambdaLogger getLogger() {
            throw new UnsupportedOperationException();
        }
    }
}
