package plaza.local.machine;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// A state machine that can be executed in this process.
public final class StateMachine {
    /// Whole numbers are `Long`, as the managed runtime passes them.
    static final JsonMapper JSON =
            JsonMapper.builder().enable(DeserializationFeature.USE_LONG_FOR_INTS).build();

    private final JsonNode definition;

    /// What the states of an execution use.
    public interface Services {
        /// Invokes the function that the machine names.
        Map<String, Object> invoke(Map<String, Object> payload);

        /// The names of the running executions of the machine.
        List<String> running();

        /// The present time.
        Instant now();

        /// Waits until a time.
        void waitUntil(Instant time);

        /// Waits before a task is repeated.
        default void pause(Duration delay) {
            waitUntil(now().plus(delay));
        }
    }

    /// @param definition the machine in the Amazon States Language
    public StateMachine(String definition) {
        try {
            this.definition = JSON.readTree(definition);
        } catch (JsonProcessingException invalid) {
            throw new IllegalArgumentException("not a state machine", invalid);
        }
    }

    /// Begins an execution; its first state is performed by [Execution#step].
    public Execution start(Map<String, Object> input, Services services) {
        var json = JSON.<JsonNode>valueToTree(input);
        var context = JSON.createObjectNode();
        context.putObject("Execution").set("Input", json);
        context.putObject("StateMachine").put("Id", "local");
        return new Execution(definition, json, context, services);
    }
}
