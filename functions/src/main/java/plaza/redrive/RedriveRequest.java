package plaza.redrive;

import java.util.List;
import java.util.Map;

/// The request of one invocation.
///
/// @param scheduled whether to continue where the last scheduled invocation ended, instead of at
///   `cursor`
/// @param limit the most objects that the invocation examines; its time limits them anyway
/// @param cursor the key after which the invocation begins; empty for the first object
record RedriveRequest(boolean scheduled, long limit, String cursor) {
    private static final List<String> FIELDS = List.of("scheduled", "limit", "cursor");

    /// Parses `{"limit": 100, "cursor": "aws/lambda/…"}` or the schedule's `{"scheduled": true}`.
    /// Every field is optional.
    ///
    /// @throws IllegalArgumentException if a field is unknown or has the wrong type
    static RedriveRequest from(Map<String, Object> event) {
        if (!FIELDS.containsAll(event.keySet())) {
            throw new IllegalArgumentException(
                    "The request takes only the fields " + String.join(", ", FIELDS));
        }
        var request = new RedriveRequest(scheduled(event), limit(event), cursor(event));
        if (request.scheduled && event.containsKey("cursor")) {
            throw new IllegalArgumentException("A scheduled request takes no cursor");
        }
        return request;
    }

    private static boolean scheduled(Map<String, Object> event) {
        return switch (event.getOrDefault("scheduled", false)) {
            case Boolean flag -> flag;
            case null, default ->
                    throw new IllegalArgumentException("`scheduled` must be true or false");
        };
    }

    private static long limit(Map<String, Object> event) {
        return switch (event.getOrDefault("limit", Long.MAX_VALUE)) {
            case Integer limit when limit > 0 -> limit;
            case Long limit when limit > 0 -> limit;
            case null, default ->
                    throw new IllegalArgumentException("`limit` must be an integer of at least 1");
        };
    }

    private static String cursor(Map<String, Object> event) {
        return switch (event.getOrDefault("cursor", "")) {
            case String cursor -> cursor;
            case null, default -> throw new IllegalArgumentException("`cursor` must be a string");
        };
    }

    RedriveRequest at(String other) {
        return new RedriveRequest(scheduled, limit, other);
    }
}
