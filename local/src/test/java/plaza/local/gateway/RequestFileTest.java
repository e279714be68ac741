package plaza.local.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import plaza.catalogue.Access;
import plaza.functions.Catalogue;
import plaza.testkit.SampleEvents;

/// The served requests are those of the sample events.
class RequestFileTest {
    @Test
    void eachRouteHasTheRequestOfItsSampleEvent() throws IOException {
        var page =
                Objects.requireNonNull(
                        new Pages().respondOrNull(ApiRequest.of("GET", "/docs/requests.http")));
        assertThat(page.status()).isEqualTo(200);
        var requests = new String(page.body(), UTF_8).split("\n### ", -1);
        var rows = Catalogue.httpFunctions();
        assertThat(requests).hasSize(1 + rows.size());
        for (var row : rows) {
            var event = SampleEvents.http(row);
            var request = requests[1 + rows.indexOf(row)];
            var lines = request.split("\n", 4);
            assertThat(lines[0]).isEqualTo("%s (%s)".formatted(row.summary(), row.name()));
            assertThat(lines[1]).startsWith(row.method() + " {{host}}" + event.getRawPath());
            assertThat(lines[2])
                    .isEqualTo(
                            "Authorization: Bearer "
                                    + (row.access() == Access.ADMIN ? "{{admin}}" : "{{token}}"));
            var query =
                    Objects.requireNonNullElse(
                            event.getQueryStringParameters(), Map.<String, String>of());
            for (var parameter : query.keySet()) {
                assertThat(lines[1]).as(row.name()).containsPattern("[?&]" + parameter + "=");
            }
            if (event.getBody() != null) {
                var body = request.substring(request.indexOf("\n\n") + 2).strip();
                if (event.getBody().startsWith("{")) {
                    var json = new ObjectMapper();
                    assertThat(json.readTree(body)).isEqualTo(json.readTree(event.getBody()));
                } else {
                    assertThat(body).isEqualTo(event.getBody().strip());
                }
            }
        }
    }
}
