package plaza.testkit;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/// Holds requests to DynamoDB back until a number of them wait, and fails if they are not sent at
/// the same time.
public final class SimultaneousRequests implements ExecutionInterceptor {
    private static final Duration WAIT_MAX = Duration.ofSeconds(10);

    private final int earlier;
    private final AtomicInteger sent = new AtomicInteger();
    private final CountDownLatch missing;

    /// @param earlier the requests that pass first
    /// @param together the requests after them that must wait at the same time
    public SimultaneousRequests(int earlier, int together) {
        this.earlier = earlier;
        this.missing = new CountDownLatch(together);
    }

    @Override
    public void beforeExecution(Context.BeforeExecution call, ExecutionAttributes attributes) {
        if (sent.getAndIncrement() < earlier) {
            return;
        }
        missing.countDown();
        try {
            if (!missing.await(WAIT_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("a request waits for the response to another one");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError(interrupted);
        }
    }

    /// Whether all of the requests were sent.
    public boolean isOpen() {
        return missing.getCount() == 0;
    }
}
