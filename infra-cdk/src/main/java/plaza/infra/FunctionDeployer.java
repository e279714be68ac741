package plaza.infra;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.DeployedJvm;
import plaza.catalogue.FunctionCode;
import plaza.catalogue.FunctionRow;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.PublicFunction;
import plaza.catalogue.ScheduledFunction;
import plaza.catalogue.ScheduledFunction.Kind;
import plaza.catalogue.StreamFunction;
import plaza.evolution.MigrationSettings;
import plaza.http.RateLimit;
import plaza.infra.StreamMappings.Mapped;
import plaza.infra.settings.FunctionSettings;
import plaza.infra.settings.StackSettings;
import plaza.infra.settings.Stage;
import plaza.lambda.Settings;
import plaza.leaving.CopyRetention;
import plaza.log.Log;
import plaza.reconcile.Reconcile;
import plaza.stream.AggregateCounts;
import plaza.stream.FanOut;
import plaza.text.Sha256;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.iam.CfnRole;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.lambda.Architecture;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.lambda.LayerVersion;
import software.amazon.awscdk.services.lambda.Runtime;
import software.amazon.awscdk.services.lambda.SnapStartConf;
import software.amazon.awscdk.services.lambda.Tracing;
import software.amazon.awscdk.services.lambda.Version;
import software.amazon.awscdk.services.lambda.VersionOptions;
import software.amazon.awscdk.services.logs.LogGroup;

/// Deploys the rows of the Catalogue. Each row becomes a function, its role, a published version
/// and the alias `live`. Its code is split as [FunctionCode] describes.
final class FunctionDeployer {
    /// The alias that every caller invokes. SnapStart works for published versions only, and the
    /// alias moves callers to a new version between two requests.
    static final String ALIAS = "live";

    /// The memory of an HTTP function: 43 % of a processor. A request waits for a few round trips
    /// to DynamoDB and computes for about a millisecond, so that more memory costs proportionally
    /// more and shortens only the first request after a restore: a page of a timeline, for which a
    /// whole processor needs 62 ms (docs/performance.md), takes 143 ms, and 107 ms with 1,024 MiB.
    static final int HTTP_MEMORY_MIB = 768;

    /// The memory of FanOut and of scheduled functions: one whole processor (AWS: 1,769 MB),
    /// because a batch is encoded and decoded in bulk and written by several threads.
    static final int STREAM_MEMORY_MIB = 1_769;

    /// The memory of AggregateCounts: 29 % of a processor. It sends one small transaction after the
    /// other, and waits most of the time. Its window already delays counts by seconds, so that a
    /// slower restore does not matter.
    static final int COUNT_MEMORY_MIB = 512;

    /// The timeout of an HTTP function. A handler stops retrying in time to return 503 itself, and
    /// API Gateway times out after 30 seconds.
    static final Duration HTTP_TIMEOUT = Duration.seconds(10);

    /// The timeout of a stream function. An invocation spends most of it only if it waits for a
    /// table that is unavailable.
    static final Duration STREAM_TIMEOUT =
            Duration.seconds(StreamFunction.INVOCATION_MAX.toSeconds());

    /// The timeout of a scheduled function: the longest that Lambda allows. A step works until its
    /// time is used up.
    static final Duration SCHEDULED_TIMEOUT = Duration.minutes(15);

    /// How many aliases CodeDeploy shifts at a time, for each function that is published at a time.
    /// A shift takes two or three times as long as a publication; with three, the simulation of a
    /// release exceeds the rate of Lambda's management API.
    private static final int SHIFTED_FOR_EACH_PUBLISHED = 2;

    /// How many alarms of a stack are created at a time. CloudWatch accepts three per second
    /// (<https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/cloudwatch_limits.html>).
    private static final int ALARMS_AT_ONCE = 3;

    /// A digest in a logical id is as long as those of the CDK.
    private static final int DIGEST_BYTES = 4;

    private static final HexFormat IDS = HexFormat.of().withUpperCase();

    private final Stack stack;
    private final Stage stage;
    private final FunctionSettings settings;
    private final int copiesKeptDays;
    private final @Nullable String failing;
    private final Storage storage;
    private final @Nullable Media media;
    private final LogGroup logs;
    private final FunctionCode code;
    private final @Nullable Releases releases;
    private final Turns created;
    private final Turns published;
    private final Turns alarms = new Turns(ALARMS_AT_ONCE);
    private final Turns shifted;
    private @Nullable Version firstVersion;

    /// Each stack has its own, of the same asset, because `sam local` cannot follow a reference to
    /// a layer in another stack.
    private final LayerVersion libraries;

    /// @param stack the stack of the functions: the root or a nested one
    /// @param media the objects of users; null if the stack has none
    /// @param logs the log group of all functions
    /// @param code the code of all functions
    /// @param releases moves the aliases; null to let CloudFormation move each one at once
    FunctionDeployer(
            Stack stack,
            StackSettings settings,
            Storage storage,
            @Nullable Media media,
            LogGroup logs,
            FunctionCode code,
            @Nullable Releases releases) {
        this.stack = stack;
        this.stage = settings.stage();
        this.settings = settings.functions();
        this.copiesKeptDays = Storage.copiesKeptDays(settings);
        this.failing = settings.releases().failingFunction();
        this.storage = storage;
        this.media = media;
        this.logs = logs;
        this.code = code;
        this.releases = releases;
        var atOnce = settings.resources().deployedAtOnce();
        this.created = new Turns(atOnce);
        this.published = new Turns(atOnce);
        this.shifted = new Turns(SHIFTED_FOR_EACH_PUBLISHED * atOnce);
        this.libraries =
                LayerVersion.Builder.create(stack, "Libraries")
                        .description("Plaza: the libraries of all functions")
                        .code(Code.fromAsset(code.layer().toString()))
                        .compatibleRuntimes(List.of(Runtime.JAVA_25))
                        .compatibleArchitectures(List.of(Architecture.ARM_64))
                        .build();
    }

    /// The alarms of the stack, which are created a few at a time.
    Turns alarms() {
        return alarms;
    }

    /// Creates the log group that all functions share, so that an operator follows a request
    /// through several functions in one place. Every line names its function.
    static LogGroup logs(Stack stack, Stage stage, Key key) {
        return LogGroup.Builder.create(stack, "Logs")
                .encryptionKey(key)
                .retention(stage.logRetention())
                .removalPolicy(stage.removalPolicy())
                .build();
    }

    /// The name of a function in the account.
    ///
    /// It is fixed, because a generated name in a nested stack would be cut off, and because
    /// permissions, scripts and the runbook can then name a function without looking it up. A
    /// function therefore cannot move to another stack: CloudFormation would create the second
    /// before it deletes the first.
    static String physicalName(Stage stage, String name) {
        return PlazaStack.name(stage) + "-" + name;
    }

    Deployed<HttpFunction> deploy(HttpFunction row) {
        var environment = row.parts().isEmpty() ? environment() : environment(row);
        environment.put(Log.CONTEXT_VARIABLE, row.context());
        var statements = statements(row);
        var limit = settings.limits().ofOrNull(row);
        if (limit != null) {
            environment.put(RateLimit.VARIABLE, limit.text());
        }
        if (row.name().equals(failing)) {
            // its role allows no other table, whether there is one or not
            environment.put(Settings.TABLE, "none");
        }
        if (row.sealsIds()) {
            environment.put(
                    Settings.CURSOR_KEYS, storage.cursorKeyring(settings.cursorKeysVersion()));
        }
        if (media != null && row.objects() != null) {
            environment.putAll(media.environment());
            statements.addAll(media.statements(row.objects()));
        }
        return deploy(row, HTTP_MEMORY_MIB, HTTP_TIMEOUT, environment, statements);
    }

    Deployed<PublicFunction> deploy(PublicFunction row) {
        return deploy(row, HTTP_MEMORY_MIB, HTTP_TIMEOUT, environment(), statements(row));
    }

    /// @param accounts the user pool of the stack; null if it has none
    Deployed<StreamFunction> deploy(StreamFunction row, @Nullable Accounts accounts) {
        var statements = statements(row);
        statements.addAll(StreamMappings.statements(storage));
        var isCounting = row.handler() == AggregateCounts.class;
        var memoryMib = isCounting ? COUNT_MEMORY_MIB : STREAM_MEMORY_MIB;
        var environment = environment(row);
        environment.put(Log.CONTEXT_VARIABLE, row.context());
        if (row.handler() == FanOut.class) {
            putErasedIds(environment);
            statements.add(
                    Permission.allow(
                            List.of("s3:PutObject"), storage.erasedIds().arnForObjects("*")));
        }
        if (media != null && row.handler() == FanOut.class) {
            environment.putAll(media.environment());
            statements.addAll(media.jobStatements());
        }
        if (accounts != null && row.handler() == FanOut.class) {
            environment.put(Settings.USER_POOL, accounts.pool().getUserPoolId());
            statements.add(
                    Permission.allow(
                            List.of(
                                    "cognito-idp:AdminUserGlobalSignOut",
                                    "cognito-idp:AdminDeleteUser"),
                            accounts.pool().getUserPoolArn()));
        }
        return deploy(row, memoryMib, STREAM_TIMEOUT, environment, statements);
    }

    /// @param streams the stream functions, which some scheduled functions invoke
    Deployed<ScheduledFunction> deploy(ScheduledFunction row, List<Mapped> streams) {
        var environment = row.kind() == Kind.REDRIVE ? environment() : environment(row);
        var statements = statements(row);
        if (row.kind() == Kind.REDRIVE) {
            environment.put(Settings.FAILURES, storage.failures().getBucketName());
            statements.addAll(StreamMappings.redriveStatements(storage, streams));
        }
        if (row.handler() == Reconcile.class) {
            putErasedIds(environment);
            statements.add(
                    Permission.allow(List.of("s3:ListBucket"), storage.erasedIds().getBucketArn()));
        }
        return deploy(row, STREAM_MEMORY_MIB, SCHEDULED_TIMEOUT, environment, statements);
    }

    private <F extends FunctionRow> Deployed<F> deploy(
            F row,
            int memoryMib,
            Duration timeout,
            Map<String, String> environment,
            List<PolicyStatement> statements) {
        var role = role(row, statements);
        var concurrency = row instanceof StreamFunction ? settings.streamConcurrency() : 0;
        var function =
                Function.Builder.create(stack, row.name())
                        // A flood of requests cannot take the concurrency of the stream functions,
                        // and they cannot take that of the routes.
                        .reservedConcurrentExecutions(concurrency == 0 ? null : concurrency)
                        .functionName(physicalName(stage, row.name()))
                        .description(row.summary())
                        .runtime(Runtime.JAVA_25)
                        .architecture(Architecture.ARM_64)
                        .snapStart(SnapStartConf.ON_PUBLISHED_VERSIONS)
                        .code(Code.fromAsset(code.jar(row.handler().getName()).toString()))
                        .layers(List.of(libraries))
                        .handler(row.handler().getName() + "::handleRequest")
                        .memorySize(memoryMib)
                        .timeout(timeout)
                        .environment(environment)
                        // Lambda encrypts all variables. Only users with permission for the
                        // stack's key can read those that contain keys.
                        .environmentEncryption(hasKeys(environment) ? storage.key() : null)
                        // constructs cannot add to the role's one inline policy
                        .role(role.withoutPolicyUpdates())
                        .tracing(settings.traces() ? Tracing.ACTIVE : Tracing.DISABLED)
                        // Old versions stay, with their snapshots, for a rollback. A version that
                        // a failed deployment created is deleted: otherwise the next attempt with
                        // the same code could not publish it, because it would already exist.
                        .currentVersionOptions(
                                VersionOptions.builder()
                                        .removalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE)
                                        .build())
                        .logGroup(logs)
                        .build();
        // `sam local invoke` finds the function by it; construct paths of nested stacks are too
        // long for the SAM CLI
        Turns.resource(function).addMetadata("SamResourceId", row.name());
        var version = function.getCurrentVersion();
        if (hasKeys(environment) && firstVersion != null) {
            // With a key of ours for its environment, Lambda creates a grant for the function's
            // role, and KMS rejects a role that it does not know yet
            // (<https://github.com/hashicorp/terraform-provider-aws/issues/4633>). The roles of a
            // stack are older than its first snapshot.
            Turns.resource(function).addResourceDependency(Turns.resource(firstVersion));
        }
        created.add(function);
        published.add(version);
        firstVersion = firstVersion == null ? version : firstVersion;
        var deployed = new Deployed<>(row, function, function.addAlias(ALIAS));
        if (releases != null) {
            releases.shift(stack, deployed, alarms);
            shifted.add(deployed.live());
        }
        return deployed;
    }

    /// Creates the role of a function. Its logical id has a digest of its policy, so that a
    /// deployment that changes the policy creates another role.
    ///
    /// A published version keeps its role
    /// (<https://docs.aws.amazon.com/lambda/latest/dg/configuration-versions.html>), and
    /// CloudFormation updates a role before it publishes the version that needs the update. If all
    /// versions had one role, a removed grant would be missing in the live version from that moment
    /// on, and after a rollback to it. With a role for each policy a version has exactly the grants
    /// of its own commit. In `prod` the roles of old versions are kept, as the versions are.
    private Role role(FunctionRow row, List<PolicyStatement> statements) {
        var id = row.name() + "Role";
        var role = Permission.role(stack, id, "lambda", "Grants", statements);
        role.applyRemovalPolicy(stage.removalPolicy());
        var resource = (CfnRole) Turns.resource(role);
        var policy = stack.resolve(Objects.requireNonNull(resource.getPolicies())).toString();
        resource.overrideLogicalId(
                id + IDS.formatHex(Sha256.digest(policy.getBytes(UTF_8)), 0, DIGEST_BYTES));
        return role;
    }

    /// Whether a variable contains keys.
    private static boolean hasKeys(Map<String, String> environment) {
        return environment.containsKey(Settings.CURSOR_KEYS)
                || environment.containsKey(Settings.ERASED_IDS_KEY);
    }

    private void putErasedIds(Map<String, String> environment) {
        environment.put(Settings.ERASED_IDS, storage.erasedIds().getBucketName());
        environment.put(Settings.ERASED_IDS_KEY, storage.erasedIdsKeyValue());
    }

    private Map<String, String> environment() {
        var environment = new LinkedHashMap<String, String>();
        // two stages of an account would otherwise add up in one metric
        environment.put(Log.STAGE_VARIABLE, stage.label());
        environment.put(Settings.TABLE, storage.table().getTableName());
        environment.put("JAVA_TOOL_OPTIONS", DeployedJvm.OPTIONS);
        environment.put(CopyRetention.VARIABLE, Integer.toString(copiesKeptDays));
        environment.putAll(settings.environment());
        put(environment, MigrationSettings.HELD, settings.migrations().held());
        put(environment, MigrationSettings.PROVED, settings.migrations().proved());
        return environment;
    }

    /// The environment of a function that loads parts of the contexts.
    private Map<String, String> environment(FunctionRow row) {
        var environment = environment();
        environment.put(
                Settings.CONTEXTS,
                row.parts().stream().map(Class::getName).collect(Collectors.joining(",")));
        return environment;
    }

    private static void put(Map<String, String> environment, String variable, Set<String> ids) {
        if (!ids.isEmpty()) {
            environment.put(variable, MigrationSettings.text(ids));
        }
    }

    private List<PolicyStatement> statements(FunctionRow row) {
        var statements = new ArrayList<PolicyStatement>();
        for (var permission : Permission.of(row.grants())) {
            statements.add(permission.statement(storage.table().getTableArn()));
        }
        statements.add(
                Permission.allow(
                        List.of("logs:CreateLogStream", "logs:PutLogEvents"),
                        logs.getLogGroupArn()));
        if (settings.traces()) {
            // X-Ray has no resource-level permissions
            statements.add(
                    Permission.allow(
                            List.of("xray:PutTraceSegments", "xray:PutTelemetryRecords"), "*"));
        }
        return statements;
    }
}
