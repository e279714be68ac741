package plaza.model;

import java.time.Duration;

/// One step of a story.
sealed interface Step {
    /// A request.
    record Ask(Call call) implements Step {}

    /// A stream function gets the next records, at most so many.
    record Deliver(String function, int records) implements Step {}

    /// Both stream functions get everything, until nothing is left to be done.
    record Drain() implements Step {}

    /// Time passes, and DynamoDB may remove what has expired.
    record Wait(Duration time, boolean isSwept) implements Step {}

    /// The administrator tells of the footballers that the game begins with.
    record Footballers() implements Step {}

    /// The step in one line.
    default String told() {
        return switch (this) {
            case Ask(var call) -> call.told();
            case Deliver(var function, var records) ->
                    "(" + function + " gets " + records + " records)";
            case Drain() -> "(the stream comes to rest)";
            case Wait(var time, var isSwept) ->
                    "(" + time + " later" + (isSwept ? ", what has expired is removed)" : ")");
            case Footballers() -> "(the footballers are told of)";
        };
    }
}
