package plaza.model;

import java.time.Duration;
import java.util.List;
import plaza.model.expected.Call;

/// One command of a sequence.
public sealed interface Command {
    /// Sends a request.
    record Send(Call call) implements Command {}

    /// Delivers the next records to a stream function, at most so many.
    record Deliver(String function, int records) implements Command {}

    /// Delivers records to both stream functions until the stream is drained.
    record Drain() implements Command {}

    /// Advances the clock.
    ///
    /// @param isSwept whether DynamoDB then removes expired items
    record Wait(Duration time, boolean isSwept) implements Command {}

    /// Sends the initial calls of a context.
    record Begin(List<Call> calls) implements Command {}

    /// Returns the command as one line.
    default String describe() {
        return switch (this) {
            case Send(var call) -> call.describe();
            case Deliver(var function, var records) ->
                    "(deliver up to " + records + " records to " + function + ")";
            case Drain() -> "(drain the stream)";
            case Wait(var time, var isSwept) ->
                    "(wait " + time + (isSwept ? ", then remove expired items)" : ")");
            case Begin(var calls) ->
                    "(send " + calls.size() + " calls such as " + calls.getFirst().describe() + ")";
        };
    }
}
