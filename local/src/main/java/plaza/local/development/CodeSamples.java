package plaza.local.development;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import plaza.catalogue.HttpFunction;
import plaza.functions.OpenApi;
import plaza.local.development.Examples.Example;

/// The code that sends an example: with curl, and with the clients in `clients`.
///
/// @param document the OpenAPI document
/// @param address the base URL of the API
record CodeSamples(JsonNode document, String address) {
    private static final String JSON = "application/json";

    private static final Pattern NAME = Pattern.compile("[A-Za-z_$][A-Za-z0-9_$]*");

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /// Returns the samples of an operation as `x-codeSamples`.
    ///
    /// @param hasClients whether the clients have the operation
    ArrayNode of(HttpFunction row, JsonNode operation, Example example, boolean hasClients) {
        var samples = NODES.arrayNode();
        add(samples, "Shell", "curl", curl(row, example));
        if (hasClients) {
            add(samples, "TypeScript", "TypeScript", typeScript(row, operation, example));
            add(samples, "Java", "Java", java(row, operation, example));
        }
        return samples;
    }

    private static void add(ArrayNode samples, String language, String label, String source) {
        samples.addObject().put("lang", language).put("label", label).put("source", source);
    }

    /// The path and query of a request.
    static String target(HttpFunction row, Example example) {
        var path = row.path();
        for (var parameter : example.path().entrySet()) {
            path =
                    path.replace(
                            "{" + parameter.getKey() + "}",
                            URLEncoder.encode(parameter.getValue(), UTF_8));
        }
        var query = new StringJoiner("&", "?", "").setEmptyValue("");
        example.query()
                .forEach((name, value) -> query.add(name + '=' + URLEncoder.encode(value, UTF_8)));
        return path + query;
    }

    private String curl(HttpFunction row, Example example) {
        var lines = new ArrayList<String>();
        var method = row.method().equals("GET") ? "" : "-X " + row.method() + ' ';
        lines.add("curl " + method + quoted(address + target(row, example)));
        lines.add("-H \"Authorization: Bearer $TOKEN\"");
        example.bodies().entrySet().stream()
                .findFirst()
                .ifPresent(body -> {
                    lines.add("-H " + quoted("Content-Type: " + body.getKey()));
                    var json = body.getValue();
                    lines.add(
                            "--data-binary "
                                    + quoted(
                                            json.isTextual()
                                                    ? json.asText().strip()
                                                    : OpenApi.text((ObjectNode) json).strip()));
                });
        return String.join(" \\\n  ", lines);
    }

    /// A text as one word of a POSIX shell.
    private static String quoted(String text) {
        return '\'' + text.replace("'", "'\\''") + '\'';
    }

    private static String typeScript(HttpFunction row, JsonNode operation, Example example) {
        var call = NODES.objectNode();
        var parameters = NODES.objectNode();
        values(example.path(), operation, parameters.putObject("path"));
        values(example.query(), operation, parameters.putObject("query"));
        parameters.properties().removeIf(kind -> kind.getValue().isEmpty());
        if (!parameters.isEmpty()) {
            call.set("params", parameters);
        }
        example.bodies().entrySet().stream()
                .findFirst()
                .ifPresent(body -> {
                    if (!body.getKey().equals(JSON)) {
                        call.putObject("headers").put("Content-Type", body.getKey());
                    }
                    call.set("body", body.getValue());
                });
        var success = success(operation);
        if (!success.isEmpty() && !success.has(JSON)) {
            call.put("parseAs", "text");
        }
        var options = call.isEmpty() ? "" : ", " + literal(call, "  ");
        return "%sawait ok(\n  plaza.%s(\"%s\"%s),\n);"
                .formatted(
                        success.isEmpty() ? "" : "const result = ",
                        row.method(),
                        row.path(),
                        options);
    }

    /// The content of the first success that has one, by media type.
    private static JsonNode success(JsonNode operation) {
        for (var response : operation.path("responses").properties()) {
            if (response.getKey().startsWith("2") && response.getValue().has("content")) {
                return response.getValue().path("content");
            }
        }
        return NODES.objectNode();
    }

    private static void values(Map<String, String> texts, JsonNode operation, ObjectNode values) {
        texts.forEach((name, text) -> values.set(name, value(text, schema(operation, name))));
    }

    private static JsonNode schema(JsonNode operation, String parameter) {
        return StreamSupport.stream(operation.path("parameters").spliterator(), false)
                .filter(each -> each.path("name").asText().equals(parameter))
                .findFirst()
                .orElseThrow()
                .path("schema");
    }

    /// The value that a text in an address stands for.
    private static JsonNode value(String text, JsonNode schema) {
        return switch (type(schema)) {
            case "integer" -> NODES.numberNode(Long.parseLong(text));
            case "boolean" -> NODES.booleanNode(Boolean.parseBoolean(text));
            case "array" -> {
                var elements = NODES.arrayNode();
                for (var part : text.split(",", -1)) {
                    elements.add(value(part, schema.path("items")));
                }
                yield elements;
            }
            default -> NODES.textNode(text);
        };
    }

    /// The type of a value that is not null.
    private static String type(JsonNode schema) {
        var type = schema.path("type");
        return type.isArray() ? type.path(0).asText() : type.asText();
    }

    /// A value in TypeScript, the objects of the first levels in lines of their own.
    private static String literal(JsonNode value, String indent) {
        if (value.isObject()) {
            var inner = indent + "  ";
            var fields =
                    value.properties().stream()
                            .map(field -> key(field.getKey()) + literal(field.getValue(), inner))
                            .toList();
            var line = "{ " + String.join(", ", fields) + " }";
            return line.length() + indent.length() <= 60 && !line.contains("\n")
                    ? line
                    : fields.stream()
                            .map(field -> inner + field + ",\n")
                            .collect(Collectors.joining("", "{\n", indent + '}'));
        }
        if (value.isArray()) {
            return StreamSupport.stream(value.spliterator(), false)
                    .map(element -> literal(element, indent))
                    .collect(Collectors.joining(", ", "[", "]"));
        }
        return value.toString();
    }

    private static String key(String name) {
        return (NAME.matcher(name).matches() ? name : '"' + name + '"') + ": ";
    }

    private String java(HttpFunction row, JsonNode operation, Example example) {
        var lines = new ArrayList<String>();
        var type = "API%sRequest".formatted(row.name());
        lines.add("var request = " + type + ".newBuilder()");
        for (var values : List.of(example.path(), example.query())) {
            values.forEach((name, text) -> {
                var schema = schema(operation, name);
                lines.add(setter(name, expression(value(text, schema), schema, "")));
            });
        }
        example.bodies().entrySet().stream()
                .findFirst()
                .ifPresent(body -> {
                    var schema =
                            operation
                                    .path("requestBody")
                                    .path("content")
                                    .path(body.getKey())
                                    .path("schema");
                    var name = schema.has("$ref") ? decapitalized(component(schema)) : "body";
                    lines.add(setter(name, expression(body.getValue(), schema, "    ")));
                });
        lines.add("    .build();");
        var result = success(operation).isEmpty() ? "" : "var result = ";
        lines.add(
                "%splaza.%s().%s(request);"
                        .formatted(result, row.context(), decapitalized(row.name())));
        return String.join("\n", lines);
    }

    private static String setter(String name, String argument) {
        return "    .%s(%s)".formatted(name, argument);
    }

    private static String component(JsonNode reference) {
        var pointer = reference.path("$ref").asText();
        return pointer.substring(pointer.lastIndexOf('/') + 1);
    }

    private static String decapitalized(String name) {
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }

    /// A value as the generated Java client expects it.
    private String expression(JsonNode value, JsonNode schema, String indent) {
        if (value.isObject()) {
            var type = component(schema);
            var properties =
                    document.path("components").path("schemas").path(type).path("properties");
            var inner = indent + "    ";
            var setters = new StringBuilder("new " + type + "()");
            for (var field : value.properties()) {
                var property = properties.path(field.getKey());
                var argument =
                        property.has("enum")
                                ? "%s.%sEnum.%s"
                                        .formatted(
                                                type,
                                                capitalized(field.getKey()),
                                                constant(field.getValue().asText()))
                                : expression(field.getValue(), property, inner);
                setters.append('\n').append(inner).append(setter(field.getKey(), argument).strip());
            }
            return setters.toString();
        }
        if (value.isArray()) {
            return StreamSupport.stream(value.spliterator(), false)
                    .map(element -> expression(element, schema.path("items"), indent))
                    .collect(Collectors.joining(", ", "List.of(", ")"));
        }
        if (value.isNull()) {
            return "null";
        }
        return switch (type(schema) + ' ' + schema.path("format").asText()) {
            case "string uri" -> "URI.create(%s)".formatted(value);
            case "string date" -> "LocalDate.parse(%s)".formatted(value);
            case "string date-time" -> "OffsetDateTime.parse(%s)".formatted(value);
            case "number " -> "new BigDecimal(\"%s\")".formatted(value.asText());
            case "integer int64" -> value + "L";
            default -> value.toString();
        };
    }

    private static String capitalized(String name) {
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }

    /// The constant of an enumeration: `hidePost` is `HIDE_POST`, and `image/jpeg` `IMAGE_JPEG`.
    private static String constant(String word) {
        return word.replaceAll("([a-z])([A-Z])", "$1_$2")
                .replaceAll("[^A-Za-z0-9]", "_")
                .toUpperCase(Locale.ROOT);
    }
}
