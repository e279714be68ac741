package plaza.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A client on the other side of a real socket.
final class Browser implements AutoCloseable {
    static final ObjectMapper JSON = new ObjectMapper();

    private static final Duration ANSWER_TIME_MAX = Duration.ofSeconds(20);

    private final URI address;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    Browser(URI address) {
        this.address = address;
    }

    /// A request in the making.
    final class Ask {
        private final HttpRequest.Builder request;

        private Ask(String method, String target, byte @Nullable [] body) {
            request =
                    HttpRequest.newBuilder(URI.create(address + target))
                            .timeout(ANSWER_TIME_MAX)
                            .method(
                                    method,
                                    body == null
                                            ? BodyPublishers.noBody()
                                            : BodyPublishers.ofByteArray(body));
        }

        Ask with(String header, String value) {
            request.header(header, value);
            return this;
        }

        Ask bearing(String token) {
            return with("Authorization", "Bearer " + token);
        }

        HttpResponse<String> send() {
            try {
                return client.send(request.build(), BodyHandlers.ofString());
            } catch (IOException fault) {
                throw new UncheckedIOException(fault);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted");
            }
        }

        JsonNode json() {
            return Browser.json(send().body());
        }
    }

    Ask get(String target) {
        return new Ask("GET", target, null);
    }

    Ask ask(String method, String target) {
        return new Ask(method, target, null);
    }

    Ask ask(String method, String target, byte[] body) {
        return new Ask(method, target, body);
    }

    /// A token for a user.
    String token(String user) {
        return get("/dev/token/" + user).json().path("token").textValue();
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException bad) {
            throw new UncheckedIOException(text, bad);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
