package plaza.contract;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.NonValidationKeyword;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.HttpFunction;
import plaza.context.Declarations;
import plaza.functions.Catalogue;
import plaza.functions.OpenApi;
import plaza.leaving.ExportedKind;
import plaza.local.gateway.ApiRequest;
import plaza.local.gateway.ApiResponse;
import plaza.local.gateway.Routes;
import plaza.testkit.SampleEvents;

/// Validates responses against the OpenAPI document: the status, the headers, the media type and
/// the body. A response may have only what the document lists. If a request succeeds, its body and
/// its query must also be as documented.
public final class ContractCheck {
    private static final JsonMapper JSON = new JsonMapper();

    private static final String DOCUMENT = "https://plaza.example/openapi.json";

    /// The headers that every response has.
    private static final Set<String> COMMON_HEADERS =
            Set.of("content-type", "cache-control", "x-content-type-options");

    /// A text that begins with a capital letter, ends with a full stop, and does not begin with a
    /// predicate ("Must be…", "Not a…") or with a bare name as the only subject ("Only userId…").
    private static final Pattern SENTENCE =
            Pattern.compile(
                    "(?!(Must|Is|Are|Has|Have|Can|Cannot|Not|Invalid|Unknown|Missing|Required|Too)\\b)"
                            + "(?!Only [a-z]+[A-Z`])"
                            + "[A-Z].* .*\\.",
                    Pattern.DOTALL);

    private static final JsonNode ROOT = closed(OpenApi.document(SampleEvents::example));

    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(
                    Dialect.builder(Dialects.getDraft202012())
                            .unknownKeywordFactory((name, _) -> new NonValidationKeyword(name))
                            .build(),
                    builder -> builder.schemas(Map.of(DOCUMENT, ROOT.toString())));

    private static final Map<String, Schema> SCHEMAS = new ConcurrentHashMap<>();

    private static final Map<String, String> LINE_SCHEMAS = lineSchemas();

    private static final Routes ROUTES = new Routes(Catalogue.ALL.httpFunctions());

    private static final String RETURNED = " returned what the contract does not allow: ";

    private ContractCheck() {}

    /// Validates the response to a request.
    ///
    /// @throws AssertionError if the document does not allow it
    public static void check(
            HttpFunction function,
            APIGatewayV2HTTPEvent request,
            int status,
            Map<String, String> headers,
            @Nullable String body) {
        if (status < 300) {
            require(
                    request(function, request),
                    () ->
                            function.name()
                                    + " accepted a request that the contract does not allow; is each field in the `.body` of its row?");
        }
        require(
                response(function, status, headers, body),
                () -> function.name() + RETURNED + status + ' ' + headers + ' ' + body);
    }

    private static void require(List<String> faults, Supplier<String> what) {
        if (!faults.isEmpty()) {
            throw new AssertionError(what.get() + "\n  " + String.join("\n  ", faults));
        }
    }

    /// Validates the response of the local gateway to a request, unless no route matches.
    ///
    /// @throws AssertionError if the document does not allow it
    public static void check(ApiRequest call, ApiResponse response) {
        if (ROUTES.find(call.method(), call.path())
                        instanceof Routes.Match.Found(var function, var _)
                && function.method().equals(call.method())) {
            require(
                    response(function, response.status(), response.headers(), response.text()),
                    () ->
                            call.method()
                                    + ' '
                                    + call.path()
                                    + RETURNED
                                    + response.status()
                                    + ' '
                                    + response.headers()
                                    + ' '
                                    + response.text());
        }
    }

    private static String pointer(HttpFunction function) {
        return "/paths/"
                + function.path().replace("/", "~1")
                + '/'
                + function.method().toLowerCase(Locale.ROOT);
    }

    private static List<String> response(
            HttpFunction function, int status, Map<String, String> headers, @Nullable String body) {
        var faults = new ArrayList<String>();
        var pointer = pointer(function) + "/responses/" + status;
        if (ROOT.at(pointer).isMissingNode()) {
            faults.add("the status is not documented");
            return faults;
        }
        pointer = resolved(pointer);
        ContractUse.ALL.add(function.name(), status);
        headers(ROOT.at(pointer).path("headers"), headers, faults);
        var content = ROOT.at(pointer).path("content");
        if (content.isMissingNode()) {
            if (body != null && !body.isEmpty()) {
                faults.add("a body is not documented");
            }
            return faults;
        }
        var type = headers.getOrDefault("content-type", "").split(";", 2)[0];
        if (!content.has(type)) {
            faults.add("the media type " + type + " is not documented");
            return faults;
        }
        if (type.endsWith("-ndjson")) {
            lines(body == null ? "" : body, faults);
        } else if (type.endsWith("json")) {
            var schema = pointer + "/content/" + type.replace("/", "~1") + "/schema";
            faults.addAll(invalid(schema, body == null ? "" : body));
            details(body == null ? "" : body, faults);
        }
        return faults;
    }

    /// Checks each line by the schema of its kind.
    private static void lines(String body, List<String> faults) {
        for (var line : body.lines().toList()) {
            try {
                var kind = JSON.readTree(line).path(ExportedKind.KIND);
                var schema = LINE_SCHEMAS.get(kind.asText());
                if (schema == null) {
                    faults.add("no schema of lines of the kind " + kind);
                } else {
                    faults.addAll(invalid("/components/schemas/" + schema, line));
                }
            } catch (JsonProcessingException _) {
                faults.add("a line is not JSON");
            }
        }
    }

    /// The names of the schemas of lines, by kind.
    private static Map<String, String> lineSchemas() {
        return Declarations.registered().exports().shapes().entrySet().stream()
                .collect(
                        Collectors.toUnmodifiableMap(
                                Map.Entry::getKey, shape -> shape.getValue().name()));
    }

    /// Checks that each `detail` of a body is a sentence with a subject, so that a person
    /// understands it without the name of its field.
    private static void details(String body, List<String> faults) {
        try {
            for (var detail : JSON.readTree(body).findValues("detail")) {
                if (!SENTENCE.matcher(detail.asText()).matches()) {
                    faults.add("not a sentence with a subject: " + detail);
                }
            }
        } catch (JsonProcessingException _) {
            faults.add("the body is not JSON");
        }
    }

    private static void headers(
            JsonNode documented, Map<String, String> headers, List<String> faults) {
        var names = new ArrayList<String>();
        for (var header : documented.properties()) {
            var name = header.getKey().toLowerCase(Locale.ROOT);
            names.add(name);
            var declared = ROOT.at(header.getValue().path("$ref").asText().substring(1));
            var value = headers.get(name);
            if (value == null && declared.path("required").asBoolean()) {
                faults.add("the header " + name + " is missing");
            }
            if (value != null
                    && declared.at("/schema/type").asText().equals("integer")
                    && !value.matches("[1-9][0-9]*")) {
                faults.add("the header " + name + " is not a positive integer");
            }
        }
        for (var name : headers.keySet()) {
            if (!names.contains(name) && !COMMON_HEADERS.contains(name)) {
                faults.add("the header " + name + " is not documented");
            }
        }
    }

    private static List<String> request(HttpFunction function, APIGatewayV2HTTPEvent request) {
        var faults = new ArrayList<String>();
        var operation = ROOT.at(pointer(function));
        if (operation.has("requestBody")
                && request.getBody() != null
                && !request.getBody().isEmpty()) {
            var body = pointer(function) + "/requestBody/content/application~1json/schema";
            if (!ROOT.at(body).isMissingNode()) {
                var text =
                        request.getIsBase64Encoded()
                                ? new String(
                                        Base64.getDecoder().decode(request.getBody()),
                                        StandardCharsets.UTF_8)
                                : request.getBody();
                faults.addAll(invalid(body, text));
            }
        }
        if (request.getQueryStringParameters() != null) {
            request.getQueryStringParameters()
                    .forEach((name, value) ->
                            faults.addAll(parameter(function, operation, name, value)));
        }
        return faults;
    }

    private static List<String> parameter(
            HttpFunction function, JsonNode operation, String name, String value) {
        var parameters = operation.path("parameters");
        for (var index = 0; index < parameters.size(); index++) {
            var parameter = parameters.path(index);
            if (parameter.path("in").asText().equals("query")
                    && parameter.path("name").asText().equals(name)) {
                return invalid(
                        pointer(function) + "/parameters/" + index + "/schema",
                        json(parameter.path("schema"), value).toString());
            }
        }
        // a function without pages ignores parameters that it does not know
        return function.pages()
                ? List.of("the query parameter " + name + " is not documented")
                : List.of();
    }

    /// Returns the text of a parameter as the JSON that its schema describes.
    private static JsonNode json(JsonNode schema, String text) {
        return switch (schema.path("type").asText()) {
            case "integer" -> JSON.getNodeFactory().numberNode(Long.parseLong(text));
            case "boolean" -> JSON.getNodeFactory().booleanNode(Boolean.parseBoolean(text));
            case "array" -> {
                var values = JSON.createArrayNode();
                for (var part : text.split(",", -1)) {
                    values.add(part);
                }
                yield values;
            }
            default -> JSON.getNodeFactory().textNode(text);
        };
    }

    /// Returns what is invalid in a JSON text.
    ///
    /// @param pointer the schema in the document
    static List<String> invalid(String pointer, String json) {
        var schema =
                SCHEMAS.computeIfAbsent(
                        pointer,
                        _ -> REGISTRY.getSchema(SchemaLocation.of(DOCUMENT + '#' + pointer)));
        JsonNode instance;
        try {
            instance = JSON.readTree(json);
        } catch (JsonProcessingException _) {
            return List.of("the body is not JSON");
        }
        return schema.validate(instance).stream().map(Object::toString).toList();
    }

    private static String resolved(String pointer) {
        var reference = ROOT.at(pointer).path("$ref").asText();
        return reference.isEmpty() ? pointer : reference.substring(1);
    }

    /// Returns the document with all of its objects closed.
    private static JsonNode closed(ObjectNode document) {
        for (var schema : document.at("/components/schemas")) {
            if (schema instanceof ObjectNode object
                    && object.has("properties")
                    && !object.has("additionalProperties")) {
                object.put("additionalProperties", false);
            }
        }
        return document;
    }
}
