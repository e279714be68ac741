package plaza.benchmark.cold;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import plaza.dynamodb.DynamoDbTable;
import plaza.social.user.GetUserInfoByUserId;
import plaza.table.Retry;
import plaza.testkit.invocation.TestServices;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// [GetUserInfoByUserId] with the HTTP client that the environment variable `BENCH_HTTP` names, a
/// constant of [HttpClients].
public final class ReadUser
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final GetUserInfoByUserId handler;

    public ReadUser() {
        var client =
                DynamoDbClient.builder()
                        .httpClient(HttpClients.valueOf(System.getenv("BENCH_HTTP")).client())
                        .credentialsProvider(EnvironmentVariableCredentialsProvider.create())
                        .overrideConfiguration(
                                o -> o.retryStrategy(DefaultRetryStrategy.doNotRetry()))
                        .build();
        handler =
                new GetUserInfoByUserId(
                        TestServices.of(
                                new DynamoDbTable(
                                        client, System.getenv("PLAZA_TABLE"), Retry.standard()),
                                Clock.systemUTC()));
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return handler.handleRequest(event, context);
    }
}
