package plaza.testkit.invocation;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/// A clock that stands still until a test sets it, advances it or lets it [#tick].
public final class TestClock extends Clock {
    private final AtomicReference<Instant> now;
    private volatile Duration tick = Duration.ZERO;

    public TestClock(Instant now) {
        this.now = new AtomicReference<>(now);
    }

    /// Advances the clock by `step` after each reading from now on.
    public void tick(Duration step) {
        tick = step;
    }

    public void set(Instant instant) {
        now.set(instant);
    }

    public void advance(Duration time) {
        now.updateAndGet(before -> before.plus(time));
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }

    @Override
    public Instant instant() {
        return now.getAndUpdate(before -> before.plus(tick));
    }
}
