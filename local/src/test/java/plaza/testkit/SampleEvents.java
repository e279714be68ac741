package plaza.testkit;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.FunctionRow;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;
import plaza.functions.OpenApi;
import plaza.local.gateway.Api;

/// The sample events of `events/`, parsed as the managed runtime parses them, and the table on
/// which each of them succeeds.
public final class SampleEvents {
    /// The packages of the functions of the platform whose events are about items of the first
    /// context.
    private static final Set<String> ABOUT_FIRST_CONTEXT = Set.of("stream", "reconcile");

    /// The query with which GetUsersByIds returns pages. Its sample event requests users by id.
    public static final Map<String, String> USER_SEARCH = Map.of("q", "d");

    private static final Path PLATFORM = Path.of("..", "events");

    /// That of the platform, or that of another project, whose test kit these classes are.
    private static final Path FOLDER = Files.isDirectory(PLATFORM) ? PLATFORM : Path.of("events");

    private SampleEvents() {}

    /// Writes the items that the sample events of `context` need.
    public static void prepare(TestBed bed, String context) {
        var kit = ContextKits.of(context);
        if (kit != null) {
            kit.prepare(bed);
        } else if (ABOUT_FIRST_CONTEXT.contains(context)) {
            ContextKits.all().findFirst().orElseThrow().prepare(bed);
        }
    }

    /// Writes the items that the sample events of all HTTP functions need.
    public static void prepareAll(TestBed bed) {
        contexts().forEach(context -> prepare(bed, context));
    }

    /// Returns the file of a function's sample event, which is in the folder of its package.
    public static Path file(FunctionRow function) {
        var path = function.handler().getName().replace('.', '/') + ".json";
        return FOLDER.resolve(Path.of("plaza").relativize(Path.of(path)));
    }

    /// Returns the text of the file of a route's sample event.
    public static String generated(HttpFunction function) {
        var request = SampleRequest.ofContext(function.context()).get(function.name());
        if (request == null) {
            throw new AssertionError("no request of " + function.name() + " in requests.txt");
        }
        return request.event(function);
    }

    /// Whether the generated files of a context, or of the platform, belong to the project whose
    /// tests run, or to one of which they are the test kit.
    public static boolean areOfThisProject(String context) {
        return ContextKits.of(context) == null
                ? FOLDER.equals(PLATFORM)
                : SampleRequest.areOfThisProject(context);
    }

    /// Returns the functions whose events are in the folder of this project.
    public static List<FunctionRow> ownFunctions() {
        return Catalogue.ALL.functions().stream()
                .filter(row -> areOfThisProject(row.context()))
                .toList();
    }

    /// Returns the names of the functions for which `requests.txt` of any context has a request.
    public static List<String> requested() {
        return contexts()
                .flatMap(context -> SampleRequest.ofContext(context).keySet().stream())
                .toList();
    }

    private static Stream<String> contexts() {
        return Catalogue.ALL.httpFunctions().stream().map(FunctionRow::context).distinct();
    }

    /// Returns all files of `events/`.
    public static List<Path> files() {
        try (var files = Files.walk(FOLDER)) {
            return files.filter(Files::isRegularFile).toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /// Returns a new copy of the sample event of an HTTP function.
    public static APIGatewayV2HTTPEvent http(HttpFunction function) {
        return event(function, APIGatewayV2HTTPEvent.class);
    }

    /// Starts the request of a sample event.
    public static TestRequest request(TestBed bed, String function) {
        var claims = claims(http(TestBed.row(function)));
        return request(bed, function, Objects.requireNonNull(claims.get("sub"), function));
    }

    /// Starts the request of a sample event by another caller.
    public static TestRequest request(TestBed bed, String function, String caller) {
        var event = http(TestBed.row(function));
        var request = bed.as(caller);
        claims(event).forEach(request::claim);
        orEmpty(event.getPathParameters()).forEach(request::at);
        orEmpty(event.getQueryStringParameters()).forEach(request::query);
        event.getHeaders().forEach(request::header);
        return event.getBody() == null ? request : request.body(event.getBody());
    }

    private static Map<String, String> claims(APIGatewayV2HTTPEvent event) {
        return event.getRequestContext().getAuthorizer().getJwt().getClaims();
    }

    /// Returns the sample event of an HTTP function as the example of a request.
    public static OpenApi.Example example(HttpFunction function) {
        var event = http(function);
        return new OpenApi.Example(
                orEmpty(event.getPathParameters()),
                orEmpty(event.getQueryStringParameters()),
                event.getBody());
    }

    /// API Gateway omits the parameters if there are none.
    private static Map<String, String> orEmpty(@Nullable Map<String, String> parameters) {
        return parameters == null ? Map.of() : parameters;
    }

    /// Returns a new copy of a sample event.
    public static <T> T event(FunctionRow function, Class<T> type) {
        try {
            // not the file, which another test may just be writing
            var text =
                    function instanceof HttpFunction http
                            ? generated(http)
                            : Files.readString(file(function));
            return Api.serializer(type).fromJson(text);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /// Returns `response` as the managed runtime sends it.
    public static <T> String json(T response, Class<T> type) {
        var bytes = new ByteArrayOutputStream();
        Api.serializer(type).toJson(response, bytes);
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
