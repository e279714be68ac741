package plaza.local.development;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import plaza.catalogue.Access;
import plaza.catalogue.Expansion;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;
import plaza.local.HttpTestClient;
import plaza.local.Runner;
import plaza.local.TestRunner;
import plaza.testkit.TestBed;

/// The documented cost that the explorer shows for a call is its measured cost, over the data of
/// the demo. A call that is like no documented case has none, and follows the documented rule.
final class DocumentedCostsTest {
    @AutoClose private static final Runner runner = TestRunner.start(Map.of("plaza.demo", "true"));

    @AutoClose private static final HttpTestClient client = new HttpTestClient(runner.address());

    private static final List<String> PEOPLE = List.of("mara", "lars");

    private static List<String> ids(String parameter, String owners) {
        return client.get("/dev/ids?name=" + parameter + "&of=" + owners)
                .json()
                .path("items")
                .valueStream()
                .map(JsonNode::asText)
                .toList();
    }

    /// A token that admits to all routes.
    private static String token(String person) {
        return client.get("/dev/token/" + person + "?groups=admin")
                .json()
                .path("token")
                .textValue();
    }

    /// Sends a request and returns its entry in the log.
    private static JsonNode sent(String person, HttpTestClient.Call call) {
        var status = call.bearing(token(person)).send().statusCode();
        var entry = client.get("/dev/requests?limit=1").json().path("items").path(0);
        assertThat(entry.path("status").asInt()).isEqualTo(status);
        return entry;
    }

    /// The path of a route with ids that exist.
    private static String path(HttpFunction row, String person) {
        var path = row.path();
        var owners = new ArrayList<>(List.of(person));
        for (var segment : row.path().split("/", -1)) {
            if (segment.startsWith("{")) {
                var name = segment.substring(1, segment.length() - 1);
                var id =
                        name.equals("userId") && row.access() != Access.ANY_USER
                                ? person
                                : ids(name, String.join(",", owners)).stream()
                                        .findFirst()
                                        .orElse("1");
                owners.add(id);
                path = path.replace(segment, URLEncoder.encode(id, StandardCharsets.UTF_8));
            }
        }
        return path;
    }

    @Test
    void theDocumentedCostOfACallIsItsMeasuredCostOrAbsent() {
        var documented = new HashSet<String>();
        var others = new HashSet<String>();
        for (var person : PEOPLE) {
            for (var row : Catalogue.ALL.httpFunctions()) {
                if (row.writes()) {
                    continue;
                }
                var path = path(row, person);
                Stream.concat(Stream.of(""), row.expansions().stream().map(Expansion::words))
                        .map(words -> words.isEmpty() ? path : path + "?expand=" + words)
                        .map(target -> sent(person, client.get(target)))
                        .forEach(entry -> check(entry, documented, others));
            }
        }
        assertThat(documented).contains("GetMe", "GetPostById", "GetGamer", "GetLeague");
        assertThat(others).contains("GetTimelineByUserId", "ListFavorites");
    }

    private static void check(JsonNode entry, Set<String> documented, Set<String> others) {
        var function = entry.path("function").asText();
        if (!entry.has("documented")) {
            others.add(function);
            return;
        }
        documented.add(function);
        for (var unit : List.of("readUnits", "writeUnits", "roundTrips")) {
            assertThat(entry.path(unit).asDouble())
                    .as("%s of %s", unit, entry)
                    .isEqualTo(entry.path("documented").path(unit).asDouble());
        }
    }

    @Test
    void theDocumentedCostOfAWriteIsItsMeasuredCostOrAbsent() {
        var documented = new HashSet<String>();
        var others = new HashSet<String>();
        var post = ids("postId", "lars").getFirst();
        var created = client.json("POST", "/users/mara/posts", "{\"content\":\"Low tide.\"}");
        check(sent("mara", created), documented, others);
        var own = client.get("/users/mara/posts").bearing(token("mara")).json().path("items");
        var edited = "/users/mara/posts/" + own.path(0).path("postId").asText();
        for (var twice = 0; twice < 2; twice++) {
            for (var call :
                    List.of(
                            client.json("PUT", "/users/mara", "{\"name\":\"Mara\"}"),
                            client.ask("PUT", "/posts/" + post + "/likes/mara"),
                            client.ask("PUT", "/users/mara/mutes/otto"),
                            client.json("PATCH", edited, "{\"content\":\"High tide.\"}"))) {
                check(sent("mara", call), documented, others);
            }
        }
        for (var call :
                List.of(
                        client.ask("DELETE", "/posts/" + post + "/likes/mara"),
                        client.ask("DELETE", "/users/mara/mutes/otto"),
                        client.ask("DELETE", edited))) {
            check(sent("mara", call), documented, others);
        }
        assertThat(documented)
                .contains("CreatePost", "EditPost", "DeletePost", "UnlikePost", "UnmuteUser");
    }

    /// A page by several authors: the references and the count of follows cost 0.5 each, and the
    /// rest is the rule of the route.
    @ParameterizedTest
    @CsvSource({"3, 2", "6, 3", "6, 1"})
    void aTimelineBySeveralAuthorsFollowsTheDocumentedRule(int authors, int postsMax) {
        var reader = "reader-%d-%d".formatted(authors, postsMax);
        begin(reader);
        var posts = 0;
        var several = 0;
        for (var number = 0; number < authors; number++) {
            var author = "%s-%d".formatted(reader, number);
            begin(author);
            follow(reader, author);
            var count = 1 + number % postsMax;
            for (var post = 0; post < count; post++) {
                post(author);
            }
            posts += count;
            several += count > 1 ? 1 : 0;
        }
        client.drain();
        var singles = authors - several;
        var timeline = "/users/" + reader + "/timeline";

        var plain = sent(reader, client.get(timeline));
        var all = sent(reader, client.get(timeline + "?expand=author,counts,mine"));

        assertThat(plain.path("readUnits").asDouble())
                .isEqualTo(0.5 + 0.5 + 1 + 0.5 * several + 0.5 * singles);
        assertThat(plain.path("roundTrips").asInt())
                .isEqualTo(1 + 1 + 1 + several + (singles > 0 ? 1 : 0));
        assertThat(all.path("readUnits").asDouble() - plain.path("readUnits").asDouble())
                .isEqualTo(0.5 * authors + 0.5 * posts + 0.5);
        assertThat(all.path("roundTrips").asInt()).isEqualTo(plain.path("roundTrips").asInt() + 2);
        for (var entry : List.of(plain, all)) {
            assertThat(entry.has("documented")).isFalse();
            assertThat(entry.path("rule").asText())
                    .contains("Each author of several posts costs a Query");
        }
    }

    private static void begin(String user) {
        succeed(user, client.json("PUT", "/users/" + user, "{\"name\":\"Ann\"}"));
    }

    private static void follow(String user, String followee) {
        succeed(user, client.ask("PUT", "/users/" + user + "/following/" + followee));
    }

    private static void post(String user) {
        succeed(user, client.json("POST", "/users/" + user + "/posts", "{\"content\":\"Fog.\"}"));
    }

    private static void succeed(String user, HttpTestClient.Call call) {
        assertThat(call.bearing(client.token(user)).send().statusCode()).isBetween(200, 202);
    }

    /// What each item of a page adds, by the rule of its route, whatever the page costs otherwise.
    @ParameterizedTest
    @CsvSource({
        "/users/mara/posts, counts, 0.5",
        "/users/mara/followers, user, 0.5",
        "/users/mara/followers, mine, 1",
        "/users/mara/favorites, tags, 0.5",
        "/leagues/{league}/standings, gamer, 0.5",
    })
    void anExpansionCostsAsMuchForEachItemAsDocumented(String path, String word, double units) {
        var costs = new ArrayList<Double>();
        for (var limit : List.of(2, 4)) {
            var page =
                    path.replace("{league}", ids("leagueId", "mara").getFirst())
                            + "?limit="
                            + limit;
            var plain = sent("mara", client.get(page));
            var expanded = sent("mara", client.get(page + "&expand=" + word));
            assertThat(TestBed.row(expanded.path("function").asText()).rule())
                    .contains('`' + word + '`');
            costs.add(expanded.path("readUnits").asDouble() - plain.path("readUnits").asDouble());
        }
        assertThat(costs.getLast() - costs.getFirst()).isEqualTo(2 * units);
    }
}
