package plaza.infra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The machine of [WatchRelease] as the template has it. Its expressions use so little of JSONata
/// that they are JavaScript after some replacements, and Node.js evaluates them.
///
/// @param states the states by name
record WatchReleaseMachine(JsonNode states) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// Each evaluation starts Node.js, so a test that reads the same metrics again waits for none.
    private static final Map<List<Object>, List<JsonNode>> METRICS = new ConcurrentHashMap<>();

    private static final String EVALUATE =
            """
            const fs = require("node:fs");
            const $substringAfter = (text, before) => text.slice(text.indexOf(before) + before.length);
            const words = { " and ": " && ", " or ": " || ", " = ": " == ", " & ": " + " };
            const results = JSON.parse(fs.readFileSync(0, "utf8")).map(({ text, variables }) =>
              new Function("$substringAfter", ...Object.keys(variables),
                "return " + text.replace(/ (and|or|=|&) /g, word => words[word]))(
                $substringAfter, ...Object.values(variables)));
            console.log(JSON.stringify(results));
            """;

    static WatchReleaseMachine in(Template template) {
        var text = new StringBuilder();
        template.at("WatchRelease")
                .at("/DefinitionString/Fn::Join/1")
                .forEach(part -> text.append(part.isTextual() ? part.asText() : "aws"));
        return new WatchReleaseMachine(Template.parse(text.toString()).get("States"));
    }

    /// The condition on which it stops a deployment.
    String condition() {
        return expression(states.at("/Judge/Choices/0/Condition").asText());
    }

    /// The metrics that it reads for a version of a function.
    List<JsonNode> metrics(String function, String version) {
        return METRICS.computeIfAbsent(
                List.of(states, function, version), _ -> evaluated(function, version));
    }

    private List<JsonNode> evaluated(String function, String version) {
        var metrics = new ArrayList<JsonNode>();
        var dimensions = new ArrayList<ObjectNode>();
        for (var query : states.at("/Measure/Arguments/MetricDataQueries")) {
            var metric = query.at("/MetricStat/Metric").deepCopy();
            for (var dimension : metric.get("Dimensions")) {
                if (dimension.get("Value").asText().startsWith("{%")) {
                    dimensions.add((ObjectNode) dimension);
                }
            }
            metrics.add(metric);
        }
        var variables = Map.<String, Object>of("$function", function, "$version", version);
        var values =
                evaluate(
                        dimensions.stream()
                                .map(dimension ->
                                        new Call(
                                                expression(dimension.get("Value").asText()),
                                                variables))
                                .toList());
        for (var index = 0; index < dimensions.size(); index++) {
            dimensions.get(index).set("Value", values.get(index));
        }
        return metrics;
    }

    /// The values of an expression with these values of its variables.
    static JsonNode evaluate(String expression, List<Map<String, Object>> variables) {
        return evaluate(variables.stream().map(values -> new Call(expression, values)).toList());
    }

    private record Call(String text, Map<String, Object> variables) {}

    private static JsonNode evaluate(List<Call> calls) {
        try {
            var node = new ProcessBuilder("node", "-e", EVALUATE).redirectErrorStream(true).start();
            try (var input = node.getOutputStream()) {
                input.write(JSON.writeValueAsBytes(calls));
            }
            return Template.parse(
                    new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException fault) {
            throw new AssertionError(fault);
        }
    }

    private static String expression(String value) {
        return value.substring(2, value.length() - 2).strip();
    }
}
