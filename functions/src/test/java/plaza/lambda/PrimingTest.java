package plaza.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import plaza.dynamodb.DynamoDbTable;
import plaza.http.Cursors;
import plaza.http.Cursors.Keyring;
import plaza.table.Retry;
import plaza.testkit.invocation.TestClock;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// Tests that priming succeeds without a table. An exception would fail the initialisation of every
/// function, and an error response would leave the classes of the success path unloaded.
final class PrimingTest {
    @Test
    void thePrimingRequestSucceeds() {
        var response = HttpPriming.handle();
        assertThat(response.getStatusCode()).as(response.getBody()).isEqualTo(200);
        assertThat(response.getBody())
                .isEqualTo(
                        "{\"userId\":\"none\",\"text\":\"none\",\"at\":\"1970-01-01T00:00:00.000Z\"}");
    }

    @Test
    void eachOperationRunsOnCannedResponses() {
        var sent = new ArrayList<String>();
        try (var canned = new CannedResponses();
                var client =
                        DynamoDbClient.builder()
                                .httpClient(new Recorder(canned, sent))
                                .region(Region.US_EAST_1)
                                .credentialsProvider(
                                        StaticCredentialsProvider.create(
                                                AwsBasicCredentials.create("none", "none")))
                                .overrideConfiguration(
                                        o -> o.retryStrategy(DefaultRetryStrategy.doNotRetry()))
                                .build()) {
            Priming.table(new DynamoDbTable(client, "table", Retry.standard(), new SecureRandom()));
            assertThat(canned.endpoint())
                    .isEqualTo(URI.create("https://dynamodb.us-east-1.amazonaws.com/"));
        }
        assertThat(sent)
                .containsExactly(
                        "GetItem",
                        "BatchGetItem",
                        "Query",
                        "PutItem",
                        "UpdateItem",
                        "UpdateItem",
                        "DeleteItem",
                        "TransactWriteItems",
                        "BatchWriteItem");
    }

    @Test
    void cannedResponsesHaveNoEndpointBeforeTheFirstRequest() {
        try (var canned = new CannedResponses()) {
            assertThatThrownBy(canned::endpoint).isInstanceOf(IllegalStateException.class);
        }
    }

    /// The second page is only reachable by opening the cursor of the first.
    @Test
    void aCursorIsSealedAndOpened() {
        var keyring = Keyring.parse(Base64.getEncoder().encodeToString(new byte[32]));
        var clock = new TestClock(Instant.EPOCH);
        clock.tick(Duration.ofMillis(1));

        var response = HttpPriming.page(new Cursors(keyring, clock, new SecureRandom()));

        assertThat(response.getStatusCode()).as(response.getBody()).isEqualTo(200);
        assertThat(response.getBody()).contains("nextCursor");
        // a cursor is sealed for the first page, and opened and sealed for the second
        assertThat(clock.millis()).isEqualTo(3);
    }

    @Test
    void anUnreachableTableDoesNotFailPriming() throws IOException {
        int closed;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = socket.getLocalPort();
        }
        var client = Apache5HttpClient.create();
        assertThatCode(() ->
                        Priming.connect(client, URI.create("http://127.0.0.1:" + closed + "/")))
                .doesNotThrowAnyException();
    }

    /// Records the operation of each request and passes it to another client.
    private record Recorder(SdkHttpClient client, List<String> sent) implements SdkHttpClient {
        @Override
        public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
            var target = request.httpRequest().firstMatchingHeader("X-Amz-Target").orElse("");
            sent.add(target.substring(target.indexOf('.') + 1));
            return client.prepareRequest(request);
        }

        @Override
        public void close() {
            client.close();
        }
    }
}
