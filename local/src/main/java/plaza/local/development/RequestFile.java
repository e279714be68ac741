package plaza.local.development;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URLEncoder;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.Access;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;
import plaza.local.context.KnownIds;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The examples of the OpenAPI document as a file of requests, which the HTTP clients of IDEs send.
///
/// The paths name what exists in the table: the first user, other users, and what belongs to that
/// user if there is any. A path keeps the id of its example if the table has none of its kind.
///
/// @param items the items of the table
/// @param knownIds the ids that exist, by path parameter
/// @param user the caller of all requests; null if the table has no users
record RequestFile(
        Collection<Map<String, AttributeValue>> items,
        Map<String, KnownIds> knownIds,
        @Nullable String user) {
    private static final String USER_ID = "userId";

    private static final String EXAMPLE_USER = "alice";

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

    /// Returns the file.
    ///
    /// @param catalogue the functions of the system
    /// @param document its OpenAPI document
    /// @param address the base URL of the API
    static String of(
            Catalogue catalogue,
            byte[] document,
            String address,
            Collection<Map<String, AttributeValue>> items,
            Map<String, KnownIds> knownIds)
            throws IOException {
        var users = knownIds.get(USER_ID);
        var user =
                users == null
                        ? Optional.<String>empty()
                        : users.in(items, Set.of(), "").findFirst();
        var requests = new RequestFile(items, knownIds, user.orElse(null));
        var paths = new JsonMapper().readTree(document).path("paths");
        var file =
                new StringBuilder(
                        BEGINNING
                                .replace("{address}", address)
                                .replace("{user}", user.orElse(EXAMPLE_USER)));
        if (user.isEmpty()) {
            file.append(NO_USERS);
        }
        for (var row : catalogue.httpFunctions()) {
            file.append(
                    requests.request(
                            row,
                            paths.path(row.path()).path(row.method().toLowerCase(Locale.ROOT))));
        }
        return file.toString();
    }

    /// The id of a path parameter, or of the query parameter `ids`.
    ///
    /// @param used the ids before it in the path
    private String id(String parameter, String example, Set<String> used) {
        if (user == null) {
            return example;
        }
        var kind = knownIds.get(parameter.equals("ids") ? USER_ID : parameter);
        if (kind == null) {
            return example;
        }
        var known = kind.in(items, used, "").toList();
        return kind.isCaller() && (known.isEmpty() || known.contains(user))
                ? user
                : known.stream().filter(id -> !used.contains(id)).findFirst().orElse(example);
    }

    private String request(HttpFunction row, JsonNode operation) {
        var path = row.path();
        var used = new HashSet<String>();
        if (user != null) {
            used.add(user);
        }
        var query = new StringJoiner("&", "?", "").setEmptyValue("");
        for (var parameter : operation.path("parameters")) {
            var name = parameter.path("name").asText();
            var example = text(parameter.path("example"));
            switch (parameter.path("in").asText()) {
                case "path" -> {
                    var id = id(name, example, used);
                    used.add(id);
                    path = path.replace("{" + name + "}", URLEncoder.encode(id, UTF_8));
                }
                case "query" -> {
                    if (!example.isEmpty()) {
                        var value = name.equals("ids") ? id(name, example, used) : example;
                        query.add(name + "=" + URLEncoder.encode(value, UTF_8));
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
