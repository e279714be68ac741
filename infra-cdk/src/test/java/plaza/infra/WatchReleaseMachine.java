package plaza.infra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The machine of [WatchRelease] as the template has it. Its expressions use so little of JSONata
/// that they are JavaScript after some replacements, and Node.js evaluates them.
///
/// @param states the states by name
record WatchReleaseMachine(JsonNode states) {
    private static final ObjectMapper JSON = new ObjectMapper();

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
        var metrics = new ArrayList<JsonNode>();
        var variables = Map.<String, Object>of("$function", function, "$version", version);
        for (var query : states.at("/Measure/Arguments/MetricDataQueries")) {
            var metric = query.at("/MetricStat/Metric").deepCopy();
            for (var dimension : metric.get("Dimensions")) {
                var value = dimension.get("Value").asText();
                if (value.startsWith("{%")) {
                    var evaluated = evaluate(expression(value), List.of(variables));
                    ((ObjectNode) dimension).set("Value", evaluated.get(0));
                }
            }
            metrics.add(metric);
        }
        return metrics;
    }

    /// The values of an expression with these values of its variables.
    static JsonNode evaluate(String expression, List<Map<String, Object>> variables) {
        var calls = JSON.createArrayNode();
        for (var values : variables) {
            calls.addObject().put("text", expression).set("variables", JSON.valueToTree(values));
        }
        try {
            var node = new ProcessBuilder("node", "-e", EVALUATE).redirectErrorStream(true).start();
            try (var input = node.getOutputStream()) {
                input.write(calls.toString().getBytes(StandardCharsets.UTF_8));
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
