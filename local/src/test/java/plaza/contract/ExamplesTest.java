package plaza.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.catalogue.FunctionRow;
import plaza.functions.Catalogue;
import plaza.functions.OpenApi;
import plaza.testkit.SampleEvents;
import plaza.testkit.SampleTable;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;

/// The request that viewers of the document prefill succeeds for every operation: the examples of
/// the path, of the query and of the body, and the defaults of the query.
class ExamplesTest {
    private static final JsonNode PATHS = OpenApi.document(SampleEvents::example).path("paths");

    private static final TestBed bed = new TestBed();
    private static final SampleTable samples = new SampleTable(bed);

    static Stream<String> all() {
        return Catalogue.ALL.httpFunctions().stream().map(FunctionRow::name);
    }

    @ParameterizedTest
    @MethodSource("all")
    void theExamplesOfAnOperationMakeARequestThatSucceeds(String function) {
        var row = TestBed.row(function);
        samples.reset(row.context());
        var operation = PATHS.path(row.path()).path(row.method().toLowerCase(Locale.ROOT));
        var request = bed.as("alice").asAdmin();
        for (var parameter : operation.path("parameters")) {
            prefill(request, parameter);
        }
        for (var content : operation.at("/requestBody/content").properties()) {
            var example = content.getValue().path("example");
            assertThat(example.isMissingNode()).isFalse();
            request.header("content-type", content.getKey())
                    .body(example.isTextual() ? example.asText() : example.toString());
        }
        assertThat(request.send(function).status()).isBetween(200, 299);
    }

    private static void prefill(TestRequest request, JsonNode parameter) {
        var name = parameter.path("name").asText();
        var value =
                parameter.has("example")
                        ? parameter.get("example")
                        : parameter.at("/schema/default");
        switch (parameter.path("in").asText()) {
            case "path" -> request.at(name, text(value));
            case "query" -> {
                assertThat(parameter.path("required").asBoolean() && value.isMissingNode())
                        .as(name)
                        .isFalse();
                request.query(name, value.isMissingNode() ? null : text(value));
            }
            default -> assertThat(parameter.has("$ref")).isTrue();
        }
    }

    /// Returns a value as it is in an address.
    private static String text(JsonNode value) {
        if (!value.isArray()) {
            return value.asText();
        }
        var parts = new ArrayList<String>();
        value.forEach(part -> parts.add(part.asText()));
        return String.join(",", parts);
    }
}
