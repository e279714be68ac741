package plaza.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import plaza.Deep;
import plaza.context.Declarations;
import plaza.functions.Catalogue;
import plaza.functions.OpenApi;
import plaza.testkit.SampleEvents;
import plaza.testkit.document.GeneratedText;

/// The committed document of the API is the one that the declarations describe, and is valid.
/// `-Dplaza.docs=write` writes it.
class OpenApiTest {
    private static final Path PLATFORM = Path.of("../docs/openapi.json");

    /// What constants of an enumeration cannot be called in Kotlin.
    private static final Set<String> ENUM_MEMBERS = Set.of("name", "ordinal", "entries");

    /// The document of another project, of which these tests are the test kit, is a resource of its
    /// context.
    @Test
    void theCommittedDocumentIsCurrent() throws IOException {
        if (Files.exists(PLATFORM)) {
            GeneratedText.assertFile(PLATFORM, text());
            return;
        }
        var contexts = Declarations.registered().names();
        assumeThat(contexts).as("a document is that of one context").hasSize(1);
        GeneratedText.assertFile(
                Path.of("src/main/resources/plaza", contexts.getFirst(), "openapi.json"), text());
    }

    @Test
    void swaggerParserReportsNothing() {
        var options = new ParseOptions();
        options.setResolve(true);
        var result = new OpenAPIV3Parser().readContents(text(), null, options);
        assertThat(result.getMessages()).isEmpty();
        assertThat(result.getOpenAPI().getPaths()).isNotEmpty();
    }

    /// What OpenAPI Generator does not support makes a client of it reject responses, or not
    /// compile. `GeneratedClientsTest` in `clients/generated` proves that it supports these
    /// keywords, in this form. It knows `const` and the `enum` of another type than a string only
    /// as texts.
    @Test
    void schemasUseOnlyWhatGeneratorsSupport() {
        var unsupported = new TreeSet<String>();
        var found = OpenApi.document(SampleEvents::example).findValues("schema");
        var components = OpenApi.document(SampleEvents::example).at("/components/schemas");
        assertThat(components.isEmpty()).isFalse();
        found.forEach(schema -> addUnsupported("a parameter, header or body", schema, unsupported));
        components
                .properties()
                .forEach(named -> addUnsupported(named.getKey(), named.getValue(), unsupported));
        assertThat(unsupported).isEmpty();
    }

    /// Generated clients have one type for all successes of an operation.
    @Test
    void allSuccessesOfAnOperationHaveOneSchema() {
        var different = new TreeSet<String>();
        for (var path : OpenApi.document(SampleEvents::example).path("paths")) {
            for (var operation : path) {
                var schemas = new TreeSet<String>();
                operation.path("responses").properties().stream()
                        .filter(response -> response.getKey().startsWith("2"))
                        .flatMap(response ->
                                response.getValue().path("content").findValues("schema").stream())
                        .forEach(schema -> schemas.add(schema.toString()));
                if (schemas.size() > 1) {
                    different.add(operation.path("operationId").asText() + ": " + schemas);
                }
            }
        }
        assertThat(different).isEmpty();
    }

    private static void addUnsupported(String name, JsonNode schema, Set<String> unsupported) {
        for (var keyword : schema.properties()) {
            var value = keyword.getValue();
            var isSupported =
                    switch (keyword.getKey()) {
                        case "enum" ->
                                value.valueStream().allMatch(OpenApiTest::isTextOrNull)
                                        && value.valueStream()
                                                .map(JsonNode::asText)
                                                .noneMatch(ENUM_MEMBERS::contains);
                        case "anyOf" -> // an object or null
                                value.size() == 2
                                        && value.path(0).has("$ref")
                                        && value.path(1).path("type").asText().equals("null");
                        case "type" ->
                                value.isTextual()
                                        || (value.size() == 2
                                                && value.path(1).asText().equals("null"));
                        // about the lines of a text, which a client receives as a text
                        case "contentMediaType", "contentSchema" -> schema.has("contentMediaType");
                        case "$ref",
                                "additionalProperties",
                                "default",
                                "description",
                                "examples",
                                "format",
                                "items",
                                "maximum",
                                "maxItems",
                                "maxLength",
                                "minimum",
                                "minItems",
                                "minLength",
                                "pattern",
                                "properties",
                                "propertyNames",
                                "readOnly",
                                "required" ->
                                true;
                        default -> false;
                    };
            if (!isSupported) {
                unsupported.add(name + ": " + keyword.getKey() + " " + value);
            }
        }
        schema.path("properties")
                .properties()
                .forEach(one ->
                        addUnsupported(name + '.' + one.getKey(), one.getValue(), unsupported));
        for (var inner : List.of("items", "additionalProperties", "propertyNames")) {
            if (schema.has(inner)) {
                addUnsupported(name, schema.get(inner), unsupported);
            }
        }
    }

    private static boolean isTextOrNull(JsonNode value) {
        return value.isTextual() || value.isNull();
    }

    @Deep
    @Test
    void everyExampleConformsToItsSchema() {
        var invalid = new ArrayList<String>();
        var checked = new ArrayList<String>();
        check(OpenApi.document(SampleEvents::example), "", checked, invalid);
        assertThat(invalid).isEmpty();
        assertThat(checked).hasSizeGreaterThan(2 * Catalogue.ALL.httpFunctions().size());
    }

    private static String text() {
        return OpenApi.text(OpenApi.document(SampleEvents::example));
    }

    /// Validates the examples of all parameters, headers, media types and schemas below a node.
    private static void check(
            JsonNode node, String pointer, List<String> checked, List<String> invalid) {
        if (node.has("schema") && node.has("example")) {
            checked.add(pointer);
            ContractCheck.invalid(pointer + "/schema", node.get("example").toString())
                    .forEach(fault -> invalid.add(pointer + ": " + fault));
        }
        if (node.has("type") && node.path("examples").isArray()) {
            checked.add(pointer);
            for (var example : node.get("examples")) {
                ContractCheck.invalid(pointer, example.toString())
                        .forEach(fault -> invalid.add(pointer + ": " + fault));
            }
        }
        if (node.isArray()) {
            for (var index = 0; index < node.size(); index++) {
                check(node.get(index), pointer + '/' + index, checked, invalid);
            }
        }
        for (var property : node.properties()) {
            if (!property.getKey().equals("example")) {
                var name = property.getKey().replace("~", "~0").replace("/", "~1");
                check(property.getValue(), pointer + '/' + name, checked, invalid);
            }
        }
    }
}
