package plaza.table;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import plaza.log.Log;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/// Thrown when DynamoDB rejects a request for a reason that no caller expects, such as a missing
/// grant, and the cause of [Unavailable] and [CollectionFull]. It adds to the exception what a log
/// line needs: which request failed, and after how many attempts.
public final class FailedRequest extends RuntimeException implements Log.Facts {
    private static final long serialVersionUID = 1L;
    private static final int REASON_CHARACTERS_MAX = 300;

    /// The only error whose message can repeat values of items.
    private static final String INVALID = "ValidationException";

    /// The code of an item of a canceled transaction that did not cause the cancellation.
    private static final String NONE = "None";

    private final String operation;
    private final int attempts;

    /// @param operation the name in DynamoDB's API
    /// @param attempts how often the request was sent
    /// @param cause an exception of the SDK, or one of this package with a constant message
    public FailedRequest(String operation, int attempts, Throwable cause) {
        super("a request to the table failed", cause);
        this.operation = operation;
        this.attempts = attempts;
    }

    @Override
    public Map<String, Object> facts() {
        var facts = new LinkedHashMap<String, Object>();
        facts.put("operation", operation);
        facts.put("attempts", attempts);
        var cause = getCause();
        var reason = cause == null ? null : cause.getMessage();
        if (cause instanceof AwsServiceException service && service.awsErrorDetails() != null) {
            var code = service.awsErrorDetails().errorCode();
            facts.put("error_code", code);
            reason = INVALID.equals(code) ? null : reason;
        }
        if (cause instanceof TransactionCanceledException canceled) {
            facts.put(
                    "cancellation_codes",
                    canceled.cancellationReasons().stream()
                            .map(CancellationReason::code)
                            .filter(code -> !NONE.equals(code))
                            .distinct()
                            .collect(Collectors.joining(",")));
        }
        if (reason != null) {
            facts.put(
                    "reason",
                    reason.substring(0, Math.min(reason.length(), REASON_CHARACTERS_MAX)));
        }
        return facts;
    }
}
