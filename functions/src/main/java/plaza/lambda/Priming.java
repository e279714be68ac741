package plaza.lambda;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.exists;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
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
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.Page;
import plaza.table.PlatformKeys;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Write;
import plaza.text.IsoTime;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;

/// Runs code before a snapshot (a request, a batch, each operation of the table and one
/// connection), so that its classes are loaded and linked in every copy.
final class Priming {
    private static final UserId UNKNOWN_USER = UserId.of("none");

    private static final String HTTP_EVENT =
            """
            {"version": "2.0", "routeKey": "GET /users/{userId}", "rawPath": "/",
             "headers": {"content-type": "application/json", "if-none-match": "\\"none\\""},
             "queryStringParameters": {"limit": "1"}, "pathParameters": {"userId": "none"},
             "requestContext": {"requestId": "none", "authorizer": {"jwt": {
                "claims": {"sub": "none"}, "scopes": null}}},
             "body": "{\\"text\\": \\"none\\"}", "isBase64Encoded": false}
            """;
    private static final String STREAM_EVENT =
            """
            {"Records": [{"eventName": "INSERT", "dynamodb": {"ApproximateCreationDateTime": 1,
                "Keys": {"pk": {"S": "none"}}, "NewImage": {"pk": {"S": "none"}},
                "SequenceNumber": "1", "StreamViewType": "NEW_AND_OLD_IMAGES"}}]}
            """;

    private static final Field<String> TEXT =
            Field.text("text", Schema.Text.plain("echo")).optional();

    private Priming() {}

    /// Reads events, handles a request, and writes responses.
    ///
    /// @return the response to the request, which must have succeeded: an error response would mean
    ///   that only the classes of the error path were loaded
    static APIGatewayV2HTTPResponse handle() {
        var json = new EventJson();
        APIGatewayV2HTTPEvent event = json.fromJson(HTTP_EVENT, APIGatewayV2HTTPEvent.class);
        var response = Http.handle(event, new DummyContext(), Priming::echo);
        json.toJson(response, new ByteArrayOutputStream(), APIGatewayV2HTTPResponse.class);
        DynamodbEvent batch = json.fromJson(STREAM_EVENT, DynamodbEvent.class);
        json.toJson(
                new StreamsEventResponse(
                        List.of(
                                new StreamsEventResponse.BatchItemFailure(
                                        batch.getRecords().getFirst().getEventName()))),
                new ByteArrayOutputStream(),
                StreamsEventResponse.class);
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

    /// Performs each operation once, on a table with [CannedResponses].
    static void table(Table table) {
        var key = PlatformKeys.IDEMPOTENCY_RECORD.key(UNKNOWN_USER, "none");
        var item = Item.at(key).with("text", "none").endingAt(Instant.EPOCH).build();
        var put = Write.Put.of(item).onlyIf(absent());
        var update = Write.Update.of(key).set("text", "none");
        var add = Write.Update.of(key).add("number", 1);
        var delete = Write.Delete.of(key).onlyIf(exists());
        var _ = table.get(key);
        var _ = table.getAll(List.of(key));
        var _ =
                table.read(
                        Query.in(PlatformKeys.IDEMPOTENCY.of(UNKNOWN_USER)).beginningWith("none"),
                        1,
                        null);
        var _ = table.write(put);
        var _ = table.write(update);
        var _ = table.updateAtLeastOnce(update);
        var _ = table.write(delete);
        var _ = table.transact(List.of(put, add, delete));
        table.writeAll(List.of(Write.Put.of(item)));
    }

    /// Connects once to the endpoint of the table and closes the connection. DynamoDB responds to
    /// an unsigned `GET /` with the name of the endpoint. A failure is ignored, because the
    /// endpoint may be available later.
    static void connect(SdkHttpClient client, URI endpoint) {
        var request =
                SdkHttpRequest.builder()
                        .method(SdkHttpMethod.GET)
                        .uri(endpoint)
                        .putHeader("Host", endpoint.getAuthority())
                        .build();
        try (client) {
            var response =
                    client.prepareRequest(HttpExecuteRequest.builder().request(request).build())
                            .call();
            var body = response.responseBody();
            if (body.isPresent()) {
                body.get().readAllBytes();
                body.get().close();
            }
        } catch (IOException _) {
            // The first request of a copy reports the failure if it persists.
        }
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
