package plaza.simulation.rush;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import plaza.simulation.fiber.Fiber;
import plaza.table.Retry;

/// Many callers that work at the same time, in a time that only their pauses advance.
///
/// Each caller is a [Fiber]. The caller whose pause ends first continues, and the time jumps there.
/// A run is deterministic and takes as long as its computations.
public final class VirtualCallers {
    private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

    /// @param order decides between callers that continue at the same time
    private record Turn(long nanos, long order, Fiber caller) {}

    private final PriorityQueue<Turn> turns =
            new PriorityQueue<>(
                    Comparator.comparingLong(Turn::nanos).thenComparingLong(Turn::order));
    private final Clock clock = ((InstantSource) this::now).withZone(ZoneOffset.UTC);

    private long nanos;
    private long order;
    private boolean running;
    private long sleepsUntil;

    public Clock clock() {
        return clock;
    }

    public Instant now() {
        return BEGINNING.plusNanos(nanos);
    }

    /// The time since the beginning.
    public Duration elapsed() {
        return Duration.ofNanos(nanos);
    }

    /// Adds a caller.
    ///
    /// @param start when it begins, after the beginning
    public void at(Duration start, Runnable work) {
        turns.add(new Turn(start.toNanos(), order++, new Fiber(work)));
    }

    /// Stops the running caller for some time. Outside of [#run], nothing happens.
    public void sleep(Duration time) {
        if (running) {
            sleepsUntil = nanos + time.toNanos();
            Fiber.pause();
        }
    }

    /// The standard retries, with pauses in this time.
    public Retry retry(SplittableRandom random) {
        var standard = Retry.standard();
        return new Retry(
                standard.attemptsMax(),
                standard.first(),
                standard.longest(),
                () -> random,
                this::sleep);
    }

    /// Runs until no caller is left.
    public void run() {
        running = true;
        for (var turn = turns.poll(); turn != null; turn = turns.poll()) {
            nanos = turn.nanos();
            if (!turn.caller().step()) {
                turns.add(new Turn(sleepsUntil, order++, turn.caller()));
            } else {
                rethrow(turn.caller().thrown());
            }
        }
        running = false;
    }

    private static void rethrow(@Nullable Throwable thrown) {
        if (thrown != null) {
            throw new AssertionError("a caller failed", thrown);
        }
    }
}
