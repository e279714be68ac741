package plaza.testkit.invocation;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The context of an invocation.
///
/// @param functionName the name of the function, as in the Catalogue
/// @param remaining supplies the time that remains
/// @param requestId the id of the invocation
/// @param traceId the id of its X-Ray trace, null for none
public record TestContext(
        String functionName,
        Supplier<Duration> remaining,
        String requestId,
        @Nullable String traceId)
        implements Context {
    /// The context of an invocation whose remaining time does not pass.
    public TestContext(
            String functionName, Duration time, String requestId, @Nullable String traceId) {
        this(functionName, () -> time, requestId, traceId);
    }

    /// The context of an invocation without a trace whose remaining time does not pass.
    public TestContext(String functionName, Duration time) {
        this(functionName, () -> time);
    }

    /// The context of an invocation without a trace.
    public TestContext(String functionName, Supplier<Duration> remaining) {
        this(functionName, remaining, "00000000-0000-0000-0000-000000000001", null);
    }

    @Override
    public String getAwsRequestId() {
        return requestId;
    }

    @Override
    public String getLogGroupName() {
        return "plaza";
    }

    @Override
    public String getLogStreamName() {
        return "test";
    }

    @Override
    public String getFunctionName() {
        return functionName;
    }

    @Override
    public String getFunctionVersion() {
        return "1";
    }

    @Override
    public String getInvokedFunctionArn() {
        return "arn:aws:lambda:us-east-1:000000000000:function:" + functionName;
    }

    @Override
    @SuppressWarnings("NullAway") // the interface predates null annotations; Lambda returns null
    public CognitoIdentity getIdentity() {
        return null;
    }

    @Override
    @SuppressWarnings("NullAway") // as above
    public ClientContext getClientContext() {
        return null;
    }

    @Override
    @SuppressWarnings("NullAway") // as above
    public @Nullable String getXrayTraceId() {
        return traceId;
    }

    @Override
    public int getRemainingTimeInMillis() {
        return (int) remaining.get().toMillis();
    }

    @Override
    public int getMemoryLimitInMB() {
        return 512;
    }

    @Override
    public LambdaLogger getLogger() {
        return new LambdaLogger() {
            @Override
            public void log(String message) {
                System.err.println(message);
            }

            @Override
            public void log(byte[] message) {
                log(new String(message, StandardCharsets.UTF_8));
            }
        };
    }
}
