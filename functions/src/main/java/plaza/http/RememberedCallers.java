package plaza.http;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;

/// The requests of each caller in the current window, in the memory of one execution environment.
final class RememberedCallers implements RateLimiter {
    /// The most callers that are remembered, about a megabyte. Beyond them all are forgotten: only
    /// a caller with as many accounts could cause that.
    static final int CALLERS_MAX = 10_000;

    private final RateLimit limit;
    private final Clock clock;
    private final Map<UserId, Integer> taken = new HashMap<>();
    private Instant window = Instant.EPOCH;

    RememberedCallers(RateLimit limit, Clock clock) {
        this.limit = limit;
        this.clock = clock;
    }

    /// Returns a bucket only if no token is left: the number of those that are left would be that
    /// of this environment.
    @Override
    public synchronized @Nullable Bucket take(UserId caller, int tokens) {
        var now = clock.instant();
        var current = RateLimiter.start(now);
        if (!current.equals(window) || taken.size() >= CALLERS_MAX) {
            taken.clear();
            window = current;
        }
        if (taken.getOrDefault(caller, 0) >= limit.perHourMax()) {
            return new Bucket(limit, true, 0, Duration.between(now, current.plus(WINDOW)));
        }
        taken.merge(caller, tokens, Integer::sum);
        return null;
    }
}
