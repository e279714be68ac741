package plaza.lambda;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.exists;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.PlatformKeys;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Write;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;

/// Runs code before a snapshot (a batch, each operation of the table and one connection), so that
/// its classes are loaded and linked in every copy. [HttpPriming] does so for requests.
final class Priming {
    private static final UserId UNKNOWN_USER = UserId.of("none");

    private static final String STREAM_EVENT =
            """
            {"Records": [{"eventName": "INSERT", "dynamodb": {"ApproximateCreationDateTime": 1,
                "Keys": {"pk": {"S": "none"}}, "NewImage": {"pk": {"S": "none"}},
                "SequenceNumber": "1", "StreamViewType": "NEW_AND_OLD_IMAGES"}}]}
            """;

    private Priming() {}

    /// Reads a batch and writes a response.
    static void batch() {
        var json = new EventJson();
        DynamodbEvent batch = json.fromJson(STREAM_EVENT, DynamodbEvent.class);
        json.toJson(
                new StreamsEventResponse(
                        List.of(
                                new StreamsEventResponse.BatchItemFailure(
                                        batch.getRecords().getFirst().getEventName()))),
                new ByteArrayOutputStream(),
                StreamsEventResponse.class);
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
}
