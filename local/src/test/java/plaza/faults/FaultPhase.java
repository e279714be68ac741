package plaza.faults;

import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;

/// Requests after which the stream functions run.
///
/// @param later the time since the previous phase
public record FaultPhase(String title, Duration later, List<Request> requests) {
    /// One request.
    ///
    /// @param build builds it from the ids in earlier responses
    public record Request(String function, BiFunction<TestBed, List<String>, TestRequest> build) {}
}
