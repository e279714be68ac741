package plaza.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import plaza.http.Problem;
import plaza.local.gateway.ApiRequest;
import plaza.local.gateway.ApiResponse;

/// What every answer must be, whatever was asked.
final class ResponseRules {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SHOWN_CHARACTERS_MAX = 600;

    /// Lambda's limit for an answer.
    private static final int BODY_BYTES_MAX = 6 * 1_024 * 1_024;

    private static final Map<String, Problem.Kind> KINDS_BY_TYPE =
            Arrays.stream(Problem.Kind.values())
                    .collect(Collectors.toMap(Problem.Kind::type, kind -> kind));

    /// Names of classes, lines of stack traces, and words of the machinery behind.
    private static final Pattern INTERNAL =
            Pattern.compile(
                    "(?i)\\b(java|javax|plaza|com|org|software)\\.[a-z]+\\.|exception|\\bat [a-z]+\\.[a-z.]+\\(|dynamo|jackson|nimbus|null pointer|lambda");

    private ResponseRules() {}

    /// Throws unless `reply` is an answer that the API may give.
    static void check(ApiRequest call, ApiResponse reply) {
        var faults = new ArrayList<String>();
        if (reply.status() >= 500 || reply.status() < 200) {
            faults.add("status " + reply.status());
        } else if (reply.status() >= 400) {
            problem(call, reply, faults);
        } else {
            success(call, reply, faults);
        }
        headers(reply, faults);
        if (reply.body().length > BODY_BYTES_MAX) {
            faults.add("a body of " + reply.body().length + " bytes");
        }
        if (!faults.isEmpty()) {
            throw new AssertionError(
                    String.join("; ", faults)
                            + "\n  request: "
                            + shown(call)
                            + "\n  answer: "
                            + reply.status()
                            + " "
                            + reply.headers()
                            + " "
                            + escaped(reply.text()));
        }
    }

    private static void problem(ApiRequest call, ApiResponse reply, List<String> faults) {
        if (call.method().equals("HEAD")) {
            return;
        }
        if (!"application/problem+json".equals(reply.header("content-type"))) {
            faults.add("no problem+json");
        }
        JsonNode json;
        try {
            json = JSON.readTree(reply.body());
        } catch (IOException _) {
            faults.add("the problem is no JSON");
            return;
        }
        var kind = KINDS_BY_TYPE.get(json.path("type").asText());
        if (kind == null
                || kind.status() != reply.status()
                || !json.path("title").asText().equals(kind.title())) {
            faults.add("type, title and status do not belong together");
        }
        if (json.path("status").asInt() != reply.status() || !json.path("status").isInt()) {
            faults.add("status differs");
        }
        if (!json.path("detail").isTextual() || json.path("detail").asText().isBlank()) {
            faults.add("no detail");
        }
        if (json.has("errors") && !json.path("errors").isArray()) {
            faults.add("errors is no array");
        }
        for (var error : json.path("errors")) {
            var fits =
                    error.isObject()
                            && error.path("field").isTextual()
                            && error.path("detail").isTextual()
                            && !error.path("detail").asText().isBlank();
            if (!fits) {
                faults.add("an error without field or detail");
            }
        }
        texts(json, faults);
        if (INTERNAL.matcher(json.path("detail").asText()).find()) {
            faults.add("the detail tells internals");
        }
        for (var error : json.path("errors")) {
            if (INTERNAL.matcher(error.path("detail").asText()).find()) {
                faults.add("an error tells internals");
            }
        }
    }

    /// No text of a problem holds what nobody sees: it may be text that the caller sent.
    private static void texts(JsonNode node, List<String> faults) {
        if (node.isTextual() && node.textValue().codePoints().anyMatch(ResponseRules::isUnseen)) {
            faults.add("an invisible character in a problem");
        }
        node.fieldNames()
                .forEachRemaining(name -> {
                    if (name.codePoints().anyMatch(ResponseRules::isUnseen)) {
                        faults.add("an invisible character in a name");
                    }
                });
        node.forEach(child -> texts(child, faults));
    }

    private static boolean isUnseen(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    true;
            default -> false;
        };
    }

    private static void success(ApiRequest call, ApiResponse reply, List<String> faults) {
        if (reply.status() == 204 || reply.status() == 304 || call.method().equals("HEAD")) {
            if (reply.body().length > 0) {
                faults.add("a body where there is none");
            }
            return;
        }
        var type = reply.header("content-type");
        if (type == null) {
            faults.add("no content type");
        } else if (type.startsWith("application/json")) {
            try {
                if (!JSON.readTree(reply.body()).isObject()) {
                    faults.add("no JSON object");
                }
            } catch (IOException _) {
                faults.add("the body is no JSON");
            }
        } else if (!type.startsWith("text/html")) {
            faults.add("an unknown content type");
        }
    }

    /// What Jetty and browsers take for a header: no control characters, and so no second header.
    private static void headers(ApiResponse reply, List<String> faults) {
        reply.headers()
                .forEach((name, value) -> {
                    var isPlain = (name + value).chars().allMatch(c -> c >= ' ' && c <= '~');
                    if (!isPlain) {
                        faults.add("the header " + escaped(name) + " is not plain");
                    }
                });
    }

    /// A request in visible characters.
    static String shown(ApiRequest call) {
        return escaped(
                call.method()
                        + " "
                        + call.path()
                        + "?"
                        + call.query()
                        + " "
                        + call.headers().entrySet().stream()
                                .filter(header -> !header.getKey().equals("authorization"))
                                .toList()
                        + " "
                        + call.body().length
                        + " bytes: "
                        + new String(call.body(), StandardCharsets.UTF_8));
    }

    private static String escaped(String text) {
        var shown = new StringBuilder();
        text.codePoints()
                .limit(SHOWN_CHARACTERS_MAX)
                .forEach(c -> {
                    if (c >= ' ' && c <= '~') {
                        shown.appendCodePoint(c);
                    } else {
                        shown.append("\\u{").append(Integer.toHexString(c)).append('}');
                    }
                });
        return shown.toString();
    }
}
