package plaza.local.mapping;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import plaza.lambda.StreamInvoker;
import plaza.local.runtime.LambdaFunction;
import plaza.local.runtime.LambdaFunction.InvocationResult;

/// Invokes the stream functions of this machine.
public final class LocalInvoker implements StreamInvoker {
    private final Map<String, LambdaFunction> functionsByName;

    /// @param functionsByName the functions by the names in their ARNs
    public LocalInvoker(Map<String, ? extends LambdaFunction> functionsByName) {
        this.functionsByName = Map.copyOf(functionsByName);
    }

    @Override
    public Result invoke(String functionArn, String event) {
        var function = functionsByName.get(functionArn.substring(functionArn.lastIndexOf(':') + 1));
        if (function == null) {
            return new Result.Failed("there is no such function");
        }
        return switch (function.invoke(event.getBytes(StandardCharsets.UTF_8))) {
            case InvocationResult.Returned(var response) ->
                    new Result.Returned(new String(response, StandardCharsets.UTF_8));
            case InvocationResult.Failed(var error) -> new Result.Failed(error);
            case InvocationResult.NotInvoked(var reason) -> new Result.Failed(reason);
        };
    }
}
