package plaza.local.development;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;
import plaza.text.IsoTime;
import plaza.text.Malformed;

/// The clock of all parts of a local system except tokens: the real time, or a time that was set
/// and advances from there.
public final class LocalClock extends Clock {
    /// The first time that the clock cannot be set to. A time in a key has 13 digits, which end in
    /// November 2286.
    private static final Instant END = Instant.parse("2286-01-01T00:00:00Z");

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

    /// Parses a time that the clock can be set to.
    ///
    /// @throws Malformed unless `text` is a time in UTC before the year 2286
    public static Instant parse(String text) {
        var time = IsoTime.parse(text);
        if (!time.isBefore(END)) {
            throw new Malformed("must be before " + END);
        }
        return time;
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
