package plaza.testkit.fault;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A way in which a request to DynamoDB fails.
///
/// `AFTER_THE_EFFECT` means that DynamoDB performs the request and only its response is lost.
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
    TRUNCATED_RESPONSE_AFTER_THE_EFFECT(200, null),
    /// Another transaction on the same item is in progress: a single write is rejected, a
    /// transaction is canceled with this reason.
    TRANSACTION_CONFLICT(400, "TransactionConflict"),
    /// A transaction is canceled because a partition throttles.
    TRANSACTION_THROTTLED(400, "ThrottlingError"),
    /// A transaction is canceled because its capacity is used up.
    TRANSACTION_OVER_CAPACITY(400, "ProvisionedThroughputExceeded"),
    /// The first attempt of the same transaction is still in progress.
    TRANSACTION_IN_PROGRESS(400, "TransactionInProgressException"),
    TRANSACTION_IN_PROGRESS_AFTER_THE_EFFECT(400, "TransactionInProgressException"),
    /// A part of a batch is returned unprocessed.
    SOME_UNPROCESSED(200, null),
    /// The function's role does not allow the request. No retry helps.
    ACCESS_DENIED(400, "AccessDeniedException"),
    /// The item collection that a write adds to has 10 GB. No retry helps.
    COLLECTION_FULL(400, "ItemCollectionSizeLimitExceeded");

    /// The faults that a later attempt can survive.
    public static final Set<Fault> TRANSIENT =
            Collections.unmodifiableSet(
                    EnumSet.complementOf(EnumSet.of(ACCESS_DENIED, COLLECTION_FULL)));

    private static final List<String> SINGLE_WRITES =
            List.of("PutItem", "UpdateItem", "DeleteItem");
    private static final String TRANSACTION = "TransactWriteItems";

    private final int status;
    private final @Nullable String code;

    Fault(int status, @Nullable String code) {
        this.status = status;
        this.code = code;
    }

    /// Returns the status of the response; 0 if there is no response.
    int status() {
        return status;
    }

    /// Returns the name of the error, or the reason for which a transaction is canceled.
    @Nullable String code() {
        return code;
    }

    /// Whether DynamoDB performs the request nevertheless.
    boolean comesAfterTheEffect() {
        return name().endsWith("_AFTER_THE_EFFECT");
    }

    /// Whether `operation` can fail in this way.
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
            case COLLECTION_FULL ->
                    List.of("PutItem", "UpdateItem", "BatchWriteItem", TRANSACTION)
                            .contains(operation);
            default -> true;
        };
    }

    /// Whether the response to `operation` is a canceled transaction with a reason for each item.
    boolean cancels(String operation) {
        return operation.equals(TRANSACTION)
                && (this == TRANSACTION_CONFLICT
                        || this == TRANSACTION_THROTTLED
                        || this == TRANSACTION_OVER_CAPACITY
                        || this == COLLECTION_FULL);
    }
}
