package plaza.catalogue;

import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import plaza.http.RateLimit;

/// The rate limits of a deployment.
///
/// @param perHourMax the largest number of requests of a caller in an hour, at least 1, for each
///   limit that is not off
public record Limits(Map<Limit, Integer> perHourMax) {
    /// No limits: the default of the local runner, where imports and tests write without end.
    public static final Limits OFF = new Limits(Map.of());

    public Limits {
        perHourMax = Map.copyOf(perHourMax);
    }

    /// The limits with these numbers; 0 means no limit.
    public static Limits of(List<Limit> limits, ToIntFunction<Limit> perHourMax) {
        return new Limits(
                limits.stream()
                        .filter(limit -> perHourMax.applyAsInt(limit) > 0)
                        .collect(Collectors.toMap(limit -> limit, perHourMax::applyAsInt)));
    }

    /// The limit of a function's callers, or null if it has none.
    public @Nullable RateLimit ofOrNull(FunctionRow function) {
        var limit = function instanceof HttpFunction http ? http.limit() : null;
        var max = limit == null ? null : perHourMax.get(limit);
        return limit == null || max == null ? null : new RateLimit(limit.label(), max);
    }
}
