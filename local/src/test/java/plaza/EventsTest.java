package plaza;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.catalogue.FunctionRow;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;
import plaza.testkit.SampleEvents;
import plaza.testkit.SampleTable;
import plaza.testkit.TestBed;
import plaza.testkit.document.GeneratedText;
import plaza.testkit.invocation.TestContext;

/// Every sample event of a route succeeds, with the serialization of the managed runtime, and still
/// does in 2098.
class EventsTest {
    private static final TestBed bed = new TestBed();

    static {
        // no sample event depends on a time that passes
        bed.clock().set(Instant.parse("2098-01-01T00:00:00Z"));
    }

    private static final SampleTable samples = new SampleTable(bed);

    static Stream<String> httpFunctions() {
        return Catalogue.ALL.httpFunctions().stream().map(FunctionRow::name);
    }

    /// The requests are declared in a file for each context; `-Dplaza.docs=write` writes the
    /// events.
    @Test
    void everyFunctionHasAGeneratedSampleEventAndViceVersa() throws IOException {
        for (var row : SampleEvents.ownFunctions()) {
            if (row instanceof HttpFunction route) {
                GeneratedText.assertFile(SampleEvents.file(route), SampleEvents.generated(route));
            }
        }
        assertThat(SampleEvents.requested())
                .containsExactlyInAnyOrderElementsOf(httpFunctions().toList());
        assertThat(SampleEvents.files())
                .containsExactlyInAnyOrderElementsOf(
                        SampleEvents.ownFunctions().stream().map(SampleEvents::file).toList());
    }

    @ParameterizedTest
    @MethodSource("httpFunctions")
    void anHttpEventSucceeds(String function) throws IOException {
        var row = TestBed.row(function);
        samples.reset(row.context());
        var event = SampleEvents.http(row);

        var response =
                bed.functions()
                        .http(row)
                        .handleRequest(event, new TestContext(function, Duration.ofSeconds(10)));

        var sent = read(SampleEvents.json(response, APIGatewayV2HTTPResponse.class));
        assertThat(sent.path("statusCode").asInt()).as(sent.toString()).isBetween(200, 299);
        if (sent.path("statusCode").asInt() != 204) {
            var type = sent.path("headers").path("content-type").asText();
            if (function.equals("ExportBookmarks")) {
                assertThat(type).isEqualTo("text/html; charset=utf-8");
                assertThat(sent.path("body").asText()).startsWith("<!DOCTYPE");
            } else if (function.equals("ExportUser")) {
                assertThat(type).isEqualTo("application/x-ndjson");
                assertThat(sent.path("body").asText().lines()).isNotEmpty();
            } else {
                assertThat(type).isEqualTo("application/json");
                assertThat(read(sent.path("body").asText()).isObject()).isTrue();
            }
        }
    }

    private static JsonNode read(String json) throws IOException {
        return new ObjectMapper().readTree(json);
    }
}
