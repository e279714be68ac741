package plaza.lambda;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.function.Supplier;
import org.crac.Core;
import plaza.http.Cursors;
import plaza.http.Cursors.Keyring;
import plaza.id.PostIds;
import plaza.log.Activity;
import plaza.table.DynamoDbScans;
import plaza.table.DynamoDbTable;
import plaza.table.Retry;
import plaza.table.Scans;
import plaza.table.Table;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ContainerCredentialsProvider;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.defaultsmode.DefaultsMode;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.secretsmanager.SecretsManagerClient;

/// The parts of a deployed function, each built once per execution environment and only if the
/// function uses it.
///
/// Local code and tests never come here: they give a handler's other constructor what they want it
/// to have.
///
/// Under SnapStart a process is copied after its initialisation. Each part says here what is loaded
/// before the copy ([Snapshot#before]) and what is renewed in it ([Snapshot#after]); the
/// credentials are asked for by the first request of each copy, and no connection is open in a
/// snapshot.
public final class Deployment {
    /// Below DynamoDB's own limits for a slow answer; a request that hangs is worth repeating.
    private static final Duration REQUEST_TIME_MAX = Duration.ofSeconds(3);

    private static final Duration CONNECT_TIME_MAX = Duration.ofSeconds(1);

    private static final Settings SETTINGS = Settings.from(System.getenv());

    /// Held here: the runtime's list of resources does not keep them alive.
    private static final Snapshot SNAPSHOT = new Snapshot();

    private static final Chance CHANCE = new Chance(SecureRandom::new);

    static {
        SNAPSHOT.before(Priming::answer);
        SNAPSHOT.after(CHANCE::renew);
        SNAPSHOT.after(Activity::restored);
        Core.getGlobalContext().register(SNAPSHOT);
    }

    private Deployment() {}

    public static Clock clock() {
        return Clock.systemUTC();
    }

    public static Table table() {
        SNAPSHOT.before(Deployment::primeTable);
        return table(client(http(), credentials()));
    }

    /// For Reconcile only.
    public static Scans scans() {
        return new DynamoDbScans(
                client(http(), credentials()), SETTINGS.tableName(), Retry.standard(CHANCE));
    }

    public static Cursors cursors() {
        SNAPSHOT.before(Deployment::primeCursors);
        return new Cursors(keyring(), clock());
    }

    public static PostIds postIds() {
        var ids = new PostIds(clock(), CHANCE);
        SNAPSHOT.after(ids::forget);
        return ids;
    }

    private static Table table(DynamoDbClient client) {
        return new DynamoDbTable(client, SETTINGS.tableName(), Retry.standard(CHANCE), CHANCE);
    }

    private static DynamoDbClient client(
            SdkHttpClient http, AwsCredentialsProvider credentialsProvider) {
        return DynamoDbClient.builder()
                .httpClient(http)
                .credentialsProvider(credentialsProvider)
                .defaultsMode(DefaultsMode.IN_REGION)
                // The functions are configured by their environment: there are no profiles, and to
                // look for their file would load what reads it.
                .overrideConfiguration(o ->
                        o.retryStrategy(DefaultRetryStrategy.doNotRetry())
                                .apiCallAttemptTimeout(REQUEST_TIME_MAX)
                                .addExecutionInterceptor(new InvocationDeadline(REQUEST_TIME_MAX))
                                .defaultProfileFile(ProfileFile.aggregator().build()))
                .build();
    }

    private static SdkHttpClient http() {
        return Apache5HttpClient.builder()
                .connectionTimeout(CONNECT_TIME_MAX)
                .socketTimeout(REQUEST_TIME_MAX)
                .build();
    }

    /// One of the two places where Lambda puts credentials, and no chain: to look through the
    /// others (profiles, instance metadata) would load much for nothing.
    private static AwsCredentialsProvider credentials() {
        return SETTINGS.containerCredentials()
                ? ContainerCredentialsProvider.create()
                : EnvironmentVariableCredentialsProvider.create();
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
        var secret =
                new CursorSecret(
                        arn,
                        clock(),
                        () ->
                                SecretsManagerClient.builder()
                                        .httpClient(http())
                                        .credentialsProvider(credentials())
                                        .build());
        SNAPSHOT.after(secret::forget);
        return secret;
    }

    private static void primeTable() {
        var nobody = StaticCredentialsProvider.create(AwsBasicCredentials.create("none", "none"));
        try (var canned = new CannedAnswers();
                var client = client(canned, nobody)) {
            Priming.table(table(client));
            Priming.connect(http(), canned.endpoint());
        }
    }

    private static void primeCursors() {
        var key = Base64.getEncoder().encodeToString(new byte[32]);
        Priming.page(new Cursors(() -> Keyring.parse("0:" + key), clock()));
    }
}
