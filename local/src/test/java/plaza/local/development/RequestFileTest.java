package plaza.local.development;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import plaza.catalogue.Access;
import plaza.functions.Catalogue;
import plaza.local.HttpTestClient;
import plaza.local.Runner;
import plaza.local.TestRunner;
import plaza.testkit.About;
import plaza.testkit.SampleEvents;

/// The requests for the HTTP clients of IDEs.
class RequestFileTest {
    private Runner runner;
    private HttpTestClient client;

    @BeforeEach
    void start() throws IOException {
        runner = TestRunner.start();
        client = new HttpTestClient(runner.address());
    }

    @AfterEach
    void stop() {
        client.close();
        runner.close();
    }

    private String file() {
        var response = client.get("/docs/requests.http").send();
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("content-type"))
                .contains("text/plain;charset=utf-8");
        return response.body();
    }

    @Test
    void theFileNamesTheAddressOfTheSystemAndWhatIsInTheTable() {
        assertThat(file())
                .contains(
                        "'%s/dev/token/alice'\n".formatted(runner.address()),
                        "@host = " + runner.address() + "\n",
                        "# The table has no users.");
        for (var name : List.of("noor", "otto")) {
            var user =
                    client.json("PUT", "/users/" + name, "{\"name\":\"N\"}")
                            .bearing(client.token(name));
            assertThat(user.send().statusCode()).isEqualTo(201);
        }
        var posts = new ArrayList<String>();
        for (var name : List.of("otto", "noor")) {
            posts.add(
                    client.json("POST", "/users/" + name + "/posts", "{\"content\":\"Ebb.\"}")
                            .bearing(client.token(name))
                            .json()
                            .path("postId")
                            .asText());
        }

        assertThat(file())
                .contains(
                        "'%s/dev/token/noor?groups=admin'\n".formatted(runner.address()),
                        "GET {{host}}/users?ids=noor\n",
                        "PUT {{host}}/users/noor\n",
                        "PUT {{host}}/users/noor/following/otto\n",
                        "PUT {{host}}/users/noor/blocks/otto\n",
                        // the post of the caller, although another is older
                        "PATCH {{host}}/users/noor/posts/" + posts.getLast() + "\n",
                        "PUT {{host}}/posts/" + posts.getLast() + "/likes/noor\n")
                .doesNotContain("has no users")
                .doesNotContainPattern("\\{\\{host}}\\S*[/=](alice|bob|carol)\\b");
    }

    @Test
    @About("fantasy")
    void aGamerHasTheIdOfAUser() {
        var user =
                client.json("PUT", "/users/noor", "{\"name\":\"N\"}").bearing(client.token("noor"));
        assertThat(user.send().statusCode()).isEqualTo(201);

        assertThat(file()).contains("PUT {{host}}/gamers/noor\n");
    }

    /// A page of another site, whose name leads to this machine, does not learn what exists.
    @Test
    void theFileIsOnlyForThisMachine() {
        var foreign = client.get("/docs/requests.http").with("origin", "https://evil.example");
        assertThat(foreign.send().statusCode()).isEqualTo(403);
        assertThat(client.ask("POST", "/docs/requests.http").send().statusCode()).isEqualTo(405);
    }

    @Test
    void eachRouteHasTheRequestOfItsSampleEvent() throws IOException {
        var requests = file().split("\n### ", -1);
        var rows = Catalogue.ALL.httpFunctions();
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
