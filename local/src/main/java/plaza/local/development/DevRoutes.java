package plaza.local.development;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import plaza.http.Json;
import plaza.http.Problem;
import plaza.http.ProblemException;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.local.emulator.Emulator;
import plaza.local.gateway.ApiRequest;
import plaza.local.gateway.ApiResponse;
import plaza.local.gateway.CorsHeaders;
import plaza.local.gateway.Gateway;
import plaza.local.gateway.TokenIssuer;
import plaza.local.load.ModelImport;
import plaza.local.machine.ScanRuns;
import plaza.local.mapping.TableStreams;
import plaza.local.runtime.LocalContext;
import plaza.redrive.Redrive;
import plaza.text.Malformed;

/// The routes below `/dev`, which exist only on a developer's machine:
///
/// - `GET /dev/token/{subject}?groups=admin&ttlSeconds=60` returns a token and the id of its user,
///   or only the token with `Accept: text/plain`; with a negative time, an expired token
/// - `GET`, `PUT`, `DELETE /dev/clock` read, set and reset the clock of all parts
/// - `GET /dev/streams` reports how many records the stream functions are behind
/// - `GET /dev/table` names the table and, if other programs can use it, the URL of DynamoDB Local
/// - `POST /dev/import` loads a NoSQL Workbench model file
/// - `POST /dev/redrive` runs Redrive, which invokes the stream functions again with the records
///   that they gave up; the body is its request, `{}` for all records
/// - `POST /dev/reconcile` begins a run of Reconcile; the body is its order, `{}` for all checks.
///   `GET /dev/reconcile` returns the state of the run
/// - `POST /dev/migrate` begins a run of Migrate; the body is its order. `GET /dev/migrate` returns
///   the state of the run and of every migration. For both, `{"action":"stop"}` stops the run, and
///   `{"action":"resume"}` continues it
/// - `GET` on `/dev/requests`, `/dev/events`, `/dev/items`, `/dev/collections`, `/dev/model`,
///   `/dev/stream-records`, `/dev/costs`, `/dev/ids`, `/dev/jobs` and `/dev/failures` returns what
///   the explorer shows; see [ExplorerRoutes]
///
/// `GET /docs/requests.http` returns requests that name what is in the table, see [RequestFile],
/// and `GET /docs/openapi.json` the document that the page `/docs/` shows, see [Reference].
///
/// They require no token and must therefore not be reachable from other machines: the port is bound
/// to the loopback address, and a request that a web page of another site sends (its `Host` or
/// `Origin` names another host) is rejected. Only the tokens can be read by other web pages of this
/// machine, which need one to call the API.
public final class DevRoutes {
    private static final String PREFIX = "/dev/";
    private static final String TOKENS = PREFIX + "token/";
    private static final String IMPORT = PREFIX + "import";
    private static final String REQUEST_FILE = "/docs/requests.http";
    private static final String REFERENCE = "/docs/openapi.json";

    /// A year, in the past or in the future.
    private static final long TTL_SECONDS_MAX = Duration.ofDays(366).toSeconds();

    private static final int GROUPS_MAX = 20;

    /// The time limit of an invocation of Redrive, as in AWS. It ends when no records are left.
    private static final Duration REDRIVE_TIME_MAX = Duration.ofMinutes(15);

    private static final TypeReference<Map<String, Object>> FIELDS = new TypeReference<>() {};

    private static final Pattern GROUP = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private static final Pattern TEXT = Pattern.compile("(?i)(^|[ ,])text/plain($|[ ,;])");

    private static final JsonMapper JSON = new JsonMapper();

    private final Emulator emulator;
    private final CorsHeaders pagesOfThisMachine;
    private final LocalClock clock;
    private final TokenIssuer issuer;
    private final TableStreams streams;
    private final ModelImport modelImport;
    private final ScanRuns reconcile;
    private final ScanRuns migrate;
    private final ExplorerRoutes explorer;

    /// @param pagesOfThisMachine lets web pages of this machine, on any port, read tokens
    public DevRoutes(
            Emulator emulator,
            CorsHeaders pagesOfThisMachine,
            LocalClock clock,
            TokenIssuer issuer,
            TableStreams streams,
            ModelImport modelImport,
            ScanRuns reconcile,
            ScanRuns migrate,
            ExplorerRoutes explorer) {
        this.emulator = emulator;
        this.pagesOfThisMachine = pagesOfThisMachine;
        this.clock = clock;
        this.issuer = issuer;
        this.streams = streams;
        this.modelImport = modelImport;
        this.reconcile = reconcile;
        this.migrate = migrate;
        this.explorer = explorer;
    }

    /// Returns the response to a request of one of these routes, or null for any other request.
    public @Nullable ApiResponse respondOrNull(ApiRequest call) {
        if (!call.path().startsWith(PREFIX)
                && !call.path().equals(REQUEST_FILE)
                && !call.path().equals(REFERENCE)) {
            return null;
        }
        if (!isFromThisMachine(call)) {
            return ApiResponse.of(
                    Problem.of(
                            Problem.Kind.FORBIDDEN,
                            "The routes below /dev can be called only on this machine, as 127.0.0.1 or"
                                    + " localhost."));
        }
        return call.path().startsWith(TOKENS)
                ? pagesOfThisMachine.respond(call, this::respond)
                : respond(call).compressedFor(call);
    }

    private ApiResponse respond(ApiRequest call) {
        if (call.path().equals(IMPORT) && emulator.isFull()) {
            return Gateway.diskFull();
        }
        try {
            var segments = call.segments();
            return ApiResponse.of(respond(call, segments.subList(1, segments.size())));
        } catch (ProblemException rejected) {
            var reply = ApiResponse.of(rejected.problem());
            return rejected.problem().kind() == Problem.Kind.METHOD_NOT_ALLOWED
                    ? reply.with("allow", allowed(call))
                    : reply;
        } catch (Malformed malformed) {
            return ApiResponse.of(Problem.malformed("url", malformed.about("The URL")));
        }
    }

    private Response respond(ApiRequest call, List<String> path) {
        if (call.path().equals(REQUEST_FILE)) {
            return only("GET", call, () -> explorer.requestFile(call));
        }
        if (call.path().equals(REFERENCE)) {
            return only("GET", call, () -> explorer.reference(call));
        }
        var route = path.getFirst();
        if (path.size() != (route.equals("token") ? 2 : 1)) {
            throw notFound();
        }
        return switch (route) {
            case "token" -> only("GET", call, () -> token(path.getLast(), call));
            case "clock" -> clock(call);
            case "streams" -> only("GET", call, this::streams);
            case "table" -> only("GET", call, this::table);
            case "import" ->
                    only("POST", call, () -> Response.ok(modelImport.load(call.body()).json()));
            case "redrive" ->
                    only(
                            "POST",
                            call,
                            () ->
                                    report(() ->
                                            streams.redrive()
                                                    .handleRequest(
                                                            request(call), redriveContext())));
            case "reconcile" -> report(() -> run(reconcile, call));
            case "migrate" -> report(() -> migrate(call));
            case "requests",
                    "events",
                    "items",
                    "collections",
                    "model",
                    "stream-records",
                    "costs",
                    "ids",
                    "jobs",
                    "failures" ->
                    only("GET", call, () -> explorer.respond(route, call));
            default -> throw notFound();
        };
    }

    private static String allowed(ApiRequest call) {
        return switch (call.path()) {
            case "/dev/clock" -> "DELETE, GET, PUT";
            case "/dev/migrate", "/dev/reconcile" -> "GET, POST";
            case "/dev/import", "/dev/redrive" -> "POST";
            default -> "GET";
        };
    }

    private Response token(String segment, ApiRequest call) {
        var query = call.queryParameters();
        for (var name : query.keySet()) {
            if (!name.equals("groups") && !name.equals("ttlSeconds")) {
                throw Problem.malformed(
                                "query", "The only query parameters are `groups` and `ttlSeconds`.")
                        .exception();
            }
        }
        var subject = ApiRequest.decoded(segment);
        var user = parsed("subject", subject, UserId::ofSubject);
        var groups = parsed("groups", query.getOrDefault("groups", ""), DevRoutes::groups);
        var seconds = query.get("ttlSeconds");
        var lifetime =
                seconds == null
                        ? TokenIssuer.LIFETIME
                        : parsed("ttlSeconds", seconds, DevRoutes::seconds);
        var token = issuer.token(subject, groups, lifetime);
        return acceptsText(call)
                ? new Response(200, Map.of("content-type", "text/plain"), token)
                : Response.ok(Json.object().with("token", token).with("userId", user.value()));
    }

    private static boolean acceptsText(ApiRequest call) {
        var accept = call.header("accept");
        return accept != null && TEXT.matcher(accept).find();
    }

    private static List<String> groups(String text) {
        var groups = text.isEmpty() ? List.<String>of() : List.of(text.split(",", -1));
        if (groups.size() > GROUPS_MAX
                || !groups.stream().allMatch(g -> GROUP.matcher(g).matches())) {
            throw new Malformed(
                    "must be at most " + GROUPS_MAX + " group names, separated by commas");
        }
        return groups;
    }

    private static Duration seconds(String text) {
        try {
            var seconds = Long.parseLong(text);
            if (Math.abs(seconds) <= TTL_SECONDS_MAX) {
                return Duration.ofSeconds(seconds);
            }
        } catch (NumberFormatException _) {
            // reported below
        }
        throw new Malformed("must be a number of seconds, at most a year");
    }

    private Response clock(ApiRequest call) {
        switch (call.method()) {
            case "GET" -> {
                // the clock is read below
            }
            case "PUT" -> {
                var body = body(call);
                var now = body.get("now");
                if (now == null || !now.isTextual() || body.size() > 1) {
                    throw Problem.malformed(
                                    "now",
                                    "The body must have the field `now`, a time such as 2019-10-23T10:00:00Z, and no other.")
                            .exception();
                }
                clock.set(parsed("now", now.textValue(), LocalClock::parse));
            }
            case "DELETE" -> clock.reset();
            default -> throw otherMethod();
        }
        return Response.ok(Json.object().with("now", clock.instant()).with("real", clock.isReal()));
    }

    private Response streams() {
        var behind = streams.behind();
        return Response.ok(Json.object().with("idle", behind == 0).with("behind", behind));
    }

    private Response table() {
        var table = Json.object().with("tableName", Emulator.TABLE);
        return Response.ok(
                emulator.isOpen() ? table.with("endpoint", emulator.endpoint().toString()) : table);
    }

    /// Performs what a request asks of the runs of a function.
    ///
    /// @return the state of the run
    private static Map<String, Object> run(ScanRuns runs, ApiRequest call) {
        return switch (call.method()) {
            case "GET" -> runs.status();
            case "POST" -> {
                var order = request(call);
                yield switch (String.valueOf(order.get("action"))) {
                    case "stop" -> runs.stop();
                    case "resume" -> runs.resume();
                    default -> runs.start(order);
                };
            }
            default -> throw otherMethod();
        };
    }

    private Map<String, Object> migrate(ApiRequest call) {
        var json = new LinkedHashMap<String, Object>();
        var run = run(migrate, call);
        if (!run.isEmpty()) {
            json.put("run", run);
        }
        json.putAll(migrate.invoke(Map.of("action", "status")));
        return json;
    }

    /// The request of a scheduled function in the body of a request.
    private static Map<String, Object> request(ApiRequest call) {
        return JSON.convertValue(body(call), FIELDS);
    }

    private static LocalContext redriveContext() {
        return new LocalContext(
                Redrive.class.getSimpleName(),
                UUID.randomUUID().toString(),
                System.nanoTime() + REDRIVE_TIME_MAX.toNanos());
    }

    /// Responds with the report of a scheduled function.
    private static Response report(Supplier<Map<String, Object>> function) {
        try {
            return new Response(200, Map.of(), JSON.writeValueAsString(function.get()));
        } catch (Malformed bad) {
            throw Problem.malformed(bad.rule(), List.of()).exception();
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static JsonNode body(ApiRequest call) {
        try {
            var tree = JSON.readTree(call.body());
            if (tree != null && tree.isObject()) {
                return tree;
            }
        } catch (JsonProcessingException _) {
            // reported below
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
        throw Problem.malformed("The body must be a JSON object.", List.of()).exception();
    }

    private static boolean isFromThisMachine(ApiRequest call) {
        var host = call.header("host");
        var origin = call.header("origin");
        return (host == null || CorsHeaders.isLoopbackHost(host))
                && (origin == null || CorsHeaders.isLoopback(origin));
    }

    private static Response only(String method, ApiRequest call, Supplier<Response> response) {
        if (!call.method().equals(method)) {
            throw otherMethod();
        }
        return response.get();
    }

    private static ProblemException otherMethod() {
        return Problem.of(
                        Problem.Kind.METHOD_NOT_ALLOWED,
                        "This path supports only the methods in the header Allow.")
                .exception();
    }

    private static ProblemException notFound() {
        return Problem.of(Problem.Kind.NOT_FOUND, "The API has no route for this path.")
                .exception();
    }

    private static <T> T parsed(String field, String text, Function<String, T> parse) {
        try {
            return parse.apply(text);
        } catch (Malformed malformed) {
            throw Problem.malformed(field, malformed.about("The value of `" + field + "`"))
                    .exception();
        }
    }
}
