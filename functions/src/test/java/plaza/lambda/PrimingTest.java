package plaza.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import plaza.http.Cursors;
import plaza.http.Cursors.Keyring;
import plaza.table.DynamoDbTable;
import plaza.table.Retry;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// What runs before a snapshot runs to its end, without a table: whatever it threw would fail the
/// initialisation of every function.
final class PrimingTest {
    @Test
    void anEventIsAnsweredThatNobodySent() {
        assertThatCode(Priming::answer).doesNotThrowAnyException();
    }

    @Test
    void eachVerbIsSentToAnswersThatAreMadeUp() {
        try (var canned = new CannedAnswers();
                var client =
                        DynamoDbClient.builder()
                                .httpClient(canned)
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
    }

    @Test
    void aCursorIsSealedAndOpenedWithAKeyOfNobody() {
        var key = Base64.getEncoder().encodeToString(new byte[32]);
        assertThatCode(() ->
                        Priming.page(
                                new Cursors(() -> Keyring.parse("0:" + key), Clock.systemUTC())))
                .doesNotThrowAnyException();
    }

    @Test
    void aTableThatCannotBeReachedIsNoReasonToFail() throws IOException {
        int closed;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = socket.getLocalPort();
        }
        var client = Apache5HttpClient.create();
        assertThatCode(() ->
                        Priming.connect(client, URI.create("http://127.0.0.1:" + closed + "/")))
                .doesNotThrowAnyException();
    }
}
