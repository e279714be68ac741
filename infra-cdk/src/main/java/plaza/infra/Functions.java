package plaza.infra;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import plaza.Catalogue;
import plaza.lambda.Quotas;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.iam.PolicyDocument;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.lambda.Alias;
import software.amazon.awscdk.services.lambda.Architecture;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.lambda.Runtime;
import software.amazon.awscdk.services.lambda.SnapStartConf;
import software.amazon.awscdk.services.lambda.Tracing;
import software.amazon.awscdk.services.logs.LogGroup;

/// Deploys the rows of the Catalogue: a function, its role, a published version and the alias
/// `live` for each, all from one jar.
final class Functions {
    /// What every caller invokes. A snapshot exists only of a published version, and an alias is
    /// what lets a new one take over between two requests.
    static final String ALIAS = "live";

    /// A request is a few round trips to DynamoDB and some JSON: 1,024 MiB is 58 % of a processor,
    /// with which restoring a snapshot and the first TLS handshake stay short; more memory costs in
    /// proportion and shortens nothing but those.
    static final int HTTP_MEMORY_MIB = 1_024;

    /// One whole processor (AWS: 1,769 MB), for a batch is encoded and decoded in bulk and written
    /// by several threads.
    static final int STREAM_MEMORY_MIB = 1_769;

    /// Longer than any retry of a handler, which stops in time to answer 503 by itself, and far
    /// below the 30 seconds after which API Gateway gives up.
    static final Duration HTTP_TIMEOUT = Duration.seconds(10);

    /// A stream handler does a bounded slice; this is many times what a slice takes.
    static final Duration STREAM_TIMEOUT = Duration.seconds(60);

    /// The longest there is: each slice goes as far as its time allows.
    static final Duration SCHEDULED_TIMEOUT = Duration.minutes(15);

    /// The collector that suits one processor, and the compiler that pays off in short lives. Both
    /// also shrink the snapshot.
    private static final String JAVA_OPTIONS = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1";

    private final Stack stack;
    private final Quotas quotas;
    private final Storage storage;
    private final LogGroup logs;
    private final Code code;

    Functions(Stack stack, Settings settings, Storage storage, Path jar) {
        var stage = settings.stage();
        this.stack = stack;
        this.quotas = settings.quotas();
        this.storage = storage;
        this.code = Code.fromAsset(jar.toString());
        // One for all: a request that passes through three functions is read in one place, and it
        // is one resource
        // instead of fifty. Every line names its function.
        this.logs =
                LogGroup.Builder.create(stack, "Logs")
                        .retention(stage.logRetention())
                        .removalPolicy(stage.removalPolicy())
                        .build();
    }

    /// A function that runs.
    ///
    /// @param row what it was made from
    /// @param function the function
    /// @param live the alias by which it is invoked
    record Deployed<F extends Catalogue.Function>(F row, Function function, Alias live) {
        String name() {
            return row.name();
        }
    }

    Deployed<Catalogue.HttpFunction> deploy(Catalogue.HttpFunction row) {
        var environment = environment();
        var statements = statements(row);
        if (row.pages()) {
            environment.put("PLAZA_CURSOR_SECRET_ARN", storage.cursorKeys().getSecretArn());
            statements.add(
                    allow(
                            List.of("secretsmanager:GetSecretValue"),
                            storage.cursorKeys().getSecretArn()));
        }
        return deploy(row, HTTP_MEMORY_MIB, HTTP_TIMEOUT, environment, statements);
    }

    Deployed<Catalogue.StreamFunction> deploy(Catalogue.StreamFunction row) {
        var statements = statements(row);
        statements.addAll(Streams.statements(storage));
        return deploy(row, STREAM_MEMORY_MIB, STREAM_TIMEOUT, environment(), statements);
    }

    Deployed<Catalogue.ScheduledFunction> deploy(Catalogue.ScheduledFunction row) {
        return deploy(row, STREAM_MEMORY_MIB, SCHEDULED_TIMEOUT, environment(), statements(row));
    }

    private <F extends Catalogue.Function> Deployed<F> deploy(
            F row,
            int memoryMib,
            Duration timeout,
            Map<String, String> environment,
            List<PolicyStatement> statements) {
        var role =
                Role.Builder.create(stack, row.name() + "Role")
                        .assumedBy(new ServicePrincipal("lambda.amazonaws.com"))
                        .inlinePolicies(
                                Map.of(
                                        "Grants",
                                        PolicyDocument.Builder.create()
                                                .statements(statements)
                                                .build()))
                        .build();
        var function =
                Function.Builder.create(stack, row.name())
                        .description(row.pattern())
                        .runtime(Runtime.JAVA_25)
                        .architecture(Architecture.ARM_64)
                        .snapStart(SnapStartConf.ON_PUBLISHED_VERSIONS)
                        .code(code)
                        .handler(row.handler().getName() + "::handleRequest")
                        .memorySize(memoryMib)
                        .timeout(timeout)
                        .environment(environment)
                        // all a role may do stands in its one inline policy; constructs cannot add
                        // to it
                        .role(role.withoutPolicyUpdates())
                        .tracing(Tracing.ACTIVE)
                        .logGroup(logs)
                        .build();
        return new Deployed<>(row, function, function.addAlias(ALIAS));
    }

    private Map<String, String> environment() {
        var environment = new LinkedHashMap<String, String>();
        environment.put("PLAZA_TABLE", storage.table().getTableName());
        environment.put("JAVA_TOOL_OPTIONS", JAVA_OPTIONS);
        environment.put(Quotas.FAVORITES_MAX, Integer.toString(quotas.favoritesMax()));
        environment.put(Quotas.IMPORTS_PER_DAY_MAX, Integer.toString(quotas.importsPerDayMax()));
        return environment;
    }

    private List<PolicyStatement> statements(Catalogue.Function row) {
        var statements = new ArrayList<PolicyStatement>();
        for (var permission : Permission.of(row.grants())) {
            statements.add(permission.statement(storage.table().getTableArn()));
        }
        statements.add(
                allow(List.of("logs:CreateLogStream", "logs:PutLogEvents"), logs.getLogGroupArn()));
        // X-Ray has no resources to name
        statements.add(allow(List.of("xray:PutTraceSegments", "xray:PutTelemetryRecords"), "*"));
        return statements;
    }

    static PolicyStatement allow(List<String> actions, String resource) {
        return PolicyStatement.Builder.create()
                .actions(actions)
                .resources(List.of(resource))
                .build();
    }
}
