package plaza.local.development;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/// The clock of all parts of a local system except tokens: the real time, or a time that was set
/// and advances from there.
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

    /// Sets the current time.
    public void set(Instant now) {
        offset.set(Duration.between(real.instant(), now));
    }

    /// Returns to the real time.
    public void reset() {
        offset.set(Duration.ZERO);
    }

    /// Returns whether this clock shows the real time.
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
