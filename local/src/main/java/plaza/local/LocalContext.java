package plaza.local;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import plaza.Catalogue.Function;

/// The context of one invocation on this machine. It tells the time that is left, and ends nothing by itself: handlers
/// bound their own work by it.
public final class LocalContext implements Context {
    /// How long an invocation may take.
    public static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final String REGION_AND_ACCOUNT = "us-east-1:000000000000";

    private final String functionName;
    private final String requestId = UUID.randomUUID().toString();
    private final long endNanos = System.nanoTime() + TIMEOUT.toNanos();

    private LocalContext(String functionName) {
        this.functionName = functionName;
    }

    /// The context of an invocation of `function` that begins now.
    public static LocalContext of(Function function) {
        return new LocalContext(function.name());
    }

    @Override
    public String getAwsRequestId() {
        return requestId;
    }

    @Override
    public String getLogGroupName() {
        return "/plaza/local";
    }

    @Override
    public String getLogStreamName() {
        return functionName;
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
        return "arn:aws:lambda:" + REGION_AND_ACCOUNT + ":function:" + functionName;
    }

    @Override
    public @Nullable CognitoIdentity getIdentity() {
        return null;
    }

    @Override
    public @Nullable ClientContext getClientContext() {
        return null;
    }

    @Override
    public int getRemainingTimeInMillis() {
        return (int) Math.max(0, Duration.ofNanos(endNanos - System.nanoTime()).toMillis());
    }

    @Override
    public int getMemoryLimitInMB() {
        return 1_024;
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
