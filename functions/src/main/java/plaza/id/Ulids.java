package plaza.id;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/// Generates ids in the order of time: ULIDs, which encode 48 bits of milliseconds and 80 random
/// bits in 26 characters of Crockford's base 32, so that text order is the order of creation.
///
/// Within one process they increase monotonically: the second id of a millisecond is the previous
/// one plus a random step. [#forget] clears this state after a restore, so that two copies of one
/// snapshot generate different ids.
public final class Ulids {
    /// The largest backward step of the clock that counts as a correction: ids then continue from
    /// the last one. After a larger step they follow the clock.
    private static final Duration CORRECTION_MAX = Duration.ofSeconds(10);

    private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int BITS_PER_DIGIT = 5;
    private static final int TIME_DIGITS = 10;
    private static final int RANDOM_DIGITS = 16;
    private static final long HALF_MASK = (1L << 40) - 1;

    private final Clock clock;
    private final RandomGenerator random;

    private long lastMillis = -1;
    private long high;
    private long low;

    /// @param random an unpredictable source that is renewed after a restore; `SecureRandom` in a
    ///   function
    public Ulids(Clock clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    /// A new id and the time that it encodes.
    public record Stamp(String id, Instant time) {}

    public synchronized Stamp next() {
        var now = clock.millis();
        var corrected = now <= lastMillis && lastMillis - now < CORRECTION_MAX.toMillis();
        if (corrected) {
            step();
        } else {
            lastMillis = now;
            high = random.nextLong() & HALF_MASK;
            low = random.nextLong() & HALF_MASK;
        }
        return new Stamp(
                digits(lastMillis, TIME_DIGITS) + digits(high, 8) + digits(low, 8),
                Instant.ofEpochMilli(lastMillis));
    }

    /// Forgets the last id, so that the next one does not depend on it.
    public synchronized void forget() {
        lastMillis = -1;
    }

    /// Increments the 80 bits by a random step. On the rare overflow it continues in the next
    /// millisecond.
    private void step() {
        low += 1 + (random.nextLong() & 0xFFFF_FFFFL);
        if (low > HALF_MASK) {
            low &= HALF_MASK;
            high++;
        }
        if (high > HALF_MASK) {
            high = random.nextLong() & HALF_MASK;
            lastMillis++;
        }
    }

    private static String digits(long number, int count) {
        var digits = new StringBuilder(RANDOM_DIGITS);
        for (var position = count - 1; position >= 0; position--) {
            digits.append(DIGITS.charAt((int) (number >>> (position * BITS_PER_DIGIT)) & 31));
        }
        return digits.toString();
    }
}
