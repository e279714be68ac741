package plaza.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import plaza.catalogue.ScanMachine;
import plaza.local.machine.Execution;
import plaza.local.machine.StateMachine;
import plaza.testkit.invocation.TestClock;

/// Executes the state machine of a function that reads the whole table. Where it has to wait, the
/// clock is advanced.
///
/// @param function invokes the function
public record ScanExecution(UnaryOperator<Map<String, Object>> function, TestClock clock) {
    private static final StateMachine MACHINE =
            new StateMachine(ScanMachine.definition("aws", "function"));

    /// Performs a run.
    ///
    /// @return its report
    public Map<String, Object> run(Map<String, Object> order) {
        return start(order).run();
    }

    /// Begins a run.
    public Execution start(Map<String, Object> order) {
        return MACHINE.start(order, services());
    }

    private StateMachine.Services services() {
        return new StateMachine.Services() {
            @Override
            public Map<String, Object> invoke(Map<String, Object> payload) {
                return function.apply(payload);
            }

            @Override
            public List<String> running() {
                return List.of("this");
            }

            @Override
            public Instant now() {
                return clock.instant();
            }

            @Override
            public void waitUntil(Instant time) {
                if (time.isAfter(clock.instant())) {
                    clock.set(time);
                }
            }

            @Override
            public void pause(Duration delay) {
                // the function fails again at once, or not
            }
        };
    }
}
