package plaza.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.text.Sha256;

/// The response of a handler.
///
/// @param status the HTTP status
/// @param headers the headers in addition to those that [Http] sets
/// @param body the JSON text, or null for an empty body
public record Response(int status, Map<String, String> headers, @Nullable String body) {
    /// The name of a list, unless a route has one of its own.
    public static final String ITEMS = "items";

    public static Response ok(Json json) {
        return new Response(200, Map.of(), json.text());
    }

    /// 200 with the state of one resource and an entity tag derived from its JSON text.
    public static Response one(Json json) {
        return ok(json).tagged(entityTag(json));
    }

    /// The entity tag of [#one].
    public static String entityTag(Json json) {
        return Sha256.fingerprint(json.text());
    }

    /// 200 with a list that has a single page.
    public static <T> Response items(List<T> items, Function<T, Json> shape) {
        return ok(Json.object().withAll(ITEMS, items, shape));
    }

    /// 201: the resource was created.
    public static Response created(Json json) {
        return new Response(201, Map.of(), json.text());
    }

    /// 202: a job was started and continues after the response.
    public static Response accepted(Json json) {
        return new Response(202, Map.of(), json.text());
    }

    public static Response noContent() {
        return new Response(204, Map.of(), null);
    }

    public static Response of(Problem problem) {
        var json = ProblemJson.PROBLEM.json(problem);
        problem.facts().forEach(json::set);
        return new Response(
                problem.kind().status(),
                Map.of("content-type", "application/problem+json"),
                new Json(json).text());
    }

    public Response withStatus(int other) {
        return new Response(other, headers, body);
    }

    public Response with(String header, String value) {
        var more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Response(status, more, body);
    }

    /// The same response with a strong entity tag. [Http#handle] turns it into 304 if the caller
    /// already has that version.
    public Response tagged(String entityTag) {
        return with("etag", '"' + entityTag + '"');
    }
}
