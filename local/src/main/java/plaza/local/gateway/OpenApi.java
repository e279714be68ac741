package plaza.local.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.Access;
import plaza.catalogue.Expansion;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.Limit;
import plaza.catalogue.Prerequisite;
import plaza.http.Field;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.table.Page;

/// Builds the OpenAPI 3.1 document of the API from the Catalogue: routes, parameters, the fields of
/// bodies, problems, access and costs.
public final class OpenApi {
    private static final JsonMapper JSON = new JsonMapper();

    private static final String ID_PATTERN = "^[A-Za-z0-9_-]{1,64}$";

    private OpenApi() {}

    /// Returns the JSON text of the document.
    public static String document(List<HttpFunction> catalogue) {
        var document = JSON.createObjectNode().put("openapi", "3.1.0");
        document.putObject("info")
                .put("title", "Plaza")
                .put("version", "1")
                .put(
                        "description",
                        "A social backend. On a developer's machine, GET /dev/token/{subject} returns a token.");
        document.putArray("security").addObject().putArray("token");
        var components = document.putObject("components");
        components
                .putObject("securitySchemes")
                .putObject("token")
                .put("type", "http")
                .put("scheme", "bearer")
                .put("bearerFormat", "JWT");
        components.putObject("schemas").set("Problem", problem());
        var paths = document.putObject("paths");
        for (var function : catalogue) {
            paths.withObjectProperty(function.path())
                    .set(function.method().toLowerCase(Locale.ROOT), operation(function));
        }
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(document);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static ObjectNode operation(HttpFunction function) {
        var operation =
                JSON.createObjectNode()
                        .put("operationId", function.name())
                        .put("summary", function.summary())
                        .put(
                                "description",
                                access(function.access())
                                        + prerequisite(function.prerequisite())
                                        + limit(function.limit())
                                        + ' '
                                        + cost(function));
        operation.putArray("tags").add(function.context());
        var parameters = parameters(function);
        if (!parameters.isEmpty()) {
            operation.set("parameters", parameters);
        }
        if (!function.body().isEmpty()) {
            operation
                    .putObject("requestBody")
                    .put("required", function.body().stream().anyMatch(Field::required))
                    .putObject("content")
                    .putObject("application/json")
                    .set("schema", body(function.body()));
        }
        operation.set("responses", responses(function));
        return operation;
    }

    private static String access(Access access) {
        return switch (access) {
            case OWNER -> "Only the user that the path names may call it.";
            case ANY_USER -> "Any signed-in user may call it.";
            case ADMIN -> "Only administrators may call it.";
        };
    }

    private static String prerequisite(@Nullable Prerequisite prerequisite) {
        return switch (prerequisite) {
            case PROFILE ->
                    " The caller needs a profile (PUT /users/{userId}); the response is 404 without"
                            + " one.";
            case GAMER ->
                    " The caller needs a gamer (PUT /gamers/{gamerId}); the response is 404 without"
                            + " one.";
            case NOTHING -> "";
            case null -> "";
        };
    }

    private static String limit(@Nullable Limit limit) {
        return limit == null
                ? ""
                : " A deployment limits how many requests of the kind `%s` a caller can send per hour (by default %d); the response to others is 429."
                        .formatted(limit.label(), limit.perHourDefault());
    }

    private static String cost(HttpFunction function) {
        var budget = function.budget();
        return "It costs %s read and %s write request units in %d round trips (%s)."
                .formatted(
                        budget.readUnits(),
                        budget.writeUnits(),
                        budget.roundTrips(),
                        budget.when());
    }

    private static ArrayNode parameters(HttpFunction function) {
        var parameters = JSON.createArrayNode();
        for (var segment : Routes.segments(function.path())) {
            if (segment.startsWith("{")) {
                var name = segment.substring(1, segment.length() - 1);
                var schema =
                        parameters
                                .addObject()
                                .put("name", name)
                                .put("in", "path")
                                .put("required", true)
                                .putObject("schema")
                                .put("type", "string");
                if (name.endsWith("Id")) {
                    schema.put("pattern", ID_PATTERN);
                }
            }
        }
        if (function.pages()) {
            parameters
                    .addObject()
                    .put("name", "limit")
                    .put("in", "query")
                    .putObject("schema")
                    .put("type", "integer")
                    .put("minimum", 1)
                    .put("maximum", Page.LIMIT_MAX)
                    .put("default", Page.LIMIT_DEFAULT);
            parameters
                    .addObject()
                    .put("name", "cursor")
                    .put("in", "query")
                    .put("description", "The nextCursor of the previous page.")
                    .putObject("schema")
                    .put("type", "string");
        }
        var words = function.expansions().stream().filter(Expansion::isOne).toList();
        if (!words.isEmpty()) {
            var schema =
                    parameters
                            .addObject()
                            .put("name", Request.EXPAND)
                            .put("in", "query")
                            .put("description", "What the response contains in addition.")
                            .put("style", "form")
                            .put("explode", false)
                            .putObject("schema")
                            .put("type", "array");
            var values = schema.putObject("items").put("type", "string").putArray("enum");
            words.forEach(word -> values.add(word.words()));
        }
        if (function.method().equals("POST")) {
            parameters
                    .addObject()
                    .put("name", "Idempotency-Key")
                    .put("in", "header")
                    .put(
                            "description",
                            "A repeated request with the same key receives the stored response of the first one.")
                    .putObject("schema")
                    .put("type", "string")
                    .put("maxLength", 255);
        }
        return parameters;
    }

    private static ObjectNode body(List<Field<?>> fields) {
        var schema =
                JSON.createObjectNode().put("type", "object").put("additionalProperties", false);
        var properties = schema.putObject("properties");
        var required = new ArrayList<String>();
        for (var field : fields) {
            var property = properties.putObject(field.name()).put("type", field.type().word());
            if (field.type() == Field.Type.TEXTS) {
                property.putObject("items").put("type", "string");
            }
            if (field.type() == Field.Type.OBJECT) {
                var nested = property.put("additionalProperties", false).putObject("properties");
                new TreeMap<>(field.properties())
                        .forEach((name, type) -> nested.putObject(name).put("type", type.word()));
            }
            if (field.required()) {
                required.add(field.name());
            }
        }
        if (!required.isEmpty()) {
            var names = schema.putArray("required");
            required.forEach(names::add);
        }
        return schema;
    }

    private static ObjectNode responses(HttpFunction function) {
        var responses = JSON.createObjectNode();
        switch (function.method()) {
            case "DELETE" ->
                    responses.putObject("204").put("description", "Deleted, or did not exist.");
            case "PUT" -> {
                json(responses.putObject("201").put("description", "Created."));
                json(responses.putObject("200").put("description", "Updated, or unchanged."));
            }
            case "POST" ->
                    json(responses.putObject("2XX").put("description", "Done, or accepted."));
            default -> json(responses.putObject("200").put("description", "OK."));
        }
        for (var kind : Problem.Kind.values()) {
            var response =
                    responses
                            .putObject(Integer.toString(kind.status()))
                            .put("description", kind.title() + '.');
            if (kind == Problem.Kind.TOO_MANY_REQUESTS && function.limit() != null) {
                limitHeaders(response.putObject("headers"));
            }
            response.putObject("content")
                    .putObject("application/problem+json")
                    .putObject("schema")
                    .put("$ref", "#/components/schemas/Problem");
        }
        return responses;
    }

    private static void limitHeaders(ObjectNode headers) {
        header(headers, "Retry-After", "The seconds until the limit allows requests again.")
                .put("type", "integer")
                .put("minimum", 1);
        header(headers, "RateLimit", "The requests that remain (r) for the next seconds (t).")
                .put("type", "string");
        header(headers, "RateLimit-Policy", "The requests (q) that each window of seconds (w) has.")
                .put("type", "string");
    }

    private static ObjectNode header(ObjectNode headers, String name, String description) {
        return headers.putObject(name).put("description", description).putObject("schema");
    }

    private static void json(ObjectNode response) {
        response.putObject("content")
                .putObject("application/json")
                .putObject("schema")
                .put("type", "object");
    }

    private static ObjectNode problem() {
        var schema = JSON.createObjectNode().put("type", "object");
        var properties = schema.putObject("properties");
        var types = properties.putObject("type").put("type", "string").putArray("enum");
        for (var kind : Problem.Kind.values()) {
            types.add(kind.type());
        }
        properties.putObject("title").put("type", "string");
        properties.putObject("status").put("type", "integer");
        properties.putObject("detail").put("type", "string");
        var error =
                properties
                        .putObject("errors")
                        .put("type", "array")
                        .putObject("items")
                        .put("type", "object");
        error.putObject("properties").putObject("field").put("type", "string");
        error.withObjectProperty("properties").putObject("detail").put("type", "string");
        schema.putArray("required").add("type").add("title").add("status").add("detail");
        return schema;
    }
}
