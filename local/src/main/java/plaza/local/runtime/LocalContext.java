package plaza.local.runtime;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The context of an invocation on this machine. Its logger writes to standard error.
///
/// @param endNanos the end of the time limit, in terms of [System#nanoTime]
public record LocalContext(String functionName, String requestId, long endNanos)
        implements Context {
    private static final int MEMORY_MB = 1_024;

    @Override
    public String getAwsRequestId() {
        return requestId;
    }

    @Override
    public String getLogGroupName() {
        return "/aws/lambda/" + functionName;
    }

    @Override
    public String getLogStreamName() {
        return "local";
    }

    @Override
    public String getFunctionName() {
        return functionName;
    }

    @Override
    public String getFunctionVersion() {
        return "$LATEST";
    }

    @Override
    public String getInvokedFunctionArn() {
        return LambdaEnvironment.functionArn(functionName);
    }

    @Override
    @SuppressWarnings("NullAway") // null is allowed, but the interface is not annotated
    public @Nullable CognitoIdentity getIdentity() {
        return null;
    }

    @Override
    @SuppressWarnings("NullAway") // null is allowed, but the interface is not annotated
    public @Nullable ClientContext getClientContext() {
        return null;
    }

    @Override
    public int getRemainingTimeInMillis() {
        return (int) Math.max(0, TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime()));
    }

    @Override
    public int getMemoryLimitInMB() {
        return MEMORY_MB;
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
