package plaza.local.runtime;

import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import plaza.functions.Catalogue;
import plaza.lambda.Settings;

/// The environment variables that Lambda sets for a function, for processes that run one elsewhere.
public final class LambdaEnvironment {
    /// An access key for an endpoint that accepts any.
    private static final String ANY_KEY = "local";

    private LambdaEnvironment() {}

    /// The ARN of the function with this name on this machine.
    public static String functionArn(String function) {
        return "arn:aws:lambda:ddblocal:000000000000:function:" + function;
    }

    /// Returns Lambda's own variables, except the handler and the initialization type.
    ///
    /// @param function the name of the function
    /// @param memoryMb the memory size that the function sees
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
        environment.put("AWS_ACCESS_KEY_ID", ANY_KEY);
        environment.put("AWS_SECRET_ACCESS_KEY", "local");
        environment.put("TZ", ":UTC");
        return environment;
    }

    /// Returns the variables that the stack sets: the table, the parts of contexts that any
    /// function loads, and the key of cursors, which is not secret here.
    ///
    /// @param table the name of the table
    /// @param endpoint the URL of DynamoDB
    public static Map<String, String> withTable(String table, String endpoint) {
        return Map.of(
                "PLAZA_TABLE",
                table,
                "PLAZA_CURSOR_KEYS",
                Base64.getEncoder().encodeToString(new byte[32]),
                Settings.CONTEXTS,
                Catalogue.ALL.functions().stream()
                        .flatMap(function -> function.parts().stream())
                        .map(Class::getName)
                        .collect(Collectors.joining(",")),
                "AWS_ENDPOINT_URL_DYNAMODB",
                endpoint);
    }
}
