package plaza.lambda;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Supplier;
import plaza.http.Cursors;
import plaza.http.Cursors.Keyring;
import plaza.id.PostIds;
import plaza.table.DynamoDbTable;
import plaza.table.Retry;
import plaza.table.Table;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// The parts of a deployed function, each built once per execution environment and only if the
/// function uses it.
///
/// Local code and tests never come here: they give a handler's other constructor what they want it
/// to have.
public final class Deployment {
    /// Below DynamoDB's own limits for a slow answer; a request that hangs is worth repeating.
    private static final Duration REQUEST_TIME_MAX = Duration.ofSeconds(3);

    private static final Settings SETTINGS = Settings.from(System.getenv());

    private Deployment() {}

    public static Clock clock() {
        return Clock.systemUTC();
    }

    public static Table table() {
        return new DynamoDbTable(client(), SETTINGS.tableName(), Retry.standard());
    }

    public static Cursors cursors() {
        return new Cursors(keyring(), clock());
    }

    public static PostIds postIds() {
        return new PostIds(clock(), new SecureRandom());
    }

    private static DynamoDbClient client() {
        return DynamoDbClient.builder()
                .httpClientBuilder(
                        UrlConnectionHttpClient.builder()
                                .connectionTimeout(Duration.ofSeconds(1))
                                .socketTimeout(REQUEST_TIME_MAX))
                .credentialsProvider(EnvironmentVariableCredentialsProvider.create())
                .overrideConfiguration(o -> o.retryStrategy(DefaultRetryStrategy.doNotRetry()))
                .build();
    }

    private static Supplier<Keyring> keyring() {
        var keys = SETTINGS.cursorKeys();
        if (keys != null) {
            var keyring = Keyring.parse(keys);
            return () -> keyring;
        }
        var arn = SETTINGS.cursorSecretArn();
        if (arn == null) {
            throw new IllegalStateException(
                    "neither PLAZA_CURSOR_SECRET_ARN nor PLAZA_CURSOR_KEYS is set");
        }
        return new CursorSecret(arn, clock());
    }
}
