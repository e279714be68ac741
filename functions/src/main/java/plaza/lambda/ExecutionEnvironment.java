package plaza.lambda;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.crac.Context;
import org.crac.Resource;
import org.jspecify.annotations.Nullable;
import plaza.dynamodb.DynamoDbScans;
import plaza.dynamodb.DynamoDbTable;
import plaza.id.Ulids;
import plaza.leaving.Departure;
import plaza.leaving.ErasedIds;
import plaza.log.InvocationTelemetry;
import plaza.objects.ObjectStore;
import plaza.objects.UnusedObjects;
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
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.providers.SystemSettingsRegionProvider;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// One execution environment of a deployed function: it creates the dependencies that the function
/// uses and registers their snapshot hooks.
///
/// With SnapStart, Lambda copies a process after its initialisation. For each dependency this class
/// registers what to load before the snapshot ([Snapshot#before]) and what to renew in each copy
/// ([Snapshot#after]). Each copy fetches credentials for its first request, and no connection is
/// open in a snapshot.
final class ExecutionEnvironment {
    /// The timeout of one attempt. It is shorter than DynamoDB's own limit because repeating a
    /// hanging request is faster than waiting for it.
    static final Duration REQUEST_TIME_MAX = Duration.ofSeconds(3);

    /// The characters of a bucket's name
    /// (<https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html>).
    private static final Pattern BUCKET = Pattern.compile("[a-z0-9.-]{3,63}");

    private final Settings settings;
    private final Clock clock;
    private final Function<Duration, SdkHttpClient> httpClients;
    private final RenewableRandom random;
    private @Nullable Table table;

    /// This field keeps the hooks reachable; the runtime's list of resources has weak references.
    private final Snapshot snapshot = new Snapshot();

    /// @param sources creates a random source now and after each restore
    /// @param httpClients creates HTTP clients that wait this long for a response
    /// @param context runs the snapshot hooks
    ExecutionEnvironment(
            Settings settings,
            Clock clock,
            Supplier<? extends RandomGenerator> sources,
            Function<Duration, SdkHttpClient> httpClients,
            Context<Resource> context) {
        this.settings = settings;
        this.clock = clock;
        this.httpClients = httpClients;
        this.random = new RenewableRandom(sources);
        snapshot.before(Priming::batch);
        snapshot.after(random::renew);
        snapshot.after(InvocationTelemetry::restored);
        context.register(snapshot);
    }

    Settings settings() {
        return settings;
    }

    Clock clock() {
        return clock;
    }

    RenewableRandom random() {
        return random;
    }

    Snapshot snapshot() {
        return snapshot;
    }

    /// The handler and the rate limiter share one table, and so its connections.
    Table table() {
        if (table == null) {
            snapshot.before(this::primeTable);
            table = table(client(http(), credentials()));
        }
        return table;
    }

    Scans scans() {
        return new DynamoDbScans(
                client(http(), credentials()), settings.tableName(), Retry.standard(random));
    }

    Ulids ulids() {
        var ids = new Ulids(clock, random);
        snapshot.after(ids::forget);
        return ids;
    }

    FailureStore failures() {
        var bucket = settings.failureBucket();
        if (bucket == null) {
            throw new IllegalStateException(
                    "the environment variable " + Settings.FAILURES + " is not set");
        }
        if (bucket.isEmpty()) {
            return FailureStore.NONE;
        }
        return new FailureBucket(bucket(Settings.FAILURES, bucket));
    }

    ErasedIds erasedIds() {
        var bucket = settings.erasedIds();
        var key = settings.erasedIdsKey();
        if (bucket == null || bucket.isEmpty()) {
            return ErasedIds.NONE;
        }
        if (key == null) {
            throw new IllegalStateException(
                    "the environment variable " + Settings.ERASED_IDS_KEY + " is not set");
        }
        return new ErasedIdsBucket(bucket(Settings.ERASED_IDS, bucket), key);
    }

    /// The objects that users store; [UnusedObjects] if the system has no bucket for them.
    ObjectStore objects() {
        var bucket = settings.objects();
        var url = settings.objectsUrl();
        if (bucket == null || bucket.isEmpty() || url == null) {
            return new UnusedObjects();
        }
        return new ObjectBucket(
                () -> bucket(Settings.OBJECTS, bucket),
                new PutSigner(
                        credentials()::resolveCredentials,
                        new SystemSettingsRegionProvider().getRegion()),
                URI.create(url),
                clock);
    }

    private Bucket bucket(String variable, String name) {
        // `sam local` replaces a reference to a bucket by a logical id. As part of a host name that
        // could be the bucket of another account.
        if (!BUCKET.matcher(name).matches()) {
            throw new IllegalStateException(
                    "the environment variable " + variable + " must be the name of a bucket");
        }
        var override = settings.s3Endpoint();
        var url = override == null ? endpoint(name + ".s3") : URI.create(override + "/" + name);
        return new Bucket(requests("s3", http()), name, url, Retry.Pause.REAL);
    }

    StreamInvoker streamInvoker() {
        var override = settings.lambdaEndpoint();
        return new LambdaInvoker(
                requests("lambda", httpClients.apply(StreamInvoker.RESPONSE_TIME_MAX)),
                override == null ? endpoint("lambda") : URI.create(override));
    }

    /// Remembers the id first: if the login can be deleted no more, the person has left anyway.
    Departure departure() {
        var ids = erasedIds();
        var logins = userPool();
        return person -> {
            ids.remember(person);
            if (logins != null) {
                logins.delete(person);
            }
        };
    }

    private @Nullable UserPool userPool() {
        var pool = settings.userPool();
        if (pool == null || pool.isEmpty()) {
            return null;
        }
        var override = settings.cognitoEndpoint();
        return new UserPool(
                requests("cognito-idp", http()),
                override == null ? endpoint("cognito-idp") : URI.create(override),
                pool);
    }

    private SignedRequests requests(String service, SdkHttpClient http) {
        return new SignedRequests(
                http, credentials(), service, new SystemSettingsRegionProvider().getRegion());
    }

    /// The regional endpoint of a service. The SDK's metadata of partitions would load the metadata
    /// of all services, which the deployed jar does not contain.
    private static URI endpoint(String host) {
        var region = new SystemSettingsRegionProvider().getRegion().id();
        var suffix = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
        return URI.create("https://" + host + "." + region + "." + suffix);
    }

    private SdkHttpClient http() {
        return httpClients.apply(REQUEST_TIME_MAX);
    }

    private Table table(DynamoDbClient client) {
        return new DynamoDbTable(client, settings.tableName(), Retry.standard(random), random);
    }

    private static DynamoDbClient client(
            SdkHttpClient http, AwsCredentialsProvider credentialsProvider) {
        return DynamoDbClient.builder()
                .httpClient(http)
                .credentialsProvider(credentialsProvider)
                .defaultsMode(DefaultsMode.IN_REGION)
                // The functions have no profiles. Searching for their file would load the classes
                // that read it.
                .overrideConfiguration(o ->
                        o.retryStrategy(DefaultRetryStrategy.doNotRetry())
                                .apiCallAttemptTimeout(REQUEST_TIME_MAX)
                                .addExecutionInterceptor(new InvocationDeadline(REQUEST_TIME_MAX))
                                .defaultProfileFile(ProfileFile.aggregator().build()))
                .build();
    }

    /// The provider for one of the two sources in which Lambda puts credentials. The default chain
    /// would load the classes of other sources, such as profiles and instance metadata.
    private AwsCredentialsProvider credentials() {
        return settings.containerCredentials()
                ? ContainerCredentialsProvider.create()
                : EnvironmentVariableCredentialsProvider.create();
    }

    private void primeTable() {
        var dummy = StaticCredentialsProvider.create(AwsBasicCredentials.create("none", "none"));
        try (var canned = new CannedResponses();
                var client = client(canned, dummy)) {
            Priming.table(table(client));
            Priming.connect(http(), canned.endpoint());
        }
    }
}
