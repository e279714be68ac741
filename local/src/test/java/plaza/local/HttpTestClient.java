package plaza.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import plaza.testkit.Await;

/// An HTTP client for tests of a running server.
public final class HttpTestClient implements AutoCloseable {
    public static final ObjectMapper JSON = new ObjectMapper();

    private static final Duration RESPONSE_TIME_MAX = Duration.ofSeconds(20);

    private final URI address;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    public HttpTestClient(URI address) {
        this.address = address;
    }

    /// A request that is being built.
    public final class Call {
        private final HttpRequest.Builder request;

        private Call(String method, String target, byte @Nullable [] body) {
            request =
                    HttpRequest.newBuilder(URI.create(address + target))
                            .timeout(RESPONSE_TIME_MAX)
                            .method(
                                    method,
                                    body == null
                                            ? BodyPublishers.noBody()
                                            : BodyPublishers.ofByteArray(body));
        }

        public Call with(String header, String value) {
            request.header(header, value);
            return this;
        }

        public Call bearing(String token) {
            return with("Authorization", "Bearer " + token);
        }

        public HttpResponse<String> send() {
            return send(BodyHandlers.ofString());
        }

        /// Returns the response with its body as sent.
        public HttpResponse<byte[]> bytes() {
            return send(BodyHandlers.ofByteArray());
        }

        private <T> HttpResponse<T> send(BodyHandler<T> handler) {
            try {
                return client.send(request.build(), handler);
            } catch (IOException fault) {
                throw new UncheckedIOException(fault);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted");
            }
        }

        public JsonNode json() {
            return HttpTestClient.json(send().body());
        }
    }

    public Call get(String target) {
        return new Call("GET", target, null);
    }

    public Call ask(String method, String target) {
        return new Call(method, target, null);
    }

    public Call ask(String method, String target, byte[] body) {
        return new Call(method, target, body);
    }

    /// Creates a request with a JSON body.
    public Call json(String method, String target, String body) {
        return ask(method, target, body.getBytes(StandardCharsets.UTF_8))
                .with("content-type", "application/json");
    }

    /// Requests a token for a user.
    public String token(String user) {
        return get("/dev/token/" + user).json().path("token").textValue();
    }

    /// Waits until the stream functions of the server have nothing left to do.
    public void drain() {
        Await.until(
                "the stream is drained",
                Duration.ofMinutes(2),
                () -> get("/dev/streams").json().path("idle").asBoolean());
    }

    public static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException bad) {
            throw new UncheckedIOException(text, bad);
        }
    }

    /// Asserts that a response is a problem with this status and this name of its type.
    public static void assertProblem(HttpResponse<String> response, int status, String slug) {
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("content-type"))
                .hasValue("application/problem+json");
        var problem = json(response.body());
        assertThat(problem.path("type").asText()).isEqualTo("urn:plaza:problem:" + slug);
        assertThat(problem.path("status").asInt()).isEqualTo(status);
        assertThat(problem.path("detail").asText()).isNotEmpty();
    }

    @Override
    public void close() {
        client.close();
    }
}
