package plaza.redrive;

import java.util.List;
import java.util.Map;
import plaza.lambda.OperatorRequest;
import plaza.text.Malformed;

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
    /// @throws Malformed if a field is unknown or has the wrong type
    static RedriveRequest from(Map<String, Object> event) {
        var fields = new OperatorRequest(event, FIELDS);
        var request =
                new RedriveRequest(
                        fields.flag("scheduled"),
                        fields.integer("limit", Long.MAX_VALUE),
                        fields.text("cursor", "", "a string"));
        if (request.scheduled && fields.has("cursor")) {
            throw new Malformed("A scheduled request takes no cursor");
        }
        return request;
    }

    RedriveRequest at(String other) {
        return new RedriveRequest(scheduled, limit, other);
    }
}
