package plaza.local.development;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import plaza.catalogue.Access;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;
import plaza.local.development.Examples.Example;

/// The examples of the OpenAPI document as a file of requests, which the HTTP clients of IDEs send.
/// They name what exists in the table; see [Examples].
final class RequestFile {
    private static final String BEGINNING =
            """
            # Requests for the HTTP clients of JetBrains IDEs and of VS Code (REST Client).
            # Paste two tokens here:
            #   curl -H 'Accept: text/plain' '{address}/dev/token/{user}'
            #   curl -H 'Accept: text/plain' '{address}/dev/token/{user}?groups=admin'
            @host = {address}
            @token =
            @admin =
            """;

    private static final String NO_USERS =
            """
            # The table has no users. Send PutUserInfo first, or start Plaza with -Dplaza.demo=true; then get this
            # file again.
            """;

    private RequestFile() {}

    /// Returns the file.
    ///
    /// @param catalogue the functions of the system
    /// @param document its OpenAPI document
    /// @param address the base URL of the API
    static String of(Catalogue catalogue, JsonNode document, String address, Examples examples) {
        var file =
                new StringBuilder(
                        BEGINNING
                                .replace("{address}", address)
                                .replace("{user}", examples.caller()));
        if (!examples.hasUsers()) {
            file.append(NO_USERS);
        }
        for (var row : catalogue.httpFunctions()) {
            var operation =
                    document.path("paths")
                            .path(row.path())
                            .path(row.method().toLowerCase(Locale.ROOT));
            file.append(request(row, examples.of(operation)));
        }
        return file.toString();
    }

    private static String request(HttpFunction row, Example example) {
        var request =
                new StringBuilder()
                        .append("\n### %s (%s)\n".formatted(row.summary(), row.name()))
                        .append(
                                "%s {{host}}%s\n"
                                        .formatted(row.method(), CodeSamples.target(row, example)))
                        .append("Authorization: Bearer ")
                        .append(row.access() == Access.ADMIN ? "{{admin}}\n" : "{{token}}\n");
        example.bodies()
                .forEach((type, body) ->
                        request.append("Content-Type: %s\n\n".formatted(type))
                                .append(
                                        body.isTextual()
                                                ? body.asText().strip()
                                                : body.toPrettyString())
                                .append('\n'));
        return request.toString();
    }
}
