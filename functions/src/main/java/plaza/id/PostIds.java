package plaza.id;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/// Makes post ids: ULIDs, 48 bits of milliseconds and 80 of chance in 26 characters of Crockford's
/// base 32, so that text order is the order of creation.
///
/// Within one process they are monotonic: a second id of the same millisecond is the one before
/// plus a random step. After a restore from a snapshot ([#forget]) nothing of the state before is
/// used, so two copies of one snapshot make different ids.
public final class PostIds {
    /// A clock that steps back by less than this is being corrected, and ids go on from the last
    /// one; one that steps back further was set.
    private static final Duration CORRECTION_MAX = Duration.ofSeconds(10);

    private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int BITS_PER_DIGIT = 5;
    private static final int TIME_DIGITS = 10;
    private static final int CHANCE_DIGITS = 16;
    private static final long HALF_MASK = (1L << 40) - 1;

    private final Clock clock;
    private final RandomGenerator chance;

    private long lastMillis = -1;
    private long high;
    private long low;

    /// @param chance must be unpredictable and fresh after a restore: `SecureRandom` in a function
    public PostIds(Clock clock, RandomGenerator chance) {
        this.clock = clock;
        this.chance = chance;
    }

    /// A new id and the time it stands for.
    public record Stamp(PostId id, Instant time) {}

    public synchronized Stamp next() {
        var now = clock.millis();
        var corrected = now <= lastMillis && lastMillis - now < CORRECTION_MAX.toMillis();
        if (corrected) {
            step();
        } else {
            lastMillis = now;
            high = chance.nextLong() & HALF_MASK;
            low = chance.nextLong() & HALF_MASK;
        }
        return new Stamp(
                PostId.of(digits(lastMillis, TIME_DIGITS) + digits(high, 8) + digits(low, 8)),
                Instant.ofEpochMilli(lastMillis));
    }

    /// Forgets the last id, so that the next one owes nothing to it.
    public synchronized void forget() {
        lastMillis = -1;
    }

    /// Moves the 80 bits on by a random step; on the rare overflow, to the next millisecond.
    private void step() {
        low += 1 + (chance.nextLong() & 0xFFFF_FFFFL);
        if (low > HALF_MASK) {
            low &= HALF_MASK;
            high++;
        }
        if (high > HALF_MASK) {
            high = chance.nextLong() & HALF_MASK;
            lastMillis++;
        }
    }

    private static String digits(long number, int count) {
        var digits = new StringBuilder(CHANCE_DIGITS);
        for (var place = count - 1; place >= 0; place--) {
            digits.append(DIGITS.charAt((int) (number >>> (place * BITS_PER_DIGIT)) & 31));
        }
        return digits.toString();
    }
}
