package plaza.local.mapping;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import plaza.local.runtime.LambdaFunction;
import plaza.local.runtime.LambdaFunction.InvocationResult;

/// Invokes functions again with the records in the failure destination, oldest first.
///
/// Records that succeed are deleted; records that fail again are kept. A function receives the
/// original event and must tolerate that it has processed later changes of the same items already.
/// It can do so only as long as its ledgers keep those changes; older records are not redriven, and
/// kept.
public final class Redrive {
    private final FailureDestination destination;
    private final Map<String, LambdaFunction> functionsByName;
    private final Duration ageMax;
    private final InstantSource time;

    /// @param functionsByName the functions whose records are redriven; records of others are kept
    /// @param ageMax the greatest age of a record that is redriven
    public Redrive(
            FailureDestination destination,
            Map<String, LambdaFunction> functionsByName,
            Duration ageMax,
            InstantSource time) {
        this.destination = destination;
        this.functionsByName = Map.copyOf(functionsByName);
        this.ageMax = ageMax;
        this.time = time;
    }

    /// The results for the invocation records, by their keys.
    ///
    /// @param redriven succeeded and deleted
    /// @param failed failed again and kept
    /// @param foreign kept because the function is another one
    /// @param tooOld kept because a stream record exceeds the age
    public record Report(
            List<String> redriven, List<String> failed, List<String> foreign, List<String> tooOld) {
        /// The report if the destination is empty.
        public static final Report NOTHING = new Report(List.of(), List.of(), List.of(), List.of());
    }

    /// Redrives all records that the destination contains now.
    public Report run() {
        var redriven = new ArrayList<String>();
        var failed = new ArrayList<String>();
        var foreign = new ArrayList<String>();
        var tooOld = new ArrayList<String>();
        var oldest = time.instant().minus(ageMax);
        for (var key : destination.keys()) {
            var kept = read(key);
            var function = functionsByName.get(kept.functionName());
            if (function == null) {
                foreign.add(key);
            } else if (kept.oldest().isBefore(oldest)) {
                tooOld.add(key);
            } else if (succeeds(function, kept.payload())) {
                destination.delete(key);
                redriven.add(key);
            } else {
                failed.add(key);
            }
        }
        return new Report(
                List.copyOf(redriven),
                List.copyOf(failed),
                List.copyOf(foreign),
                List.copyOf(tooOld));
    }

    private record Kept(String functionName, Instant oldest, String payload) {}

    private Kept read(String key) {
        try {
            var json = LambdaJson.MAPPER.readTree(destination.get(key));
            var arn = json.path("requestContext").path("functionArn").asText();
            var oldest = json.path("DDBStreamBatchInfo").path("approximateArrivalOfFirstRecord");
            return new Kept(
                    arn.substring(arn.lastIndexOf(':') + 1),
                    Instant.parse(oldest.asText()),
                    json.path("payload").asText());
        } catch (JsonProcessingException | DateTimeParseException fault) {
            throw new IllegalStateException("not an invocation record", fault);
        }
    }

    private static boolean succeeds(LambdaFunction function, String payload) {
        return switch (function.invoke(payload.getBytes(StandardCharsets.UTF_8))) {
            case InvocationResult.Returned(var response) ->
                    BatchResponse.read(response, List.of()) instanceof BatchResponse.Success;
            case InvocationResult.Failed _, InvocationResult.NotInvoked _ -> false;
        };
    }
}
