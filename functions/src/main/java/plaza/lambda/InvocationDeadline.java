package plaza.lambda;

import java.time.Duration;
import plaza.table.InvocationBudget;
import software.amazon.awssdk.awscore.AwsRequest;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/// Limits each request to the time that its invocation has left.
///
/// The SDK's own attempt timeout is fixed per client. A request that starts late in an invocation
/// and hangs would outlast the invocation, and the caller would receive a plain 500 instead of 503.
public final class InvocationDeadline implements ExecutionInterceptor {
    /// The SDK rejects a timeout of zero.
    private static final Duration SHORTEST = Duration.ofMillis(1);

    private final Duration attemptTimeMax;

    /// @param attemptTimeMax the attempt timeout of the client; requests get a shorter one when the
    ///   invocation has less time left
    public InvocationDeadline(Duration attemptTimeMax) {
        this.attemptTimeMax = attemptTimeMax;
    }

    @Override
    public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
        var spendable = InvocationBudget.current().spendable();
        if (spendable.compareTo(attemptTimeMax) >= 0
                || !(context.request() instanceof AwsRequest request)) {
            return context.request();
        }
        var timeout = spendable.compareTo(SHORTEST) < 0 ? SHORTEST : spendable;
        var override =
                request.overrideConfiguration()
                        .map(AwsRequestOverrideConfiguration::toBuilder)
                        .orElseGet(AwsRequestOverrideConfiguration::builder);
        return request.toBuilder()
                .overrideConfiguration(override.apiCallAttemptTimeout(timeout).build())
                .build();
    }
}
