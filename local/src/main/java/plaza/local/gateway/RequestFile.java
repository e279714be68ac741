package plaza.local.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URLEncoder;
import java.util.Locale;
import java.util.StringJoiner;
import plaza.catalogue.Access;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;

/// The examples of the OpenAPI document as a file of requests, which the HTTP clients of IDEs send.
final class RequestFile {
    private static final String BEGINNING =
            """
            # Requests for the HTTP clients of JetBrains IDEs and of VS Code (REST Client).
            # Paste two tokens here:
            #   curl -H 'Accept: text/plain' 'http://127.0.0.1:8080/dev/token/alice'
            #   curl -H 'Accept: text/plain' 'http://127.0.0.1:8080/dev/token/alice?groups=admin'
            @host = http://127.0.0.1:8080
            @token =
            @admin =
            """;

    private RequestFile() {}

    /// Returns the file.
    ///
    /// @param document the OpenAPI document
    static String of(byte[] document) throws IOException {
        var paths = new JsonMapper().readTree(document).path("paths");
        var file = new StringBuilder(BEGINNING);
        for (var row : Catalogue.httpFunctions()) {
            file.append(
                    request(
                            row,
                            paths.path(row.path()).path(row.method().toLowerCase(Locale.ROOT))));
        }
        return file.toString();
    }

    private static String request(HttpFunction row, JsonNode operation) {
        var path = row.path();
        var query = new StringJoiner("&", "?", "").setEmptyValue("");
        for (var parameter : operation.path("parameters")) {
            var name = parameter.path("name").asText();
            var example = URLEncoder.encode(text(parameter.path("example")), UTF_8);
            switch (parameter.path("in").asText()) {
                case "path" -> path = path.replace("{" + name + "}", example);
                case "query" -> {
                    if (!example.isEmpty()) {
                        query.add(name + "=" + example);
                    }
                }
                default -> {}
            }
        }
        var request =
                new StringBuilder()
                        .append("\n### %s (%s)\n".formatted(row.summary(), row.name()))
                        .append("%s {{host}}%s%s\n".formatted(row.method(), path, query))
                        .append("Authorization: Bearer ")
                        .append(row.access() == Access.ADMIN ? "{{admin}}\n" : "{{token}}\n");
        for (var content : operation.at("/requestBody/content").properties()) {
            var body = content.getValue().path("example");
            request.append("Content-Type: %s\n\n".formatted(content.getKey()))
                    .append(body.isTextual() ? body.asText().strip() : body.toPrettyString())
                    .append('\n');
        }
        return request.toString();
    }

    /// An example in an address: an array is one text with commas.
    private static String text(JsonNode example) {
        if (!example.isArray()) {
            return example.asText();
        }
        var elements = new StringJoiner(",");
        example.forEach(element -> elements.add(element.asText()));
        return elements.toString();
    }
}
