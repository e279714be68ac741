package plaza.redrive;

import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import plaza.http.Json;
import plaza.text.Malformed;

/// An invocation record, as Lambda stores it in the failure bucket.
///
/// @param functionArn the ARN of the alias that Lambda invoked
/// @param oldest the arrival of the first record
/// @param event the event of the invocation as JSON
record FailedInvocation(String functionArn, Instant oldest, String event) {
    /// Parses an object of the failure bucket.
    ///
    /// @throws Malformed if it is not an invocation record with its event
    static FailedInvocation parse(String object) {
        try {
            var json = Json.parse(object);
            if (json != null) {
                var functionArn = json.path("requestContext").path("functionArn");
                var batch = json.path("DDBStreamBatchInfo");
                var event = json.path("payload");
                if (functionArn.isTextual() && event.isTextual()) {
                    return new FailedInvocation(
                            functionArn.textValue(),
                            Instant.parse(batch.path("approximateArrivalOfFirstRecord").asText()),
                            event.textValue());
                }
            }
        } catch (IOException | DateTimeParseException _) {
            // reported below
        }
        throw new Malformed("is not an invocation record");
    }
}
