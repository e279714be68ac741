package plaza.local.machine;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import plaza.local.machine.StateMachine.Services;

/// An execution of a state machine, one transition at a time.
///
/// The children of a Map state take turns. If a task fails for good, [#step] throws; the next call
/// redrives the execution from the state that failed, and the states that succeeded are kept.
public final class Execution {
    private static final TypeReference<Map<String, Object>> FIELDS = new TypeReference<>() {};

    /// The fields of a state that the interpreter knows, apart from those of each type.
    private static final Set<String> COMMON = Set.of("Type", "Next", "OutputPath", "Retry");

    private final JsonNode states;
    private final ObjectNode context;
    private final Services services;
    private final List<Execution> children = new ArrayList<>();
    private String state;
    private JsonNode data;
    private boolean isEnded;
    private @Nullable Instant waitsUntil;
    private int turn;

    Execution(JsonNode definition, JsonNode input, ObjectNode context, Services services) {
        this.states = definition.get("States");
        this.state = definition.get("StartAt").asText();
        this.data = input;
        this.context = context;
        this.services = services;
    }

    /// Performs all transitions that are left.
    ///
    /// @return the output
    public Map<String, Object> run() {
        while (!isEnded) {
            step();
        }
        return output();
    }

    /// Whether a state that ends the execution was reached.
    public boolean isEnded() {
        return isEnded;
    }

    /// The output of the last state.
    public Map<String, Object> output() {
        return map(data);
    }

    /// The data of each running or ended child; empty outside of a Map state.
    public List<Map<String, Object>> childData() {
        return List.copyOf(children).stream().map(Execution::output).toList();
    }

    /// Performs one transition. A Wait state lasts until its time.
    public void step() {
        var current = states.get(state);
        switch (current.get("Type").asText()) {
            case "Task" -> task(current);
            case "Choice" -> state = choice(current);
            case "Wait" -> await(current);
            case "Map" -> map(current, (ObjectNode) data);
            case "Pass", "Succeed" -> {
                known(current, Set.of("End"));
                data = output(current, data);
                isEnded = true;
            }
            default -> throw unknown(current.get("Type").asText());
        }
    }

    private void task(JsonNode current) {
        known(current, Set.of("Resource", "Parameters"));
        var parameters = filled(current.get("Parameters"), data);
        for (var attempt = 1; ; attempt++) {
            try {
                data = output(current, result(current.get("Resource").asText(), parameters));
                state = current.get("Next").asText();
                return;
            } catch (RuntimeException fault) {
                var delay = delay(current.path("Retry"), fault, attempt);
                if (delay == null) {
                    throw fault;
                }
                services.pause(delay);
            }
        }
    }

    private JsonNode result(String resource, JsonNode parameters) {
        var result = StateMachine.JSON.createObjectNode();
        if (resource.endsWith(":lambda:invoke")) {
            var payload = services.invoke(map(parameters.get("Payload")));
            result.set("Payload", StateMachine.JSON.valueToTree(payload));
        } else if (resource.endsWith(":aws-sdk:sfn:listExecutions")) {
            var executions = result.putArray("Executions");
            services.running().forEach(name -> executions.addObject().put("Name", name));
        } else {
            throw unknown(resource);
        }
        return result;
    }

    /// The time until a failed task is repeated, or null if it is not.
    private static @Nullable Duration delay(JsonNode retriers, Exception fault, int attempt) {
        for (var retrier : retriers) {
            for (var name : retrier.get("ErrorEquals")) {
                if (name.asText().equals(fault.getClass().getName())
                        || name.asText().equals("States.ALL")) {
                    var seconds =
                            retrier.path("IntervalSeconds").asInt()
                                    * Math.pow(retrier.path("BackoffRate").asInt(), attempt - 1);
                    return attempt > retrier.get("MaxAttempts").asInt()
                            ? null
                            : Duration.ofSeconds(
                                    (long)
                                            Math.min(
                                                    seconds,
                                                    retrier.path("MaxDelaySeconds").asInt()));
                }
            }
        }
        return null;
    }

    private String choice(JsonNode current) {
        known(current, Set.of("Choices", "Default"));
        for (var choice : current.get("Choices")) {
            var value = at(choice.get("Variable").asText(), data);
            var expected =
                    choice.has("StringEquals")
                            ? choice.get("StringEquals")
                            : choice.get("BooleanEquals");
            if (Objects.requireNonNull(expected, "an unknown comparison").equals(value)) {
                return choice.get("Next").asText();
            }
        }
        return current.get("Default").asText();
    }

    private void await(JsonNode current) {
        known(current, Set.of("TimestampPath"));
        var time = Instant.parse(at(current.get("TimestampPath").asText(), data).asText());
        if (time.isAfter(services.now())) {
            if (waitsUntil == null && context.has("Map")) {
                waitsUntil = time; // other children have their turn
                return;
            }
            services.waitUntil(time);
        }
        waitsUntil = null;
        state = current.get("Next").asText();
    }

    private void map(JsonNode current, ObjectNode input) {
        known(
                current,
                Set.of(
                        "ItemsPath",
                        "ItemSelector",
                        "ItemProcessor",
                        "ResultPath",
                        "MaxConcurrency"));
        if (children.isEmpty()) {
            for (var item : at(current.get("ItemsPath").asText(), input)) {
                var own = context.deepCopy();
                own.putObject("Map").putObject("Item").set("Value", item);
                var processor = current.get("ItemProcessor");
                var selected = filled(current.get("ItemSelector"), input, own);
                children.add(new Execution(processor, selected, own, services));
            }
        }
        var open = children.stream().filter(child -> !child.isEnded).toList();
        if (!open.isEmpty()) {
            next(open).step();
            return;
        }
        var results = StateMachine.JSON.createArrayNode();
        children.forEach(child -> results.add(child.data));
        children.clear();
        input.set(current.get("ResultPath").asText().substring("$.".length()), results);
        state = current.get("Next").asText();
    }

    /// The child whose turn it is: the next one that has work to do, or else the one that waits
    /// least.
    private Execution next(List<Execution> open) {
        var now = services.now();
        for (var tried = 0; tried < open.size(); tried++) {
            turn++;
            var child = open.get(turn % open.size());
            if (child.waitsUntil == null || !child.waitsUntil.isAfter(now)) {
                return child;
            }
        }
        return open.stream()
                .min(Comparator.comparing(child -> Objects.requireNonNull(child.waitsUntil)))
                .orElseThrow();
    }

    private JsonNode output(JsonNode current, JsonNode result) {
        return current.has("OutputPath") ? at(current.get("OutputPath").asText(), result) : result;
    }

    private JsonNode filled(JsonNode template, JsonNode input) {
        return filled(template, input, context);
    }

    /// A template whose fields with the ending `.$` have the values of their paths.
    private static JsonNode filled(JsonNode template, JsonNode input, JsonNode context) {
        if (!template.isObject()) {
            return template;
        }
        var filled = StateMachine.JSON.createObjectNode();
        for (var field : template.properties()) {
            var name = field.getKey();
            if (name.endsWith(".$")) {
                filled.set(
                        name.substring(0, name.length() - ".$".length()),
                        at(field.getValue().asText(), input, context));
            } else {
                filled.set(name, filled(field.getValue(), input, context));
            }
        }
        return filled;
    }

    private JsonNode at(String path, JsonNode input) {
        return at(path, input, context);
    }

    private static JsonNode at(String path, JsonNode input, JsonNode context) {
        var node = path.startsWith("$$") ? context : input;
        var names = path.split("\\.", -1);
        for (var index = 1; index < names.length; index++) {
            var name = names[index];
            if (node.isArray()) {
                var all = StateMachine.JSON.createArrayNode();
                node.forEach(each -> all.add(each.get(name)));
                node = all;
            } else {
                node = node.get(name.replace("[*]", ""));
                Objects.requireNonNull(node, path);
            }
        }
        return node;
    }

    private static void known(JsonNode current, Set<String> own) {
        for (var field : current.properties()) {
            if (!COMMON.contains(field.getKey()) && !own.contains(field.getKey())) {
                throw unknown(field.getKey());
            }
        }
    }

    private static IllegalStateException unknown(String what) {
        return new IllegalStateException("The interpreter does not know " + what);
    }

    private static Map<String, Object> map(JsonNode node) {
        return StateMachine.JSON.convertValue(node, FIELDS);
    }
}
