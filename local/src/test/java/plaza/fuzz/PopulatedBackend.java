package plaza.fuzz;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.Access;
import plaza.catalogue.HttpFunction;
import plaza.contract.ContractCheck;
import plaza.fantasy.fixture.DeleteFixture;
import plaza.fantasy.league.DeleteLeague;
import plaza.fantasy.league.RenewLeagueCode;
import plaza.fantasy.settlement.GetSettlement;
import plaza.fantasy.settlement.SettleGameweek;
import plaza.fantasy.settlement.UnsettleGameweek;
import plaza.fantasy.standings.ListLeagueMatches;
import plaza.favorites.bookmarks.ImportBookmarks;
import plaza.favorites.change.ChangeFavorites;
import plaza.favorites.search.FindFavoritesByUrl;
import plaza.favorites.search.SearchFavorites;
import plaza.functions.Catalogue;
import plaza.local.backend.Backend;
import plaza.local.gateway.ApiRequest;
import plaza.local.gateway.ApiResponse;
import plaza.social.timeline.CountNewTimelinePosts;
import plaza.social.user.GetUsersByIds;
import plaza.testkit.StreamDrain;

/// A backend whose table has items for every route and at least two for every list, and a request
/// that succeeds for each Catalogue row.
///
/// A new path parameter, field or query parameter needs a value here; the tests fail without it.
final class PopulatedBackend implements AutoCloseable {
    static final String OWNER = "alice";
    static final String OTHER = "bob";
    static final String ADMIN = "root";

    /// The fields whose texts may contain line breaks.
    static final Set<String> MULTI_LINE = Set.of("content", "note");

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> OTHERS = List.of(OTHER, "carol", "dave");
    private static final Duration TOKEN_LIFETIME = Duration.ofHours(6);

    private static final String SHEET =
            """
            {"goalKeeper":"gk1","players":["d1","d2","d3","d4","m1","m2","m3","m4","f1","f2"],
            "subs":["gk2","d5","m5","f3"],"captain":"m1","viceCaptain":"f1"}
            """;

    private static final String BOOKMARKS =
            """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            <TITLE>Bookmarks</TITLE>
            <DL><p>
            <DT><A HREF="https://example.com/pier" ADD_DATE="1700000000" TAGS="pier">Pier</A>
            </DL><p>
            """;

    private static final String URL = "https://example.com/fog";

    /// A valid value of every field, as JSON.
    private static final Map<String, String> FIELDS =
            Map.ofEntries(
                    Map.entry("name", "\"Alice\""),
                    Map.entry("content", "\"Fog over the harbour.\""),
                    Map.entry("imageUrl", "\"https://example.com/a.png\""),
                    Map.entry("dataType", "\"link\""),
                    Map.entry("title", "\"Harbour fog\""),
                    Map.entry("contentUrl", '"' + URL + '"'),
                    Map.entry("thumbnailUrl", "\"https://example.com/t.png\""),
                    Map.entry("creatorId", "\"bob\""),
                    Map.entry("clipTime", "\"2026-01-31T09:05:00.000Z\""),
                    Map.entry("note", "\"seen from the pier\""),
                    Map.entry("tagName", "\"harbour\""),
                    Map.entry("into", "\"t2\""),
                    Map.entry("action", "\"unclip\""),
                    Map.entry("tagId", "\"t1\""),
                    Map.entry("dateOfBirth", "\"1990-12-31\""),
                    Map.entry("country", "\"Norway\""),
                    Map.entry("displayName", "\"Ali ce\""),
                    Map.entry("private", "true"),
                    Map.entry("fromGameweek", "\"01\""),
                    Map.entry("scoring", "\"classic\""),
                    Map.entry("owner", "\"alice\""),
                    Map.entry("code", "\"k7qf-03mz-x9td\""),
                    Map.entry("gamerId", "\"alice\""),
                    Map.entry("gameweek", "\"01\""),
                    Map.entry("bank", "250"),
                    Map.entry("freeTransfers", "1"),
                    Map.entry("score", "{\"players\":[]}"),
                    Map.entry("goalKeeper", "\"gk1\""),
                    Map.entry(
                            "players",
                            "[\"d1\",\"d2\",\"d3\",\"d4\",\"m1\",\"m2\",\"m3\",\"m4\",\"f1\",\"f2\"]"),
                    Map.entry("subs", "[\"gk2\",\"d5\",\"m5\",\"f3\"]"),
                    Map.entry("captain", "\"m1\""),
                    Map.entry("viceCaptain", "\"f1\""),
                    Map.entry("chip", "\"benchBoost\""),
                    Map.entry("transferCost", "0"),
                    Map.entry("position", "\"defender\""),
                    Map.entry("club", "\"Harbour FC\""),
                    Map.entry("price", "60"),
                    Map.entry("selectedPercent", "12.5"),
                    Map.entry("deadline", "\"2099-01-01T00:00:00.000Z\""),
                    Map.entry("transfers", "{\"topUpTo\":5}"),
                    Map.entry("homeClub", "\"Harbour FC\""),
                    Map.entry("awayClub", "\"Fog United\""),
                    Map.entry("kickoff", "\"2099-01-01T12:00:00.000Z\""),
                    Map.entry("preview", "true"),
                    Map.entry("after", "\"amy\""),
                    Map.entry("points", "6"),
                    Map.entry("minutes", "90"),
                    Map.entry("yellowCards", "1"),
                    Map.entry("redCards", "0"));

    private static final Map<Class<?>, Map<String, String>> QUERIES =
            Map.of(
                    GetUsersByIds.class, Map.of("q", "a"),
                    CountNewTimelinePosts.class, Map.of("since", "0"),
                    SearchFavorites.class, Map.of("q", "harbour"),
                    ChangeFavorites.class, Map.of("type", "voice"),
                    FindFavoritesByUrl.class, Map.of("url", URL));

    /// Values of path parameters for functions that reject the usual ones: a settled gameweek needs
    /// a past deadline, and a deleted fixture must not have points.
    private static final Map<Class<?>, Map<String, String>> PATH_VALUES =
            Map.of(
                    SettleGameweek.class, Map.of("gameweek", "2"),
                    UnsettleGameweek.class, Map.of("gameweek", "2"),
                    GetSettlement.class, Map.of("gameweek", "2"),
                    DeleteFixture.class, Map.of("fixtureId", "x2"),
                    RenewLeagueCode.class, Map.of("leagueId", "l4"),
                    DeleteLeague.class, Map.of("leagueId", "l5"),
                    ListLeagueMatches.class, Map.of("leagueId", "l6"));

    private final Backend backend = Backend.inMemory(Catalogue.httpFunctions());
    private final Map<String, String> tokens = new ConcurrentHashMap<>();
    private final Map<String, String> pathValues = new HashMap<>();

    PopulatedBackend() {
        pathValues.putAll(
                Map.of(
                        "userId", OWNER,
                        "followeeId", OTHER,
                        "sessionId", "s1",
                        "dataId", "d1",
                        "dataType", "link",
                        "tagId", "t1",
                        "gamerId", OWNER,
                        "leagueId", "l1",
                        "footballerId", "d1",
                        "position", "defender"));
        pathValues.putAll(Map.of("gameweek", "1", "fixtureId", "x1"));
        social();
        favorites();
        fantasy();
        drain();
    }

    Backend backend() {
        return backend;
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException bad) {
            throw new UncheckedIOException(bad);
        }
    }

    /// Returns a request of this row that succeeds once it has a token.
    ApiRequest call(HttpFunction row) {
        return call(row, Map.of(), query(row));
    }

    /// Returns the request with other path values and another query.
    ApiRequest call(HttpFunction row, Map<String, String> path, Map<String, String> query) {
        var target = path(row, path);
        if (!query.isEmpty()) {
            target += "?" + encoded(query);
        }
        var call = ApiRequest.of(row.method(), target);
        if (row.handler() == ImportBookmarks.class) {
            return call.with("content-type", "text/html")
                    .bytes(BOOKMARKS.getBytes(StandardCharsets.UTF_8));
        }
        return row.body().isEmpty() ? call : call.json(body(row, false).toString());
    }

    String path(HttpFunction row, Map<String, String> values) {
        var path = row.path();
        for (var name : parameters(row)) {
            path = path.replace("{" + name + "}", values.getOrDefault(name, pathValue(row, name)));
        }
        return path;
    }

    String pathValue(HttpFunction row, String parameter) {
        var value = PATH_VALUES.getOrDefault(row.handler(), Map.of()).get(parameter);
        return value == null ? pathValue(parameter) : value;
    }

    String pathValue(String parameter) {
        var value = pathValues.get(parameter);
        if (value == null) {
            throw new AssertionError(
                    "PopulatedBackend has no value for the path's {" + parameter + "}");
        }
        return value;
    }

    static List<String> parameters(HttpFunction row) {
        var names = new ArrayList<String>();
        for (var segment : row.path().split("/", -1)) {
            if (segment.startsWith("{")) {
                names.add(segment.substring(1, segment.length() - 1));
            }
        }
        return names;
    }

    static Map<String, String> query(HttpFunction row) {
        return QUERIES.getOrDefault(row.handler(), Map.of());
    }

    static String encoded(Map<String, String> query) {
        var pairs = new ArrayList<String>();
        query.forEach((name, value) -> pairs.add(encoded(name) + '=' + encoded(value)));
        return String.join("&", pairs);
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /// Returns a valid body.
    static ObjectNode body(HttpFunction row, boolean withOptional) {
        var body = JSON.createObjectNode();
        for (var field : row.body()) {
            if (field.required() || withOptional) {
                var value = FIELDS.get(field.name());
                if (value == null) {
                    throw new AssertionError(
                            "PopulatedBackend has no value for the field " + field.name());
                }
                body.set(field.name(), json(value));
            }
        }
        return body;
    }

    /// Returns the event of the request, as a handler receives it behind any authorizer.
    APIGatewayV2HTTPEvent event(HttpFunction row, @Nullable RequestContext context) {
        var parameters = new HashMap<String, String>();
        parameters(row).forEach(name -> parameters.put(name, pathValue(row, name)));
        var isImport = row.handler() == ImportBookmarks.class;
        return APIGatewayV2HTTPEvent.builder()
                .withVersion("2.0")
                .withRouteKey(row.routeKey())
                .withRawPath(path(row, Map.of()))
                .withPathParameters(parameters)
                .withQueryStringParameters(query(row))
                .withHeaders(Map.of("content-type", isImport ? "text/html" : "application/json"))
                .withRequestContext(context)
                .withBody(
                        isImport
                                ? "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL></DL>"
                                : row.body().isEmpty() ? null : body(row, false).toString())
                .build();
    }

    /// Returns a user who may call this row.
    static String entitled(HttpFunction row) {
        return row.access() == Access.ADMIN ? ADMIN : OWNER;
    }

    String token(String user) {
        return tokens.computeIfAbsent(
                user,
                name ->
                        backend.issuer()
                                .token(
                                        name,
                                        name.equals(ADMIN) ? List.of("admin") : List.of(),
                                        TOKEN_LIFETIME));
    }

    ApiResponse send(String user, ApiRequest call) {
        var response = backend.api().respond(call.bearing(token(user)));
        ContractCheck.check(call, response);
        return response;
    }

    /// Remembers the ids that the backend chose, so that later requests use them.
    void learn(ApiResponse response) {
        if (response.status() == 201 || response.status() == 202) {
            var json = json(response.text());
            for (var name : List.of("postId", "importId", "changeId")) {
                if (json.hasNonNull(name)) {
                    pathValues.put(name, json.path(name).asText());
                }
            }
        }
    }

    private void social() {
        put(OWNER, "/users/alice", "{\"name\":\"Alice\"}");
        for (var other : OTHERS) {
            put(other, "/users/" + other, "{\"name\":\"A. " + other + "\"}");
            put(OWNER, "/users/alice/following/" + other, null);
            put(other, "/users/" + other + "/following/alice", null);
        }
        for (var post = 0; post < 3; post++) {
            var call = ApiRequest.of("POST", "/users/alice/posts").json("{\"content\":\"Fog.\"}");
            learn(must(OWNER, call));
        }
        for (var other : OTHERS) {
            put(other, "/posts/" + pathValue("postId") + "/likes/" + other, null);
        }
    }

    private void favorites() {
        for (var number = 1; number <= 3; number++) {
            put(
                    OWNER,
                    "/users/alice/favorites/d" + number,
                    "{\"dataType\":\"link\",\"title\":\"Harbour %d\",\"contentUrl\":\"%s\"}"
                            .formatted(number, URL));
            put(OWNER, "/users/alice/tags/t" + number, "{\"tagName\":\"tag " + number + "\"}");
        }
        for (var number = 1; number <= 3; number++) {
            put(OWNER, "/users/alice/favorites/d" + number + "/tags/t1", null);
            put(OWNER, "/users/alice/favorites/d1/tags/t" + number, null);
        }
        var file =
                ApiRequest.of("POST", "/users/alice/bookmarks")
                        .with("content-type", "text/html")
                        .bytes(BOOKMARKS.getBytes(StandardCharsets.UTF_8));
        learn(must(OWNER, file));
        drain();
        learn(
                must(
                        OWNER,
                        ApiRequest.of("POST", "/users/alice/search/favorites?q=pier")
                                .json("{\"action\":\"tag\",\"tagId\":\"t2\"}")));
    }

    private void fantasy() {
        var prefixes =
                Map.of("goalkeeper", "gk", "defender", "d", "midfielder", "m", "forward", "f");
        prefixes.forEach((position, prefix) -> {
            for (var number = 1; number <= 5; number++) {
                put(
                        ADMIN,
                        "/footballers/" + prefix + number,
                        "{\"name\":\"A\",\"position\":\"%s\",\"club\":\"club %s%d\",\"price\":50}"
                                .formatted(position, prefix, number));
            }
        });
        put(ADMIN, "/gameweeks/1", "{\"deadline\":\"2099-01-01T00:00:00.000Z\"}");
        put(ADMIN, "/gameweeks/2", "{\"deadline\":\"2020-01-01T00:00:00.000Z\"}");
        for (var number = 1; number <= 3; number++) {
            put(
                    ADMIN,
                    "/gameweeks/1/fixtures/x" + number,
                    "{\"homeClub\":\"Harbour FC\",\"awayClub\":\"Fog United\"}");
        }
        for (var fixture : List.of("x1", "x3")) {
            put(
                    ADMIN,
                    "/footballers/d1/gameweeks/1/fixtures/" + fixture,
                    "{\"points\":6,\"minutes\":90}");
        }
        for (var gamer : List.of(OWNER, OTHER, "carol")) {
            put(
                    gamer,
                    "/gamers/" + gamer,
                    "{\"dateOfBirth\":\"1990-12-31\",\"country\":\"Norway\"}");
        }
        put(ADMIN, "/gameweeks/3", "{\"deadline\":\"2099-01-08T00:00:00.000Z\"}");
        for (var gameweek : List.of("1", "3")) {
            put(OWNER, "/gamers/alice/team-sheets/" + gameweek, SHEET);
        }
        for (var number = 1; number <= 3; number++) {
            put(OWNER, "/leagues/l" + number, "{\"name\":\"League\"}");
            put(OWNER, "/leagues/l" + number + "/gamers/alice", null);
        }
        put(OWNER, "/leagues/l4", "{\"name\":\"Private\",\"private\":true}");
        put(OWNER, "/leagues/l5", "{\"name\":\"Short\"}");
        put(
                OWNER,
                "/leagues/l6",
                "{\"name\":\"Duels\",\"scoring\":\"headToHead\",\"fromGameweek\":\"1\"}");
        put(OTHER, "/leagues/l1/gamers/bob", null);
        put("carol", "/leagues/l1/gamers/carol", null);
        for (var gamer : List.of(OWNER, OTHER, "carol")) {
            put(gamer, "/leagues/l6/gamers/" + gamer, null);
        }
    }

    private void put(String user, String target, @Nullable String json) {
        var call = ApiRequest.of("PUT", target);
        must(user, json == null ? call : call.json(json));
    }

    private ApiResponse must(String user, ApiRequest call) {
        var response = send(user, call);
        if (response.status() >= 300) {
            throw new AssertionError(
                    call.method() + " " + call.path() + ": " + response.status() + response.text());
        }
        return response;
    }

    /// Runs the stream functions until the stream is drained.
    ///
    /// @throws AssertionError if records are sent to the failure destination
    void drain() {
        try (var streams = backend.streams()) {
            streams.start();
            StreamDrain.await(streams);
        }
    }

    @Override
    public void close() {
        backend.close();
    }
}
