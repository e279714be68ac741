package plaza;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.Supplier;
import plaza.table.Retry;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/// Lets calls to DynamoDB fail before they are sent, as DynamoDB Local never does.
public final class Faults implements ExecutionInterceptor {
    private final Predicate<SdkRequest> which;
    private final Supplier<? extends RuntimeException> fault;
    private final AtomicInteger toSkip = new AtomicInteger();
    private final AtomicInteger toRaise = new AtomicInteger(Integer.MAX_VALUE);
    private final AtomicInteger raised = new AtomicInteger();

    /// @param which the requests that fail
    /// @param fault what is thrown
    public Faults(Predicate<SdkRequest> which, Supplier<? extends RuntimeException> fault) {
        this.which = which;
        this.fault = fault;
    }

    /// The first calls succeed.
    public Faults after(int calls) {
        toSkip.set(calls);
        return this;
    }

    /// This many calls more fail, then no more.
    public Faults times(int calls) {
        toRaise.set(calls);
        return this;
    }

    /// No call fails any more.
    public void stop() {
        toRaise.set(0);
    }

    /// How many calls have failed.
    public int raised() {
        return raised.get();
    }

    @Override
    public void beforeExecution(Context.BeforeExecution call, ExecutionAttributes attributes) {
        if (which.test(call.request())
                && toSkip.getAndDecrement() <= 0
                && toRaise.getAndDecrement() > 0) {
            raised.incrementAndGet();
            throw fault.get();
        }
    }

    /// A fault of DynamoDB itself.
    public static DynamoDbException internal() {
        return exception(500, "InternalServerError");
    }

    /// More is asked of the table than it takes.
    public static DynamoDbException throttled() {
        return exception(400, "ThrottlingException");
    }

    /// The function may not do this.
    public static DynamoDbException denied() {
        return exception(400, "AccessDeniedException");
    }

    /// Somebody else writes the same items at this moment.
    public static TransactionCanceledException conflict() {
        return TransactionCanceledException.builder()
                .statusCode(400)
                .cancellationReasons(
                        CancellationReason.builder().code("None").build(),
                        CancellationReason.builder().code("TransactionConflict").build())
                .build();
    }

    /// So many attempts, without pauses.
    public static Retry attempts(int count) {
        return new Retry(
                count,
                Duration.ofMillis(1),
                Duration.ofMillis(1),
                () -> new SplittableRandom(1),
                _ -> {});
    }

    private static DynamoDbException exception(int status, String code) {
        return (DynamoDbException)
                DynamoDbException.builder()
                        .statusCode(status)
                        .message("injected")
                        .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).build())
                        .build();
    }
}
