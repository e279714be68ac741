package plaza.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.HttpFunction;
import plaza.contract.ContractCheck;
import plaza.functions.Catalogue;
import plaza.functions.OpenApi;
import plaza.local.backend.Backend;
import plaza.local.gateway.ApiRequest;
import plaza.local.gateway.ApiResponse;
import plaza.social.user.GetUsersByIds;
import plaza.testkit.SampleEvents;
import plaza.testkit.SteppedStreams;
import plaza.testkit.TestBed;

/// A backend with the table on which the sample event of each function succeeds, and the requests
/// of these events.
final class PopulatedBackend implements AutoCloseable {
    static final String OWNER = "alice";
    static final String OTHER = "bob";
    static final String ADMIN = "root";

    /// The fields whose texts may contain line breaks.
    static final Set<String> MULTI_LINE = Set.of("content", "note", "comment");

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration TOKEN_LIFETIME = Duration.ofHours(6);

    private static final Map<HttpFunction, OpenApi.Example> SAMPLES =
            Catalogue.ALL.httpFunctions().stream()
                    .collect(Collectors.toMap(row -> row, SampleEvents::example));

    private final Backend backend = Backend.inMemory(Catalogue.ALL.httpFunctions());
    private final SteppedStreams streams =
            new SteppedStreams(backend.emulator(), backend.functions());
    private final Map<String, String> tokens = new ConcurrentHashMap<>();

    /// The ids that the backend chose for the owner, by path parameter.
    private final Map<String, String> newestIds = new HashMap<>();

    PopulatedBackend() {
        var bed = new TestBed(backend.emulator(), functions -> functions);
        SampleEvents.prepareAll(bed);
        backend.clock().set(bed.clock().instant());
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
        var body = sample(row).body();
        return body == null
                ? call
                : call.with("content-type", contentType(row))
                        .bytes(body.getBytes(StandardCharsets.UTF_8));
    }

    /// Returns the type of the row's bodies.
    static String contentType(HttpFunction row) {
        var type = row.contract().bodyType();
        return type == null ? "application/json" : type.mediaType();
    }

    String path(HttpFunction row, Map<String, String> values) {
        var path = row.path();
        for (var name : parameters(row)) {
            path = path.replace("{" + name + "}", values.getOrDefault(name, pathValue(row, name)));
        }
        return path;
    }

    /// Returns the value of a path parameter: of the owner's posts, imports and bulk changes the
    /// newest, because earlier requests may have deleted the others.
    String pathValue(HttpFunction row, String parameter) {
        var path = sample(row).path();
        var newest = newestIds.get(parameter);
        return newest != null && OWNER.equals(path.get("userId"))
                ? newest
                : Objects.requireNonNull(path.get(parameter), parameter);
    }

    static Set<String> parameters(HttpFunction row) {
        return sample(row).path().keySet();
    }

    static Map<String, String> query(HttpFunction row) {
        return row.handler() == GetUsersByIds.class
                ? SampleEvents.USER_SEARCH
                : sample(row).query();
    }

    static String encoded(Map<String, String> query) {
        var pairs = new ArrayList<String>();
        query.forEach((name, value) -> pairs.add(encoded(name) + '=' + encoded(value)));
        return String.join("&", pairs);
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /// Returns a valid body. A field that the sample event lacks has the example of its schema.
    static ObjectNode body(HttpFunction row, boolean withOptional) {
        var body = JSON.createObjectNode();
        var text = sample(row).body();
        if (text != null && row.contract().bodyType() == null) {
            var sample = json(text);
            for (var field : row.body()) {
                if (field.required() || withOptional) {
                    var value = sample.get(field.name());
                    body.set(field.name(), value == null ? OpenApi.example(field.schema()) : value);
                }
            }
        }
        return body;
    }

    private static OpenApi.Example sample(HttpFunction row) {
        return Objects.requireNonNull(SAMPLES.get(row));
    }

    /// Returns a user who may call this row.
    static String entitled(HttpFunction row) {
        return switch (row.access()) {
            case ADMIN, OWNER_OR_ADMIN -> ADMIN;
            case OWNER, CREATOR, ANY_USER -> OWNER;
        };
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

    /// Returns the cursor in the `Link` header of a page, or null if no page follows.
    static @Nullable String cursorOrNull(ApiResponse response) {
        var link = response.header("link");
        if (link == null || !link.contains("cursor=")) {
            return null;
        }
        var start = link.indexOf("cursor=") + "cursor=".length();
        return URLDecoder.decode(link.substring(start, link.indexOf('>')), StandardCharsets.UTF_8);
    }

    /// Remembers the ids that the backend chose for the owner, so that later requests use them.
    void learn(ApiResponse response) {
        if (response.status() == 201 || response.status() == 202) {
            var json = json(response.text());
            for (var name : List.of("postId", "importId", "changeId")) {
                if (json.hasNonNull(name)) {
                    newestIds.put(name, json.path(name).asText());
                }
            }
        }
    }

    /// Runs the stream functions until the stream is drained.
    ///
    /// @throws AssertionError if records are sent to the failure destination
    void drain() {
        streams.drain();
    }

    @Override
    public void close() {
        backend.close();
    }
}
