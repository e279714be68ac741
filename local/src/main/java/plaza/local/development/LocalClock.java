package plaza.local.development;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/// The clock that all parts of a local system see: the real one, or one that was set to another
/// time and runs on from there.
///
/// Tokens alone do not follow it ([TokenIssuer] says why).
public final class LocalClock extends Clock {
    private final Clock real;
    private final ZoneId zone;
    private final AtomicReference<Duration> offset;

    public LocalClock() {
        this(Clock.systemUTC(), ZoneOffset.UTC, new AtomicReference<>(Duration.ZERO));
    }

    private LocalClock(Clock real, ZoneId zone, AtomicReference<Duration> offset) {
        this.real = real;
        this.zone = zone;
        this.offset = offset;
    }

    /// Makes it `now` now.
    public void set(Instant now) {
        offset.set(Duration.between(real.instant(), now));
    }

    /// Returns to the real time.
    public void reset() {
        offset.set(Duration.ZERO);
    }

    /// Whether this is the real time.
    public boolean isReal() {
        return offset.get().isZero();
    }

    @Override
    public Instant instant() {
        return real.instant().plus(offset.get());
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
        return new LocalClock(real, other, offset);
    }
}
