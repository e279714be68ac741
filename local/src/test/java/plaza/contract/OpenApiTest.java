package plaza.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import plaza.Deep;
import plaza.functions.OpenApi;
import plaza.testkit.SampleEvents;
import plaza.testkit.document.GeneratedText;

/// The committed document of the API is the one that the declarations describe, and is valid.
/// `-Dplaza.docs=write` writes it.
class OpenApiTest {
    private static final Path FILE = Path.of("../docs/openapi.json");

    @Test
    void theCommittedDocumentIsCurrent() throws IOException {
        GeneratedText.assertFile(FILE, text());
    }

    @Test
    void swaggerParserReportsNothing() {
        var options = new ParseOptions();
        options.setResolve(true);
        var result = new OpenAPIV3Parser().readContents(text(), null, options);
        assertThat(result.getMessages()).isEmpty();
        assertThat(result.getOpenAPI().getPaths()).isNotEmpty();
    }

    @Deep
    @Test
    void everyExampleConformsToItsSchema() {
        var invalid = new ArrayList<String>();
        var checked = new ArrayList<String>();
        check(OpenApi.document(SampleEvents::example), "", checked, invalid);
        assertThat(invalid).isEmpty();
        assertThat(checked).hasSizeGreaterThan(200);
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
