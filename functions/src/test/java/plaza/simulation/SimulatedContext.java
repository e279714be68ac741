package plaza.simulation;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;

/// The Lambda context of simulated invocations. The remaining time never ends: the simulator
/// decides which invocations time out.
final class SimulatedContext implements Context {
    static final Context CONTEXT = new SimulatedContext();

    private SimulatedContext() {}

    @Override
    public String getAwsRequestId() {
        return "request";
    }

    @Override
    public String getLogGroupName() {
        return "group";
    }

    @Override
    public String getLogStreamName() {
        return "stream";
    }

    @Override
    public String getFunctionName() {
        return "function";
    }

    @Override
    public String getFunctionVersion() {
        return "1";
    }

    @Override
    public String getInvokedFunctionArn() {
        return "arn";
    }

    @Override
    public CognitoIdentity getIdentity() {
        throw new UnsupportedOperationException();
    }

    @Override
    public ClientContext getClientContext() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int getRemainingTimeInMillis() {
        return 600_000;
    }

    @Override
    public int getMemoryLimitInMB() {
        return 1_024;
    }

    @Override
    public LambdaLogger getLogger() {
        throw new UnsupportedOperationException();
    }
}
