package plaza.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.http.EdgeKey;
import plaza.testkit.invocation.TestContext;

class GetOpenApiTest {
    /// Lambda's limit for a response.
    private static final int RESPONSE_BYTES_MAX = 6_000_000;

    private final GetOpenApi function = new GetOpenApi();

    @Test
    void theResponseIsTheCommittedDocument() throws IOException {
        var response = get(Map.of());

        assertThat(response.getStatusCode()).isEqualTo(200);
        assertThat(response.getBody())
                .isEqualTo(Files.readString(Path.of("../docs/openapi.json")))
                .contains("\"url\": \"/\"")
                .hasSizeLessThan(RESPONSE_BYTES_MAX);
        assertThat(response.getIsBase64Encoded()).isFalse();
        assertThat(response.getHeaders())
                .containsEntry("content-type", "application/json")
                .containsEntry("cache-control", "public, max-age=300")
                .containsEntry("vary", "accept-encoding")
                .doesNotContainKey("content-encoding");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "br, gzip", "gzip;q=0.5, identity"})
    void aClientThatAcceptsGzipGetsATenth(String accepted) throws IOException {
        var response = get(Map.of("accept-encoding", accepted));

        assertThat(response.getHeaders()).containsEntry("content-encoding", "gzip");
        assertThat(response.getIsBase64Encoded()).isTrue();
        var bytes = Base64.getDecoder().decode(response.getBody());
        var plain = get(Map.of()).getBody();
        assertThat(bytes.length).isLessThan(plain.length() / 10);
        try (var gzip = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            assertThat(new String(gzip.readAllBytes(), UTF_8)).isEqualTo(plain);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"br", "identity", "gzip;q=0", "gzip; q=0.0, br"})
    void aClientThatDoesNotAcceptGzipGetsTheText(String accepted) {
        assertThat(get(Map.of("accept-encoding", accepted)).getHeaders())
                .doesNotContainKey("content-encoding");
    }

    @Test
    void matchingIfNoneMatchReturns304() {
        var tag = get(Map.of()).getHeaders().getOrDefault("etag", "");
        assertThat(tag).startsWith("W/\"");
        for (var known : new String[] {tag, "\"other\", " + tag, tag.substring(2), "*"}) {
            var response = get(Map.of("if-none-match", known, "accept-encoding", "gzip"));
            assertThat(response.getStatusCode()).as(known).isEqualTo(304);
            assertThat(response.getBody()).isNull();
            assertThat(response.getHeaders())
                    .containsEntry("etag", tag)
                    .doesNotContainKey("content-encoding");
        }
        assertThat(get(Map.of("if-none-match", "\"other\"")).getStatusCode()).isEqualTo(200);
    }

    @Test
    void anotherDocumentHasAnotherTag() {
        var other = new GetOpenApi("{}".getBytes(UTF_8));
        var response = other.handleRequest(event(Map.of()), context());
        assertThat(response.getBody()).isEqualTo("{}");
        assertThat(response.getHeaders().get("etag"))
                .isNotEqualTo(get(Map.of()).getHeaders().get("etag"));
    }

    /// The event of KeepReady has no headers.
    @Test
    void anEventWithoutHeadersSucceeds() {
        assertThat(function.handleRequest(new APIGatewayV2HTTPEvent(), context()).getStatusCode())
                .isEqualTo(200);
    }

    @Test
    void aRequestAroundTheEdgeIsRejected() {
        var event = event(Map.of());
        event.setStageVariables(Map.of(EdgeKey.STAGE_VARIABLE, "key"));
        assertThat(function.handleRequest(event, context()).getStatusCode()).isEqualTo(403);
        event.setHeaders(Map.of(EdgeKey.HEADER, "key"));
        assertThat(function.handleRequest(event, context()).getStatusCode()).isEqualTo(200);
    }

    private APIGatewayV2HTTPResponse get(Map<String, String> headers) {
        return function.handleRequest(event(headers), context());
    }

    private static APIGatewayV2HTTPEvent event(Map<String, String> headers) {
        return APIGatewayV2HTTPEvent.builder().withHeaders(headers).build();
    }

    private static TestContext context() {
        return new TestContext("GetOpenApi", Duration.ofSeconds(10));
    }
}
