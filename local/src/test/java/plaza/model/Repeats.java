package plaza.model;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import plaza.testkit.TestResponse;

/// A POST that is sent again with its `Idempotency-Key` gets the first response again, for a day,
/// and has no second effect. With another body it is rejected; with another path or query it is
/// another request.
final class Repeats {
    private static final Duration KEPT = Duration.ofHours(24);

    private record First(@Nullable String body, int status, @Nullable Object answer, Instant at) {}

    private final Map<String, First> firsts = new HashMap<>();

    /// What is answered again, or null where nothing was answered before.
    @Nullable Expected answer(Call call, Instant now) {
        var first = firsts.get(key(call));
        if (first == null || !now.isBefore(first.at().plus(KEPT))) {
            return null;
        }
        return Objects.equals(first.body(), call.body())
                ? Expected.success(first.status(), first.answer())
                : Expected.problem(422, "Idempotency-Key");
    }

    void remember(Call call, TestResponse reply, Instant now) {
        if (call.headers().containsKey("idempotency-key") && reply.status() < 300) {
            firsts.put(
                    key(call),
                    new First(call.body(), reply.status(), JsonDifference.of(reply.json()), now));
        }
    }

    private static String key(Call call) {
        return call.caller()
                + call.function()
                + call.path()
                + new TreeMap<>(call.query())
                + call.headers().get("idempotency-key");
    }
}
