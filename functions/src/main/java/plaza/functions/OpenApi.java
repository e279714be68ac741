package plaza.functions;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.Access;
import plaza.catalogue.Contract;
import plaza.catalogue.Contract.Content;
import plaza.catalogue.Contract.Header;
import plaza.catalogue.FileType;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.Limit;
import plaza.catalogue.PathParameter;
import plaza.catalogue.Prerequisite;
import plaza.http.Field;
import plaza.http.Parameter;
import plaza.http.Problem;
import plaza.http.ProblemJson;
import plaza.http.Request;
import plaza.http.Response;
import plaza.http.Schema;
import plaza.http.Shape;

/// Builds the OpenAPI 3.1 document of the API from the Catalogue: parameters, bodies, responses and
/// headers from the declarations that the handlers use, and examples of requests that the caller
/// provides.
public final class OpenApi {
    /// The example of a request.
    ///
    /// @param path the values of the path parameters by name
    /// @param query the values of the query parameters by name
    public record Example(
            Map<String, String> path, Map<String, String> query, @Nullable String body) {}

    private static final JsonMapper JSON = new JsonMapper();

    private static final Pattern PATH_PARAMETER = Pattern.compile("\\{([A-Za-z]+)}");

    private static final String JSON_TYPE = "application/json";
    private static final String PROBLEM_TYPE = "application/problem+json";

    private final ObjectNode document = JSON.createObjectNode();
    private final ObjectNode schemas = JSON.createObjectNode();
    private final ObjectNode parameters = JSON.createObjectNode();
    private final ObjectNode headers = JSON.createObjectNode();
    private final Map<String, ObjectNode> responses = new TreeMap<>();
    private final Map<String, PathParameter> pathParameters = Catalogue.ALL.pathParameters();

    private final Function<HttpFunction, Example> examples;

    private OpenApi(Function<HttpFunction, Example> examples) {
        this.examples = examples;
    }

    /// Returns the document with an example of a request of each function.
    public static ObjectNode document(Function<HttpFunction, Example> examples) {
        return new OpenApi(examples).build();
    }

    /// Returns the text of a document, as `docs/openapi.json` has it.
    public static String text(ObjectNode document) {
        var printer =
                new DefaultPrettyPrinter()
                        .withSeparators(
                                Separators.createDefaultInstance()
                                        .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                                        .withObjectEmptySeparator("")
                                        .withArrayEmptySeparator(""));
        var indenter = new DefaultIndenter("  ", "\n");
        printer.indentObjectsWith(indenter);
        printer.indentArraysWith(indenter);
        try {
            return JSON.writer(printer).writeValueAsString(document) + '\n';
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private ObjectNode build() {
        document.put("openapi", "3.1.0");
        var info = document.putObject("info");
        info.put("title", "Plaza")
                .put("version", "1.0.0")
                .put(
                        "description",
                        "A serverless backend on one table. On a developer's machine, GET /dev/token/{subject} returns a token.");
        info.putObject("license")
                .put("name", "Apache 2.0")
                .put("url", "https://www.apache.org/licenses/LICENSE-2.0");
        document.putArray("servers")
                .addObject()
                .put("url", "/")
                .put("description", "The server that this document comes from.");
        document.putArray("security").addObject().putArray("token");
        var tags = document.putArray("tags");
        for (var context : Catalogue.ALL.declarations().all()) {
            tags.addObject().put("name", context.name()).put("description", context.description());
        }
        var paths = document.putObject("paths");
        problemSchema();
        for (var function : Catalogue.ALL.httpFunctions()) {
            paths.withObjectProperty(function.path())
                    .set(function.method().toLowerCase(Locale.ROOT), operation(function));
        }
        var components = document.putObject("components");
        components
                .putObject("securitySchemes")
                .putObject("token")
                .put("type", "http")
                .put("scheme", "bearer")
                .put("bearerFormat", "JWT")
                .put(
                        "description",
                        "An access token of the user pool, or of the issuer that the deployment trusts.");
        components.set("parameters", parameters);
        components.set("headers", headers);
        var shared = components.putObject("responses");
        responses.forEach(shared::set);
        components.set("schemas", schemas);
        return document;
    }

    private ObjectNode operation(HttpFunction function) {
        var example = examples.apply(function);
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
        var list = parameters(function, example);
        if (!list.isEmpty()) {
            operation.set("parameters", list);
        }
        var body = requestBody(function, example);
        if (body != null) {
            operation.set("requestBody", body);
        }
        operation.set("responses", responses(function));
        return operation;
    }

    private static String access(Access access) {
        return switch (access) {
            case OWNER -> "Only the user that the path names may call it.";
            case OWNER_OR_ADMIN ->
                    "Only the user that the path names and administrators may call it.";
            case CREATOR -> "Only the user who created the resource may call it.";
            case ANY_USER -> "Any signed-in user may call it.";
            case ADMIN -> "Only administrators may call it.";
        };
    }

    private static String prerequisite(@Nullable Prerequisite prerequisite) {
        return prerequisite == null
                ? ""
                : " The caller needs a %s (%s); the response is 404 without one."
                        .formatted(prerequisite.noun(), prerequisite.routeKey());
    }

    private static String limit(@Nullable Limit limit) {
        if (limit == null) {
            return "";
        }
        return !limit.isStored()
                ? " A deployment limits how often a caller can send this request per hour (by default about %d times); the response to others is 429."
                        .formatted(limit.perHourDefault())
                : " A deployment limits how many requests of the kind `%s` a caller can send per hour (by default %d); the response to others is 429."
                        .formatted(limit.label(), limit.perHourDefault());
    }

    private static String cost(HttpFunction function) {
        var budget = function.budget();
        var reads = budget.readUnits() + " read";
        var units =
                budget.writeUnits() == 0 ? reads : reads + " and " + budget.writeUnits() + " write";
        return "It costs %s request units in %s (%s)."
                .formatted(
                        units,
                        budget.roundTrips() == 1
                                ? "one round trip"
                                : budget.roundTrips() + " round trips",
                        budget.when());
    }

    private ArrayNode parameters(HttpFunction function, Example example) {
        var list = JSON.createArrayNode();
        var names = PATH_PARAMETER.matcher(function.path());
        while (names.find()) {
            var name = names.group(1);
            var declared = pathParameters.get(name);
            if (declared == null) {
                throw new IllegalStateException("undeclared path parameter: " + name);
            }
            var parameter =
                    list.addObject()
                            .put("name", name)
                            .put("in", "path")
                            .put("description", declared.description())
                            .put("required", true);
            parameter.set("schema", schema(declared.schema()));
            parameter.put("example", example.path().get(name));
        }
        for (var parameter : function.contract().query()) {
            list.add(query(parameter, example));
        }
        if (function.method().equals("POST")) {
            list.add(
                    sharedHeader(
                            "IdempotencyKey",
                            "Idempotency-Key",
                            "A repeated request with the same key receives the stored response of the first one.",
                            Schema.Text.plain("7e1c9a52").length(1, 255).pattern("^[!-~]+$")));
        }
        if (function.contract().isConditional()) {
            list.add(
                    sharedHeader(
                            "IfMatch",
                            "If-Match",
                            "The versions that the request may change, as `ETag` returns them. If the resource has another version, the response is 412.",
                            Schema.Text.plain("\"2f8Vm9kQpTz1Xc4d\"")));
        }
        if (isCacheable(function)) {
            list.add(
                    sharedHeader(
                            "IfNoneMatch",
                            "If-None-Match",
                            "The versions that the caller has, as `ETag` returns them. If the resource has one of them, the response is 304.",
                            Schema.Text.plain("\"2f8Vm9kQpTz1Xc4d\"")));
        }
        return list;
    }

    private ObjectNode query(Parameter<?> parameter, Example example) {
        var node =
                JSON.createObjectNode()
                        .put("name", parameter.name())
                        .put("in", "query")
                        .put("description", parameter.description())
                        .put("required", parameter.isRequired());
        var schema = schema(parameter.schema());
        if (parameter.schema() instanceof Schema.Array<?>) {
            node.put("style", "form").put("explode", false);
        }
        if (parameter.defaultText() != null) {
            schema.set("default", value(parameter.schema(), parameter.defaultText()));
        }
        node.set("schema", schema);
        var value = example.query().get(parameter.name());
        if (value != null) {
            node.set("example", value(parameter.schema(), value));
        }
        return node;
    }

    /// Returns the text of a parameter as JSON.
    private static JsonNode value(Schema<?> schema, String text) {
        return switch (schema) {
            case Schema.Whole _ -> JSON.getNodeFactory().numberNode(Long.parseLong(text));
            case Schema.Flag _ -> JSON.getNodeFactory().booleanNode(Boolean.parseBoolean(text));
            case Schema.Array<?> array -> {
                var values = JSON.createArrayNode();
                for (var part : text.split(",", -1)) {
                    values.add(value(array.element(), part));
                }
                yield values;
            }
            default -> JSON.getNodeFactory().textNode(text);
        };
    }

    private ObjectNode sharedHeader(String key, String name, String description, Schema<?> schema) {
        if (!parameters.has(key)) {
            parameters
                    .putObject(key)
                    .put("name", name)
                    .put("in", "header")
                    .put("description", description)
                    .put("required", false)
                    .set("schema", schema(schema));
        }
        return reference("parameters", key);
    }

    private @Nullable ObjectNode requestBody(HttpFunction function, Example example) {
        var type = function.contract().bodyType();
        if (type == null && function.body().isEmpty()) {
            return null;
        }
        var body = Objects.requireNonNull(example.body(), function.name());
        var node = JSON.createObjectNode().put("required", !function.contract().isBodyOptional());
        var content = node.putObject("content");
        if (type != null) {
            var file = content.putObject(type.mediaType());
            file.putObject("schema").put("type", "string").put("description", type.description());
            file.put("example", body);
            return node;
        }
        var name = function.name() + "Body";
        schemas.set(name, body(function.body()));
        for (var mediaType : Request.bodyTypes(function.method())) {
            var json = content.putObject(mediaType);
            json.set("schema", reference("schemas", name));
            json.set("example", tree(body));
        }
        return node;
    }

    private static JsonNode tree(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException malformed) {
            throw new IllegalArgumentException(malformed);
        }
    }

    private ObjectNode body(List<Field<?>> fields) {
        var schema = JSON.createObjectNode().put("type", "object");
        var properties = schema.putObject("properties");
        var required = JSON.createArrayNode();
        for (var field : fields) {
            var property = schema(field.schema());
            if (field.required()) {
                required.add(field.name());
            }
            if (field.isNullable()) {
                property = nullable(property);
            }
            if (field.isReadOnly()) {
                property.put("readOnly", true);
            }
            properties.set(field.name(), property);
        }
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        return schema.put("additionalProperties", false);
    }

    /// Adds null, which in a body means the same as an absent field or removes the stored value.
    private static ObjectNode nullable(ObjectNode schema) {
        if (schema.has("$ref")) {
            var either = JSON.createObjectNode();
            var options = either.putArray("anyOf");
            options.add(schema);
            options.addObject().put("type", "null");
            return either;
        }
        var type = schema.get("type");
        var types = JSON.createArrayNode().add(type).add("null");
        schema.set("type", types);
        if (schema.get("enum") instanceof ArrayNode words) {
            words.addNull();
        }
        return schema;
    }

    private ObjectNode responses(HttpFunction function) {
        var all = new TreeMap<Integer, ObjectNode>();
        var contract = function.contract();
        var isLimited = function.takesToken();
        for (var success : contract.successes()) {
            all.put(success.status(), success(success, isLimited));
        }
        if (isCacheable(function)) {
            var unchanged =
                    JSON.createObjectNode()
                            .put("description", "The caller has the current version.");
            headers(unchanged, Set.of(Header.ETAG), Set.of(), false);
            all.put(304, shared("Unchanged", unchanged));
        }
        for (var kind : contract.problems()) {
            // of kinds with one status the first is the example; the schema has all types
            all.computeIfAbsent(kind.status(), _ -> problem(kind, function));
        }
        all.put(500, gatewayFault());
        var node = JSON.createObjectNode();
        all.forEach((status, response) -> node.set(Integer.toString(status), response));
        return node;
    }

    private static boolean isCacheable(HttpFunction function) {
        return function.method().equals("GET")
                && function.contract().successes().stream()
                        .anyMatch(success ->
                                success.headers().contains(Header.ETAG)
                                        || success.optionalHeaders().contains(Header.ETAG));
    }

    private ObjectNode success(Contract.Success success, boolean isLimited) {
        var response =
                JSON.createObjectNode()
                        .put(
                                "description",
                                switch (success.status()) {
                                    case 200 -> "Done.";
                                    case 201 -> "Created.";
                                    case 202 -> "Accepted: the work continues after the response.";
                                    default -> "Done; there is nothing to return.";
                                });
        headers(response, success.headers(), success.optionalHeaders(), isLimited);
        switch (success.content()) {
            case Content.None _ -> {}
            case Content.File(var type) -> {
                var file = response.putObject("content").putObject(type.mediaType());
                file.putObject("schema").put("type", "string");
                file.put("example", type.example());
            }
            case Content.Lines(var type, var shapes) -> {
                var file = response.putObject("content").putObject(type.mediaType());
                file.set("schema", lines(type, shapes));
                file.put("example", type.example());
            }
            case Content.One(var shape) -> json(response, schema(shape), example(shape));
            case Content.Items(var name, var shape, var hasPages, var head) -> {
                var list = JSON.createObjectNode();
                list.putArray(name).add(example(shape));
                if (hasPages) {
                    list.set("nextCursor", example(Request.CURSOR.schema()));
                }
                if (head != null) {
                    list.setAll((ObjectNode) example(head));
                }
                json(response, list(name, shape, hasPages, head), list);
            }
        }
        return response;
    }

    /// The schema of a text, with those of its lines. Generators ignore them.
    private ObjectNode lines(FileType type, List<Shape<?>> shapes) {
        var text =
                JSON.createObjectNode()
                        .put("type", "string")
                        .put("description", type.description())
                        .put("contentMediaType", type.mediaType());
        var line = text.putObject("contentSchema").putArray("anyOf");
        shapes.forEach(shape -> line.add(schema(shape)));
        return text;
    }

    private ObjectNode list(
            String list, Shape<?> shape, boolean hasPages, @Nullable Shape<?> head) {
        var name =
                head != null && !list.equals(Response.ITEMS)
                        ? head.name()
                        : shape.name() + (hasPages ? "Page" : "List");
        if (!schemas.has(name)) {
            var items = schema(shape);
            var schema = schemas.putObject(name).put("type", "object");
            var properties = schema.putObject("properties");
            properties.putObject(list).put("type", "array").set("items", items);
            if (hasPages) {
                properties.set(
                        "nextCursor",
                        schema(Request.CURSOR.schema())
                                .put("description", "The `cursor` of the next page."));
            }
            var required = schema.putArray("required").add(list);
            if (head != null) {
                for (var property : head.properties()) {
                    properties.set(property.name(), schema(property.schema()));
                    if (property.isRequired()) {
                        required.add(property.name());
                    }
                }
            }
        }
        return reference("schemas", name);
    }

    private static void json(ObjectNode response, ObjectNode schema, JsonNode example) {
        var content = response.putObject("content").putObject(JSON_TYPE);
        content.set("schema", schema);
        content.set("example", example);
    }

    private ObjectNode problem(Problem.Kind kind, HttpFunction function) {
        var isLimited = function.takesToken();
        var response = JSON.createObjectNode().put("description", kind.title() + '.');
        var required = new HashSet<Header>();
        if (kind == Problem.Kind.UNAVAILABLE || kind == Problem.Kind.TOO_MANY_REQUESTS) {
            required.add(Header.RETRY_AFTER);
        }
        var namesTypes =
                kind == Problem.Kind.UNSUPPORTED_MEDIA_TYPE && function.method().equals("PATCH");
        if (namesTypes) {
            required.add(Header.ACCEPT_PATCH);
        }
        var isGateways = kind == Problem.Kind.UNAUTHENTICATED || kind == Problem.Kind.FORBIDDEN;
        headers(
                response,
                required,
                isGateways ? Set.of(Header.WWW_AUTHENTICATE) : Set.of(),
                isLimited);
        var content = response.putObject("content");
        var problem = content.putObject(PROBLEM_TYPE);
        problem.set("schema", reference("schemas", "Problem"));
        problem.putObject("example")
                .put("type", kind.type())
                .put("title", kind.title())
                .put("status", kind.status())
                .put("detail", "What is wrong, and what to do.");
        if (isGateways) {
            gatewayMessage(content, kind == Problem.Kind.FORBIDDEN ? "Forbidden" : "Unauthorized");
        }
        var name = new StringBuilder(isLimited ? "Limited" : "").append(namesTypes ? "Patch" : "");
        for (var word : kind.name().split("_", -1)) {
            name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return shared(name.toString(), response);
    }

    private ObjectNode gatewayFault() {
        var response =
                JSON.createObjectNode()
                        .put("description", "The function failed. API Gateway responds instead.");
        gatewayMessage(response.putObject("content"), "Internal Server Error");
        return shared("InternalServerError", response);
    }

    private void gatewayMessage(ObjectNode content, String message) {
        if (!schemas.has("GatewayError")) {
            var schema = schemas.putObject("GatewayError").put("type", "object");
            schema.put("description", "An error that API Gateway itself reports.");
            schema.putObject("properties").putObject("message").put("type", "string");
            schema.putArray("required").add("message");
        }
        var json = content.putObject(JSON_TYPE);
        json.set("schema", reference("schemas", "GatewayError"));
        json.putObject("example").put("message", message);
    }

    private ObjectNode shared(String name, ObjectNode response) {
        responses.putIfAbsent(name, response);
        return reference("responses", name);
    }

    private void headers(
            ObjectNode response, Set<Header> always, Set<Header> sometimes, boolean isLimited) {
        var all = new TreeMap<Header, Boolean>();
        sometimes.forEach(header -> all.put(header, false));
        if (isLimited) {
            all.put(Header.RATE_LIMIT, false);
            all.put(Header.RATE_LIMIT_POLICY, false);
        }
        always.forEach(header -> all.put(header, true));
        if (all.isEmpty()) {
            return;
        }
        var node = response.putObject("headers");
        all.forEach(
                (header, isRequired) -> node.set(header.wireName(), header(header, isRequired)));
    }

    private ObjectNode header(Header header, boolean isRequired) {
        var key = (isRequired ? "" : "Optional") + header.wireName().replace("-", "");
        if (!headers.has(key)) {
            var node = headers.putObject(key).put("description", header.description());
            node.put("required", isRequired);
            var schema = node.putObject("schema");
            if (header == Header.RETRY_AFTER) {
                schema.put("type", "integer").put("minimum", 1);
                node.put("example", Integer.parseInt(header.example()));
            } else {
                schema.put("type", "string");
                node.put("example", header.example());
            }
        }
        return reference("headers", key);
    }

    private void problemSchema() {
        schema(ProblemJson.PROBLEM);
        var properties = (ObjectNode) schemas.path("Problem").path("properties");
        for (var function : Catalogue.ALL.httpFunctions()) {
            for (var member : function.contract().members()) {
                properties.set(member.name(), schema(member.schema()));
            }
        }
    }

    private static ObjectNode reference(String kind, String name) {
        return JSON.createObjectNode().put("$ref", "#/components/" + kind + "/" + name);
    }

    private ObjectNode schema(Schema<?> schema) {
        var node = JSON.createObjectNode();
        return switch (schema) {
            case Schema.Text<?> text -> named(text.name(), text(text, node));
            case Schema.Whole whole -> {
                node.put("type", "integer");
                if (whole.min() != Long.MIN_VALUE) {
                    node.put("minimum", whole.min());
                }
                if (whole.max() == Long.MAX_VALUE) {
                    node.put("format", "int64");
                } else {
                    node.put("maximum", whole.max());
                }
                node.putArray("examples").add(example(whole));
                yield node;
            }
            case Schema.Decimal decimal -> {
                node.put("type", "number")
                        .put("minimum", decimal.min())
                        .put("maximum", decimal.max())
                        .put(
                                "description",
                                "At most " + decimal.scale() + " digits after the point.");
                node.putArray("examples").add(example(decimal));
                yield node;
            }
            case Schema.Flag flag -> {
                node.put("type", "boolean");
                if (!flag.description().isEmpty()) {
                    node.put("description", flag.description());
                }
                node.putArray("examples").add(example(flag));
                yield node;
            }
            case Schema.Array<?> array -> {
                node.put("type", "array");
                if (array.countMin() > 0) {
                    node.put("minItems", array.countMin());
                }
                if (array.countMax() < Integer.MAX_VALUE) {
                    node.put("maxItems", array.countMax());
                }
                node.set("items", schema(array.element()));
                yield node;
            }
            case Schema.Numbers numbers -> {
                node.put("type", "object").set("propertyNames", schema(numbers.name()));
                node.set("additionalProperties", schema(numbers.number()));
                node.putArray("examples").add(example(numbers));
                yield node;
            }
            case Shape<?> shape -> shape(shape);
        };
    }

    /// Returns a schema, or the reference to it if it has a name.
    private ObjectNode named(@Nullable String name, ObjectNode schema) {
        if (name == null) {
            return schema;
        }
        schemas.set(name, schema);
        return reference("schemas", name);
    }

    private static ObjectNode text(Schema.Text<?> text, ObjectNode node) {
        node.put("type", "string");
        if (!text.description().isEmpty()) {
            node.put("description", text.description());
        }
        if (text.pattern() != null) {
            node.put("pattern", text.pattern());
        }
        if (text.format() != null) {
            node.put("format", text.format());
        }
        if (text.lengthMin() > 0) {
            node.put("minLength", text.lengthMin());
        }
        if (text.lengthMax() < Integer.MAX_VALUE) {
            node.put("maxLength", text.lengthMax());
        }
        if (!text.words().isEmpty()) {
            text.words().forEach(node.withArrayProperty("enum")::add);
        }
        node.putArray("examples").add(example(text));
        return node;
    }

    private ObjectNode shape(Shape<?> shape) {
        if (!schemas.has(shape.name())) {
            var node = schemas.putObject(shape.name()).put("type", "object");
            var properties = node.putObject("properties");
            var required = JSON.createArrayNode();
            for (var property : shape.properties()) {
                properties.set(property.name(), schema(property.schema()));
                if (property.isRequired()) {
                    required.add(property.name());
                }
            }
            if (!required.isEmpty()) {
                node.set("required", required);
            }
        }
        return reference("schemas", shape.name());
    }

    /// Returns an example of a value. It consists of the examples of the schema's parts.
    public static JsonNode example(Schema<?> schema) {
        var nodes = JSON.getNodeFactory();
        return switch (schema) {
            case Schema.Text<?> text -> nodes.textNode(text.example());
            case Schema.Whole whole -> nodes.numberNode(whole.example());
            case Schema.Decimal decimal -> nodes.numberNode(decimal.example());
            case Schema.Flag _ -> nodes.booleanNode(true);
            case Schema.Array<?> array -> nodes.arrayNode().add(example(array.element()));
            case Schema.Numbers numbers ->
                    nodes.objectNode().put(numbers.name().example(), numbers.number().example());
            case Shape<?> shape -> {
                var object = nodes.objectNode();
                for (var property : shape.properties()) {
                    object.set(property.name(), example(property.schema()));
                }
                yield object;
            }
        };
    }
}
