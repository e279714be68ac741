package plaza.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.Access;
import plaza.catalogue.HttpFunction;
import plaza.http.Request;

/// The request of a function's sample event: a line of `requests.txt`, in the folder of the
/// function's context.
///
/// ```text
/// CreatePost /users/alice/posts {"content": "Dungeness at low tide."}
/// ```
///
/// A body continues in the next lines if they are indented by four spaces. Everything else in the
/// event follows from the function's row.
///
/// @param target the path with the query
record SampleRequest(String target, @Nullable String body) {
    private static final String HOST = "abcde12345.execute-api.eu-central-1.amazonaws.com";

    private static final Map<String, Map<String, SampleRequest>> BY_CONTEXT =
            new ConcurrentHashMap<>();

    /// A folder of the checkout, as `events/` is, for programs that do not have the resources of
    /// the tests.
    private static final Path FOLDER = Path.of("..", "local", "src", "test", "resources", "plaza");

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final DefaultPrettyPrinter PRINTER =
            new DefaultPrettyPrinter(
                            Separators.createDefaultInstance()
                                    .withObjectFieldValueSpacing(Separators.Spacing.AFTER))
                    .withArrayIndenter(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE);

    /// The requests of a context, by the names of their functions.
    static Map<String, SampleRequest> ofContext(String context) {
        return BY_CONTEXT.computeIfAbsent(context, SampleRequest::read);
    }

    /// Whether the project whose tests run declares the requests of a context.
    static boolean areOfThisProject(String context) {
        var file = SampleRequest.class.getClassLoader().getResource(file(context));
        return file != null && file.getPath().startsWith(Path.of("").toAbsolutePath().toString());
    }

    private static String file(String context) {
        return "plaza/" + context + "/requests.txt";
    }

    private static Map<String, SampleRequest> read(String context) {
        var file = file(context);
        try (var resource = SampleRequest.class.getClassLoader().getResourceAsStream(file)) {
            var requests = new LinkedHashMap<String, SampleRequest>();
            var bytes =
                    resource == null
                            ? Files.readAllBytes(FOLDER.resolve(context).resolve("requests.txt"))
                            : resource.readAllBytes();
            var text = new String(bytes, StandardCharsets.UTF_8).strip();
            for (var entry : text.split("\n(?! {4})", -1)) {
                var words = entry.split(" +", 3);
                var body = words.length < 3 ? null : words[2].replace("\n    ", "\n");
                if (requests.put(words[0], new SampleRequest(words[1], body)) != null) {
                    throw new AssertionError(words[0] + " occurs twice in " + file);
                }
            }
            return Collections.unmodifiableMap(requests);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /// Returns the event in which API Gateway sends this request of Alice, as the text of a file.
    String event(HttpFunction row) {
        var path = target.split("\\?", 2)[0];
        var query = target.substring(Math.min(target.length(), path.length() + 1));
        var event = JSON.createObjectNode();
        event.put("version", "2.0")
                .put("routeKey", row.routeKey())
                .put("rawPath", path)
                .put("rawQueryString", query);
        var headers = event.putObject("headers").put("accept", "application/json");
        headers.put("host", HOST)
                .put("x-amzn-trace-id", "Root=1-691f0a00-0123456789abcdef01234567");
        if (body != null) {
            var type = row.contract().bodyType();
            headers.put("content-type", type == null ? "application/json" : type.mediaType());
        }
        if (!query.isEmpty()) {
            putAll(event, "queryStringParameters", split(query));
        }
        var parameters = parameters(row.path(), path);
        if (!parameters.isEmpty()) {
            putAll(event, "pathParameters", parameters);
        }
        var context = event.putObject("requestContext");
        context.put("accountId", "123456789012").put("apiId", "abcde12345");
        var token = context.putObject("authorizer").putObject("jwt");
        var claims = token.putObject("claims").put("sub", "alice").put("token_use", "access");
        claims.put("iss", "https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_Example");
        if (row.access() == Access.ADMIN || row.access() == Access.OWNER_OR_ADMIN) {
            claims.put("cognito:groups", "[" + Request.ADMIN_GROUP + "]");
        }
        token.putArray("scopes").add(HttpFunction.RESOURCE_SERVER + "/" + row.scopeName());
        context.put("domainName", HOST).put("domainPrefix", "abcde12345");
        context.putObject("http")
                .put("method", row.method())
                .put("path", path)
                .put("protocol", "HTTP/1.1")
                .put("sourceIp", "192.0.2.1")
                .put("userAgent", "curl/8.5.0");
        context.put("requestId", "Vb2xGh3oFiAEJYQ=")
                .put("routeKey", row.routeKey())
                .put("stage", "$default")
                .put("time", "20/Nov/2026:10:00:00 +0000")
                .put("timeEpoch", 1_795_168_800_000L);
        if (body != null) {
            event.put("body", body);
        }
        event.put("isBase64Encoded", false);
        try {
            return JSON.writer(PRINTER).writeValueAsString(event) + "\n";
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static void putAll(ObjectNode event, String name, Map<String, String> values) {
        var object = event.putObject(name);
        values.forEach(object::put);
    }

    private static Map<String, String> split(String query) {
        var parameters = new LinkedHashMap<String, String>();
        for (var pair : query.split("&", -1)) {
            var at = pair.indexOf('=');
            parameters.put(pair.substring(0, at), decoded(pair.substring(at + 1)));
        }
        return parameters;
    }

    private static Map<String, String> parameters(String template, String path) {
        var names = template.split("/", -1);
        var values = path.split("/", -1);
        if (names.length != values.length) {
            throw new AssertionError(path + " is not a path of " + template);
        }
        var parameters = new LinkedHashMap<String, String>();
        for (var index = 0; index < names.length; index++) {
            if (names[index].startsWith("{")) {
                var name = names[index].substring(1, names[index].length() - 1);
                parameters.put(name, decoded(values[index]));
            }
        }
        return parameters;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
