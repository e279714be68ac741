package plaza.http;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a handler answers.
///
/// @param status the HTTP status
/// @param headers beyond those that [Http] sets
/// @param body the JSON text, or null for none
public record Response(int status, Map<String, String> headers, @Nullable String body) {
    public static Response ok(Json json) {
        return new Response(200, Map.of(), json.text());
    }

    /// One thing as it is now, with an entity tag made of its text.
    public static Response one(Json json) {
        var text = json.text();
        return new Response(200, Map.of(), text).tagged(Http.entityTag(text));
    }

    /// The thing has come to be.
    public static Response created(Json json) {
        return new Response(201, Map.of(), json.text());
    }

    /// The work has been taken on and goes on after the answer.
    public static Response accepted(Json json) {
        return new Response(202, Map.of(), json.text());
    }

    public static Response noContent() {
        return new Response(204, Map.of(), null);
    }

    public static Response of(Problem problem) {
        var json =
                Json.object()
                        .with("type", problem.kind().type())
                        .with("title", problem.kind().title())
                        .with("status", problem.kind().status())
                        .with("detail", problem.detail());
        if (!problem.errors().isEmpty()) {
            json.withAll(
                    "errors",
                    problem.errors(),
                    error ->
                            Json.object()
                                    .with("field", error.field())
                                    .with("detail", error.detail())
                                    .with("code", error.code()));
        }
        for (var fact : problem.facts().entrySet()) {
            json =
                    switch (fact.getValue()) {
                        case Problem.Fact.OfText(var text) -> json.with(fact.getKey(), text);
                        case Problem.Fact.OfNumber(var number) -> json.with(fact.getKey(), number);
                    };
        }
        return new Response(
                problem.kind().status(),
                Map.of("content-type", "application/problem+json"),
                json.text());
    }

    public Response with(String header, String value) {
        var more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Response(status, more, body);
    }

    /// The same response with a strong entity tag; [Http#answer] turns it into 304 where the caller
    /// has it already.
    public Response tagged(String entityTag) {
        return with("etag", '"' + entityTag + '"');
    }
}
