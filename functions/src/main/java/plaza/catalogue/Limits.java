package plaza.catalogue;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import plaza.http.RateLimit;

/// The rate limits of a deployment.
///
/// @param perHourMax the largest number of requests of a caller in an hour; 0 means no limit
public record Limits(Map<Limit, Integer> perHourMax) {
    /// The default of the stack.
    public static final Limits STANDARD = of(Limit::perHourDefault);

    /// No limits: the default of the local runner, where imports and tests write without end.
    public static final Limits OFF = of(_ -> 0);

    public Limits {
        perHourMax = Map.copyOf(perHourMax);
    }

    /// The limits with these numbers.
    public static Limits of(ToIntFunction<Limit> perHourMax) {
        var numbers = new EnumMap<Limit, Integer>(Limit.class);
        for (var limit : Limit.values()) {
            numbers.put(limit, perHourMax.applyAsInt(limit));
        }
        return new Limits(numbers);
    }

    /// The limit of a function's callers, or null if it has none.
    public @Nullable RateLimit ofOrNull(FunctionRow function) {
        var limit = function instanceof HttpFunction http ? http.limit() : null;
        if (limit == null) {
            return null;
        }
        var max = perHourMax.getOrDefault(limit, 0);
        return max == 0 ? null : new RateLimit(limit.label(), max);
    }
}
