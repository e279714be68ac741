package plaza.local.machine;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.ScanMachine;
import plaza.local.runtime.LocalContext;
import plaza.text.Malformed;

/// The runs of a function that reads the whole table. The state machine of the stack performs them
/// in this process, one at a time.
public final class ScanRuns {
    private static final StateMachine MACHINE =
            new StateMachine(ScanMachine.definition("aws", "local"));

    /// The time limit of an invocation. It is shorter than on AWS, so that a run can be stopped.
    private static final Duration INVOCATION_MAX = Duration.ofSeconds(20);

    /// How often a run that waits looks at the clock, which a developer may set.
    private static final Duration TICK = Duration.ofMillis(20);

    /// The longest pause of a segment that keeps to its rate.
    private static final Duration PAUSE_MAX = Duration.ofSeconds(5);

    private static final String RUNNING = "running";
    private static final String STOPPING = "stopping";
    private static final String DONE = "done";

    private final String function;
    private final RequestHandler<Map<String, Object>, Map<String, Object>> handler;
    private final Clock clock;
    private @Nullable Run last;

    /// @param function the name of the function
    public ScanRuns(
            String function,
            RequestHandler<Map<String, Object>, Map<String, Object>> handler,
            Clock clock) {
        this.function = function;
        this.handler = handler;
        this.clock = clock;
    }

    /// Ends the thread of a run that is stopped.
    private static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Stopped() {
            super("stopped", null, false, false);
        }
    }

    /// A run and the thread that performs it.
    private final class Run implements StateMachine.Services {
        private final Execution execution;
        private final String name = UUID.randomUUID().toString();
        private Thread thread = Thread.currentThread();
        private volatile String state = RUNNING;
        private volatile @Nullable Instant waitsUntil;
        private volatile String cause = "";
        private volatile Map<String, Object> seen = Map.of();
        private volatile CountDownLatch attention = new CountDownLatch(1);

        Run(Map<String, Object> order) {
            this.execution = MACHINE.start(order, this);
        }

        /// Performs the states until the run has begun, so that the caller learns that its order is
        /// invalid.
        void begin() {
            execution.step();
            execution.step();
            look();
        }

        void proceed() {
            state = RUNNING;
            cause = "";
            attention = new CountDownLatch(1);
            thread = Thread.ofVirtual().name(function).start(this::work);
        }

        private void work() {
            try {
                while (!execution.isEnded() && !state.equals(STOPPING)) {
                    execution.step();
                    look();
                }
                state = execution.isEnded() ? DONE : "stopped";
            } catch (Stopped _) {
                state = "stopped";
            } catch (RuntimeException | Error fault) {
                cause = String.valueOf(fault.getMessage());
                state = "failed";
            } finally {
                waitsUntil = null;
                attention.countDown();
            }
        }

        /// Remembers what others see of the execution.
        private void look() {
            var children = execution.childData();
            if (execution.isEnded()) {
                seen = execution.output();
            } else if (!children.isEmpty()) {
                seen = sum(children);
            }
        }

        void stop() {
            state = STOPPING;
            try {
                var _ = thread.join(INVOCATION_MAX);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }

        /// Waits until the run ends or waits itself.
        void await() {
            try {
                var _ = attention.await(INVOCATION_MAX.toSeconds(), TimeUnit.SECONDS);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }

        Map<String, Object> json() {
            var json = new LinkedHashMap<String, Object>();
            json.put("state", state);
            json.putAll(seen);
            json.remove("action");
            if (!cause.isEmpty()) {
                json.put("cause", cause);
            }
            var until = waitsUntil;
            if (until != null) {
                json.put("notBefore", until.toString());
            }
            return json;
        }

        @Override
        public Map<String, Object> invoke(Map<String, Object> payload) {
            return ScanRuns.this.invoke(payload);
        }

        @Override
        public List<String> running() {
            return List.of(name);
        }

        @Override
        public Instant now() {
            return clock.instant();
        }

        @Override
        public void waitUntil(Instant time) {
            // a run that only keeps to its rate is not a run that waits
            if (time.isAfter(clock.instant().plus(PAUSE_MAX))) {
                waitsUntil = time;
                attention.countDown();
            }
            while (clock.instant().isBefore(time)) {
                if (state.equals(STOPPING)) {
                    throw new Stopped();
                }
                LockSupport.parkNanos(TICK.toNanos());
            }
            waitsUntil = null;
        }
    }

    /// Begins a run.
    ///
    /// @return its state after the first seconds
    /// @throws Malformed if the order is invalid or another run is open
    public synchronized Map<String, Object> start(Map<String, Object> order) {
        if (last != null && last.state.equals(RUNNING)) {
            throw new Malformed("Another run is open: stop it, or wait until it ends");
        }
        var run = new Run(order);
        run.begin();
        last = run;
        run.proceed();
        run.await();
        return run.json();
    }

    /// Stops the run.
    public synchronized Map<String, Object> stop() {
        var run = last;
        if (run == null || !run.state.equals(RUNNING)) {
            throw new Malformed("No run is open");
        }
        run.stop();
        return run.json();
    }

    /// Continues the run that was stopped, or that failed.
    public synchronized Map<String, Object> resume() {
        var run = last;
        if (run == null || run.state.equals(RUNNING) || run.state.equals(DONE)) {
            throw new Malformed("No run was stopped");
        }
        run.proceed();
        run.await();
        return run.json();
    }

    /// The state of the run that began last; empty before the first.
    public synchronized Map<String, Object> status() {
        return last == null ? Map.of() : last.json();
    }

    /// Invokes the function outside of a run.
    public Map<String, Object> invoke(Map<String, Object> request) {
        return handler.handleRequest(
                request,
                new LocalContext(
                        function,
                        UUID.randomUUID().toString(),
                        System.nanoTime() + INVOCATION_MAX.toNanos()));
    }

    /// What the segments of a run have counted so far.
    private static Map<String, Object> sum(List<Map<String, Object>> children) {
        var json = new LinkedHashMap<String, Object>();
        json.put("segments", (long) children.size());
        json.put("segmentsRead", 0L);
        for (var child : children) {
            // an ended child is its segment
            var segment = child.get("segment") instanceof Map<?, ?> open ? open : child;
            if (Objects.equals(segment.get("isRead"), true)) {
                json.merge("segmentsRead", 1L, (one, other) -> (Long) one + (Long) other);
            }
            if (child.get("run") instanceof Map<?, ?> run) {
                json.put("subject", Objects.requireNonNull(run.get("subject")));
                json.put("startedAt", Objects.requireNonNull(run.get("startedAt")));
            }
            ((Map<?, ?>) Objects.requireNonNull(segment.get("counts")))
                    .forEach((name, count) ->
                            json.merge(
                                    (String) name,
                                    count,
                                    (one, other) -> (Long) one + (Long) other));
        }
        return json;
    }
}
