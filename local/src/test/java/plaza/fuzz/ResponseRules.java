package plaza.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
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

/// The rules that every response follows, whatever the request is.
final class ResponseRules {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int PRINTED_CHARACTERS_MAX = 600;

    /// Lambda's limit for a response.
    private static final int BODY_BYTES_MAX = 6 * 1_024 * 1_024;

    private static final Map<String, Problem.Kind> KINDS_BY_TYPE =
            Arrays.stream(Problem.Kind.values())
                    .collect(Collectors.toMap(Problem.Kind::type, kind -> kind));

    /// Class names, lines of stack traces, and names of internal components.
    private static final Pattern INTERNAL =
            Pattern.compile(
                    "(?i)\\b(java|javax|plaza|com|org|software)\\.[a-z]+\\.|exception|\\bat [a-z]+\\.[a-z.]+\\(|dynamo|jackson|nimbus|null pointer|lambda");

    private ResponseRules() {}

    /// Checks a response.
    ///
    /// @throws AssertionError if the response breaks a rule
    static void check(ApiRequest call, ApiResponse response) {
        var faults = new ArrayList<String>();
        if (response.status() >= 500 || response.status() < 200) {
            faults.add("status " + response.status());
        } else if (response.status() >= 400) {
            checkProblem(response, faults);
        } else {
            checkSuccess(response, faults);
        }
        checkHeaders(response, faults);
        if (response.body().length > BODY_BYTES_MAX) {
            faults.add("a body of " + response.body().length + " bytes");
        }
        if (!faults.isEmpty()) {
            throw new AssertionError(
                    String.join("; ", faults)
                            + "\n  request: "
                            + printable(call)
                            + "\n  response: "
                            + response.status()
                            + " "
                            + response.headers()
                            + " "
                            + escaped(response.text()));
        }
    }

    private static void checkProblem(ApiResponse response, List<String> faults) {
        if (!"application/problem+json".equals(response.header("content-type"))) {
            faults.add("the content type is not problem+json");
        }
        JsonNode json;
        try {
            json = JSON.readTree(response.body());
        } catch (IOException _) {
            faults.add("the problem is not JSON");
            return;
        }
        var kind = KINDS_BY_TYPE.get(json.path("type").asText());
        if (kind == null
                || kind.status() != response.status()
                || !json.path("title").asText().equals(kind.title())) {
            faults.add("type, title and status do not match");
        }
        if (json.path("status").asInt() != response.status() || !json.path("status").isInt()) {
            faults.add("the member status differs from the status");
        }
        if (!json.path("detail").isTextual() || json.path("detail").asText().isBlank()) {
            faults.add("the problem has no detail");
        }
        if (json.has("errors") && !json.path("errors").isArray()) {
            faults.add("errors is not an array");
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
        if (json instanceof ObjectNode problem) {
            // the name of another tag is returned as it is stored
            problem.remove("existingTagName");
        }
        checkTexts(json, faults);
        if (INTERNAL.matcher(json.path("detail").asText()).find()) {
            faults.add("the detail contains internals");
        }
        for (var error : json.path("errors")) {
            if (INTERNAL.matcher(error.path("detail").asText()).find()) {
                faults.add("an error contains internals");
            }
        }
    }

    /// Checks that a problem contains no invisible character, which the caller may have sent.
    private static void checkTexts(JsonNode node, List<String> faults) {
        if (node.isTextual()
                && node.textValue().codePoints().anyMatch(ResponseRules::isInvisible)) {
            faults.add("an invisible character in a problem");
        }
        node.fieldNames()
                .forEachRemaining(name -> {
                    if (name.codePoints().anyMatch(ResponseRules::isInvisible)) {
                        faults.add("an invisible character in a name");
                    }
                });
        node.forEach(child -> checkTexts(child, faults));
    }

    private static boolean isInvisible(int codePoint) {
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

    private static void checkSuccess(ApiResponse response, List<String> faults) {
        if (response.status() == 204 || response.status() == 304) {
            if (response.body().length > 0) {
                faults.add("a response without content has a body");
            }
            return;
        }
        var type = response.header("content-type");
        if (type == null) {
            faults.add("no content type");
        } else if (type.startsWith("application/json")) {
            requireObject(response.text(), faults);
        } else if (type.equals("application/x-ndjson")) {
            response.text().lines().forEach(line -> requireObject(line, faults));
        } else if (!type.startsWith("text/html")) {
            faults.add("an unknown content type");
        }
    }

    private static void requireObject(String json, List<String> faults) {
        try {
            if (!JSON.readTree(json).isObject()) {
                faults.add("the body is not a JSON object");
            }
        } catch (IOException _) {
            faults.add("the body is not JSON");
        }
    }

    /// Checks that headers contain visible ASCII characters only, so that none injects a second
    /// header.
    private static void checkHeaders(ApiResponse response, List<String> faults) {
        response.headers()
                .forEach((name, value) -> {
                    var isPlain = (name + value).chars().allMatch(c -> c >= ' ' && c <= '~');
                    if (!isPlain) {
                        faults.add("the header " + escaped(name) + " is not visible ASCII");
                    }
                });
    }

    /// Returns a request in visible characters.
    static String printable(ApiRequest call) {
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
        var printable = new StringBuilder();
        text.codePoints()
                .limit(PRINTED_CHARACTERS_MAX)
                .forEach(c -> {
                    if (c >= ' ' && c <= '~') {
                        printable.appendCodePoint(c);
                    } else {
                        printable.append("\\u{").append(Integer.toHexString(c)).append('}');
                    }
                });
        return printable.toString();
    }
}
