package plaza.model.expected;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import plaza.testkit.TestResponse;

/// The responses to calls with an `Idempotency-Key`. A call that is repeated within a day receives
/// the stored response and has no second effect. With another query or body it is rejected; with
/// another path it is a different call.
public final class RepeatedCalls {
    private static final Duration LIFETIME = Duration.ofHours(24);

    private record Stored(Call call, int status, @Nullable Object json, Instant at) {
        boolean hasSameContent(Call other) {
            return call.query().equals(other.query()) && Objects.equals(call.body(), other.body());
        }
    }

    private final Map<String, Stored> storedByKey = new HashMap<>();

    /// Returns the response to a repeated call, or null if the call is new.
    public @Nullable ExpectedResponse response(Call call, Instant now) {
        var stored = storedByKey.get(key(call));
        if (stored == null || !now.isBefore(stored.at().plus(LIFETIME))) {
            return null;
        }
        return stored.hasSameContent(call)
                ? ExpectedResponse.success(stored.status(), stored.json())
                : ExpectedResponse.problem(422, "Idempotency-Key");
    }

    public void remember(Call call, TestResponse response, Instant now) {
        if (call.headers().containsKey("idempotency-key") && response.status() < 300) {
            var json = JsonDifference.of(response.json());
            storedByKey.put(key(call), new Stored(call, response.status(), json, now));
        }
    }

    private static String key(Call call) {
        return call.caller()
                + call.function()
                + call.path()
                + call.headers().get("idempotency-key");
    }
}
