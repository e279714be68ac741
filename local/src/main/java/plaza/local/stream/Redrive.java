package plaza.local.stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import plaza.local.stream.StreamFunction.Answer;

/// Puts records from the failure destination through their functions once more, oldest first.
///
/// What succeeds is deleted from there; what fails stays. The functions see the event as it was:
/// they must bear that later changes of the same items were processed before it.
public final class Redrive {
    private final FailureDestination destination;
    private final Map<String, StreamFunction> functionsByName;

    /// @param functionsByName the functions whose records are redriven; others' stay
    public Redrive(FailureDestination destination, Map<String, StreamFunction> functionsByName) {
        this.destination = destination;
        this.functionsByName = Map.copyOf(functionsByName);
    }

    /// What became of the records.
    ///
    /// @param redriven keys of invocation records that succeeded, and are deleted
    /// @param failed keys of those that failed again, and are kept
    /// @param foreign keys of those of other functions, which are kept
    public record Report(List<String> redriven, List<String> failed, List<String> foreign) {}

    /// Redrives all that is kept now.
    public Report run() {
        var redriven = new ArrayList<String>();
        var failed = new ArrayList<String>();
        var foreign = new ArrayList<String>();
        for (var key : destination.keys()) {
            var kept = read(key);
            var function = functionsByName.get(kept.functionName());
            if (function == null) {
                foreign.add(key);
            } else if (succeeds(function, kept.payload())) {
                destination.delete(key);
                redriven.add(key);
            } else {
                failed.add(key);
            }
        }
        return new Report(List.copyOf(redriven), List.copyOf(failed), List.copyOf(foreign));
    }

    private record Kept(String functionName, String payload) {}

    private Kept read(String key) {
        try {
            var json = LambdaJson.MAPPER.readTree(destination.get(key));
            var arn = json.path("requestContext").path("functionArn").asText();
            return new Kept(arn.substring(arn.lastIndexOf(':') + 1), json.path("payload").asText());
        } catch (JsonProcessingException fault) {
            throw new IllegalStateException("not an invocation record", fault);
        }
    }

    private static boolean succeeds(StreamFunction function, String payload) {
        return switch (function.invoke(payload.getBytes(StandardCharsets.UTF_8))) {
            case Answer.Returned(var answer) ->
                    BatchResponse.read(answer, List.of()) instanceof BatchResponse.Success;
            case Answer.Failed _, Answer.NotInvoked _ -> false;
        };
    }
}
