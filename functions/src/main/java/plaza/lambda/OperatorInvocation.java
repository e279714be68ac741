package plaza.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import plaza.log.InvocationTelemetry;
import plaza.log.Log;
import plaza.table.InvocationBudget;

/// What an invocation of a function that is not behind the API did: an operator, a schedule or a
/// state machine invoked it.
///
/// @param message the message of its last log line
/// @param facts the facts in that line
/// @param response the response
public record OperatorInvocation(
        String message, Map<String, ?> facts, Map<String, Object> response) {
    /// Does the work of an invocation. Its last log line has everything that was measured.
    ///
    /// @return the response
    public static Map<String, Object> perform(Context context, Supplier<OperatorInvocation> work) {
        var budget = InvocationBudget.within(Duration.ofMillis(context.getRemainingTimeInMillis()));
        return InvocationTelemetry.of(context).run(() -> budget.run(() -> measured(work)));
    }

    private static Map<String, Object> measured(Supplier<OperatorInvocation> work) {
        var startNanos = System.nanoTime();
        var done = work.get();
        var telemetry = InvocationTelemetry.current();
        telemetry.took(System.nanoTime() - startNanos);
        InvocationBudget.current().measure(telemetry);
        Log.ended(done.message(), done.facts());
        return done.response();
    }
}
