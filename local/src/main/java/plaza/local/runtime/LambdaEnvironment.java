package plaza.local.runtime;

import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/// What Lambda tells the process of a function, for processes that run one without Lambda.
public final class LambdaEnvironment {
    private LambdaEnvironment() {}

    /// The ARN of the function with this name on this machine.
    public static String functionArn(String function) {
        return "arn:aws:lambda:ddblocal:000000000000:function:" + function;
    }

    /// The variables that are alike for every function. The handler, how the process is initialised
    /// and what the function itself is configured with ([#withTable]) are not among them.
    ///
    /// @param function its name
    /// @param memoryMb what it is told of its memory
    /// @param runtimeApi host and port of the runtime API
    public static Map<String, String> of(String function, int memoryMb, String runtimeApi) {
        var environment = new LinkedHashMap<String, String>();
        environment.put("AWS_LAMBDA_RUNTIME_API", runtimeApi);
        environment.put("AWS_LAMBDA_FUNCTION_NAME", function);
        environment.put("AWS_LAMBDA_FUNCTION_VERSION", "$LATEST");
        environment.put("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", Integer.toString(memoryMb));
        environment.put("AWS_LAMBDA_LOG_GROUP_NAME", "/aws/lambda/" + function);
        environment.put("AWS_LAMBDA_LOG_STREAM_NAME", "local");
        environment.put("AWS_EXECUTION_ENV", "AWS_Lambda_java25");
        environment.put("AWS_REGION", "us-east-1");
        environment.put("AWS_ACCESS_KEY_ID", "local");
        environment.put("AWS_SECRET_ACCESS_KEY", "local");
        environment.put("TZ", ":UTC");
        return environment;
    }

    /// What the stack configures every function with: its table, and the secret of its cursors,
    /// which here is no secret.
    ///
    /// @param table the table's name
    /// @param endpoint where it is
    public static Map<String, String> withTable(String table, String endpoint) {
        return Map.of(
                "PLAZA_TABLE",
                table,
                "PLAZA_CURSOR_KEYS",
                "1:" + Base64.getEncoder().encodeToString(new byte[32]),
                "AWS_ENDPOINT_URL_DYNAMODB",
                endpoint);
    }
}
