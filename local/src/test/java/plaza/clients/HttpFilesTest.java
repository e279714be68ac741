package plaza.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import plaza.catalogue.Access;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;
import plaza.testkit.SampleEvents;

/// Compares `docs/http/*.http`, the requests for an HTTP client in an IDE, with the sample events.
/// `-Dplaza.docs=write` writes them instead.
class HttpFilesTest {
    private static final Path FOLDER = Path.of("../docs/http");

    @Test
    void theFilesHaveTheRequestOfEachSampleEvent() throws IOException {
        var texts = new TreeMap<String, String>();
        for (var function : Catalogue.httpFunctions()) {
            var context = function.context();
            texts.merge(
                    context,
                    beginning(context) + request(function),
                    (before, _) -> before + request(function));
        }
        if ("write".equals(System.getProperty("plaza.docs"))) {
            Files.createDirectories(FOLDER);
            for (var text : texts.entrySet()) {
                Files.writeString(file(text.getKey()), text.getValue());
            }
        }
        for (var text : texts.entrySet()) {
            assertThat(file(text.getKey()))
                    .as("run with -Dplaza.docs=write")
                    .hasContent(text.getValue());
        }
    }

    private static String beginning(String context) {
        return """
        # Requests of the context "%1$s", for the HTTP clients of JetBrains IDEs and of VS Code (REST Client).
        # They are derived from events/%1$s. Start Plaza with ./mvnw -q -Plocal, and paste two tokens here:
        #   curl -H 'Accept: text/plain' 'http://127.0.0.1:8080/dev/token/alice'
        #   curl -H 'Accept: text/plain' 'http://127.0.0.1:8080/dev/token/alice?groups=admin'
        @host = http://127.0.0.1:8080
        @token =
        @admin =
        """
                .formatted(context);
    }

    private static Path file(String context) {
        return FOLDER.resolve(context + ".http");
    }

    private static String request(HttpFunction function) {
        var event = SampleEvents.http(function);
        var query = Objects.requireNonNullElse(event.getRawQueryString(), "");
        var request = new StringBuilder();
        request.append("\n### %s (%s)\n".formatted(function.summary(), function.name()))
                .append(function.method())
                .append(" {{host}}")
                .append(event.getRawPath())
                .append(query.isEmpty() ? "" : "?" + query)
                .append("\nAuthorization: Bearer ")
                .append(function.access() == Access.ADMIN ? "{{admin}}" : "{{token}}")
                .append('\n');
        headers(event)
                .forEach((name, value) -> {
                    if (name.equals("content-type") || name.equals("idempotency-key")) {
                        request.append(name).append(": ").append(value).append('\n');
                    }
                });
        if (event.getBody() != null) {
            request.append('\n').append(event.getBody().strip()).append('\n');
        }
        return request.toString();
    }

    private static Map<String, String> headers(APIGatewayV2HTTPEvent event) {
        return new TreeMap<>(event.getHeaders());
    }
}
