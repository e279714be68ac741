package plaza.testkit.fault;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One way in which a request to DynamoDB fails.
public enum Fault {
    PROVISIONED_THROUGHPUT_EXCEEDED(400, "ProvisionedThroughputExceededException"),
    THROTTLING(400, "ThrottlingException"),
    REQUEST_LIMIT_EXCEEDED(400, "RequestLimitExceeded"),
    INTERNAL_SERVER_ERROR(500, "InternalServerError"),
    INTERNAL_SERVER_ERROR_AFTER_THE_EFFECT(500, "InternalServerError"),
    SERVICE_UNAVAILABLE(503, "ServiceUnavailable"),
    SERVICE_UNAVAILABLE_AFTER_THE_EFFECT(503, "ServiceUnavailable"),
    RESET(0, null),
    RESET_AFTER_THE_EFFECT(0, null),
    TIMEOUT(0, null),
    TIMEOUT_AFTER_THE_EFFECT(0, null),
    ANSWER_CUT_SHORT_AFTER_THE_EFFECT(200, null),
    /// A transaction on the same item is under way: a single write is refused outright, a
    /// transaction is canceled with this reason.
    TRANSACTION_CONFLICT(400, "TransactionConflict"),
    /// A transaction is canceled because a partition throttles.
    TRANSACTION_THROTTLED(400, "ThrottlingError"),
    /// A transaction is canceled because its capacity is used up.
    TRANSACTION_OVER_CAPACITY(400, "ProvisionedThroughputExceeded"),
    /// The first attempt of the same transaction is still under way.
    TRANSACTION_IN_PROGRESS(400, "TransactionInProgressException"),
    TRANSACTION_IN_PROGRESS_AFTER_THE_EFFECT(400, "TransactionInProgressException"),
    /// Part of a batch is handed back undone.
    SOME_UNPROCESSED(200, null);

    private static final List<String> SINGLE_WRITES =
            List.of("PutItem", "UpdateItem", "DeleteItem");
    private static final String TRANSACTION = "TransactWriteItems";

    private final int status;
    private final @Nullable String code;

    Fault(int status, @Nullable String code) {
        this.status = status;
        this.code = code;
    }

    /// The answer's status; 0 where there is no answer.
    int status() {
        return status;
    }

    /// The error's name, or the reason why a transaction is canceled.
    @Nullable String code() {
        return code;
    }

    /// Whether the request takes effect all the same.
    boolean comesAfterTheEffect() {
        return name().endsWith("_AFTER_THE_EFFECT");
    }

    /// Whether DynamoDB can answer `operation` so.
    public boolean fits(String operation) {
        return switch (this) {
            case TRANSACTION_CONFLICT ->
                    operation.equals(TRANSACTION) || SINGLE_WRITES.contains(operation);
            case TRANSACTION_THROTTLED,
                    TRANSACTION_OVER_CAPACITY,
                    TRANSACTION_IN_PROGRESS,
                    TRANSACTION_IN_PROGRESS_AFTER_THE_EFFECT ->
                    operation.equals(TRANSACTION);
            case SOME_UNPROCESSED -> operation.startsWith("Batch");
            default -> true;
        };
    }

    /// Whether it cancels a transaction with a reason of its own.
    boolean cancels(String operation) {
        return operation.equals(TRANSACTION)
                && (this == TRANSACTION_CONFLICT
                        || this == TRANSACTION_THROTTLED
                        || this == TRANSACTION_OVER_CAPACITY);
    }
}
