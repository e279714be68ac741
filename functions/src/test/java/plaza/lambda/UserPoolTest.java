package plaza.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import plaza.id.UserId;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;

/// The requests that delete a login, over HTTP to a server that records them. It does not verify
/// signatures.
final class UserPoolTest {
    private static final String OUT = "AWSCognitoIdentityProviderService.AdminUserGlobalSignOut";
    private static final String DELETE = "AWSCognitoIdentityProviderService.AdminDeleteUser";

    private final List<String> requests = new ArrayList<>();

    /// The status and the body for a target.
    private Function<String, Reply> replies = _ -> new Reply(200, "{}");

    private HttpServer server;
    private SdkHttpClient http;

    private record Reply(int status, String body) {}

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        http = Apache5HttpClient.create();
    }

    @AfterEach
    void stop() {
        http.close();
        server.stop(0);
    }

    @Test
    void aUserIsSignedOutAndThenDeleted() {
        pool().delete(UserId.of("1-2"));

        var body = "{\"UserPoolId\":\"eu_Pool\",\"Username\":\"1-2\"}";
        var type = " application/x-amz-json-1.1 ";
        assertThat(requests).containsExactly(OUT + type + body, DELETE + type + body);
    }

    @Test
    void aUserWhoDoesNotExistIsDeletedAlready() {
        replies = _ -> new Reply(400, "{\"__type\":\"UserNotFoundException\"}");

        pool().delete(UserId.of("1-2"));

        assertThat(requests).hasSize(2);
    }

    @Test
    void anyOtherResponseFails() {
        replies =
                target ->
                        target.equals(OUT)
                                ? new Reply(200, "{}")
                                : new Reply(400, "{\"__type\":\"TooManyRequestsException\"}");

        assertThatThrownBy(() -> pool().delete(UserId.of("1-2")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("AdminDeleteUser returned status 400");
    }

    private UserPool pool() {
        return new UserPool(
                new SignedRequests(
                        http,
                        StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "key")),
                        "cognito-idp",
                        Region.EU_CENTRAL_1),
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
                "eu_Pool");
    }

    private void answer(HttpExchange exchange) throws IOException {
        var headers = exchange.getRequestHeaders();
        var target = headers.getFirst("X-Amz-Target");
        var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        requests.add(target + " " + headers.getFirst("Content-Type") + " " + body);
        var reply = replies.apply(target);
        var bytes = reply.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(reply.status(), bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
