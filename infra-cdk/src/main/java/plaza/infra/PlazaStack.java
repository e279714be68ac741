package plaza.infra;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.FunctionCode;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.PublicFunction;
import plaza.catalogue.ScheduledFunction;
import plaza.catalogue.StreamFunction;
import plaza.infra.StreamMappings.Mapped;
import plaza.infra.settings.Identity;
import plaza.infra.settings.StackSettings;
import plaza.infra.settings.Stage;
import software.amazon.awscdk.Annotations;
import software.amazon.awscdk.CfnOutput;
import software.amazon.awscdk.CfnResource;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.amazon.awscdk.Tags;
import software.amazon.awscdk.services.iam.ManagedPolicy;
import software.amazon.awscdk.services.iam.PermissionsBoundary;
import software.amazon.awscdk.services.stepfunctions.CfnStateMachine;
import software.constructs.Construct;
import software.constructs.IDependable;

/// The whole of Plaza: one stack with a nested [ContextStack] for the functions and routes of each
/// context.
///
/// It is one deployment, because table, functions and routes change together. The routes are in
/// nested stacks, because CloudFormation allows 500 resources in a stack. Everything that exists
/// once is here: the table, the API, the functions behind the stream and the schedules, the alarms
/// and the dashboard. References go from the nested stacks to this one only, so there can be no
/// cycle of stacks. Functions are direct children of their stack, under their own names.
public final class PlazaStack extends Stack {
    /// The construct id; it names the template (`Plaza.template.json`).
    static final String ID = "Plaza";

    /// The tag with the name of the deployed stack, by which AWS finds its costs. CloudFormation's
    /// own tag has the name of a nested stack at the resources of that one.
    static final String STACK_TAG = "stack";

    /// @param functionsOfApi the functions of the API; without `media` the stack leaves out those
    ///   that sign uploads
    /// @param code the code of all functions
    public PlazaStack(
            Construct scope,
            StackSettings settings,
            List<HttpFunction> functionsOfApi,
            List<PublicFunction> publicRows,
            List<StreamFunction> streamRows,
            List<ScheduledFunction> scheduledRows,
            FunctionCode code) {
        super(
                scope,
                ID,
                StackProps.builder()
                        .stackName(name(settings.stage()))
                        .description("Plaza: a serverless social backend on one table")
                        .terminationProtection(settings.resources().deletionProtection())
                        .build());
        Tags.of(this).add("service", "plaza");
        Tags.of(this).add("stage", settings.stage().label());
        Tags.of(this).add(STACK_TAG, name(settings.stage()));
        settings.resources().tags().forEach(Tags.of(this)::add);
        var boundary = settings.resources().permissionsBoundary();
        if (boundary != null) {
            PermissionsBoundary.of(this)
                    .apply(
                            ManagedPolicy.fromManagedPolicyArn(
                                    this, "PermissionsBoundary", boundary));
        }
        Annotations.of(this)
                .acknowledgeWarning(
                        "@aws-cdk/aws-lambda:snapStartRequirePublish",
                        "every function is published, and callers invoke only its alias");

        var httpRows = Media.deployed(functionsOfApi, settings);
        var storage = Storage.in(this, settings);
        var media = Media.in(this, settings, httpRows);
        var logs = FunctionDeployer.logs(this, settings.stage(), storage.key());
        var releases = settings.releases().canary() ? Releases.in(this, settings.stage()) : null;
        Identity identity =
                settings.issuer() == null
                        ? Accounts.in(this, settings, httpRows)
                        : settings.issuer();
        var edgeKeys = settings.api().edge() ? EdgeKeys.in(this, settings.api().edgeKey()) : null;
        var api = new ApiGateway(this, settings, storage.key(), identity, edgeKeys, httpRows);
        var ready = new ArrayList<IDependable>();
        var contexts = new ArrayList<CfnResource>();
        httpRows.stream()
                .collect(groupingBy(HttpFunction::context, TreeMap::new, toList()))
                .forEach((context, rows) -> {
                    var nested = new ContextStack(this, context);
                    nested.deploy(
                            rows,
                            new FunctionDeployer(
                                    nested, settings, storage, media, logs, code, releases),
                            api,
                            settings.resources().deployedAtOnce());
                    contexts.add(Objects.requireNonNull(nested.getNestedStackResource()));
                });
        @Nullable Accounts accounts = identity instanceof Accounts own ? own : null;
        var functions = new FunctionDeployer(this, settings, storage, media, logs, code, releases);
        var streams =
                streamRows.stream()
                        .map(row -> functions.deploy(row, accounts))
                        .map(function -> StreamMappings.map(this, storage, function))
                        .toList();
        var open = publicRows.stream().map(functions::deploy).toList();
        api.publicRoutes(open);
        open.forEach(function -> ready.add(function.live()));
        var scheduled = scheduledRows.stream().map(row -> functions.deploy(row, streams)).toList();
        var scans = new LinkedHashMap<Deployed<ScheduledFunction>, CfnStateMachine>();
        for (var function : scheduled) {
            if (function.row().kind() == ScheduledFunction.Kind.SCAN) {
                scans.put(
                        function,
                        ScanMachines.of(this, settings.stage(), settings.reconcile(), function));
            } else {
                Schedules.of(this, function);
            }
        }
        deployInTurn(streams, open, scheduled, contexts);
        ready.addAll(contexts);
        streams.forEach(stream -> ready.add(stream.function().live()));
        var keepReady =
                KeepReady.in(
                        this,
                        settings.stage(),
                        Stream.of(streamRows, httpRows, publicRows).flatMap(List::stream).toList(),
                        ready);
        var metrics = new Metrics(settings.stage(), api.id(), storage);
        var edge =
                edgeKeys == null
                        ? null
                        : CloudFrontEdge.before(this, api, edgeKeys, settings.api().domain());
        var alarms = new Alarms(this, settings.alarms(), storage, metrics);
        var export =
                accounts != null ? UserExport.in(this, settings.stage(), storage, accounts) : null;
        if (export != null) {
            output("UserExportBucket", export.bucket().getBucketName());
        }
        if (settings.alarms().exist()) {
            alarms.requests();
            alarms.table(settings.table());
            streams.forEach(alarms::stream);
            for (var function : scheduled) {
                var machine = scans.get(function);
                if (machine == null) {
                    alarms.scheduled(function);
                } else {
                    alarms.scan(function.row(), machine, settings.reconcile());
                }
            }
            alarms.keepReady(keepReady);
            if (accounts != null) {
                alarms.signIns(accounts);
            }
            if (export != null) {
                alarms.export(export);
            }
            if (settings.userPool().mail() != null) {
                alarms.mail();
            }
            if (edge != null) {
                alarms.edge(edge);
                if (media != null) {
                    alarms.media(media);
                }
            }
        }
        alarms.all().forEach(functions.alarms()::add);
        OperationsDashboard.in(this, alarms, metrics, streams, List.of(logs, api.accessLogs()));
        SavedQuery.in(this, logs, api.accessLogs());
        RotationReminder.to(this, alarms.topic(), storage);
        if (settings.table().backups()) {
            Backups.of(this, settings.stage(), storage);
        }

        output("ApiUrl", edge == null ? api.url() : "https://" + edge.host());
        identity.outputs().forEach(this::output);
        output("TableName", storage.table().getTableName());
        output("CursorKeysArn", storage.cursorKeys().getSecretArn());
        output("FailureBucket", storage.failures().getBucketName());
        output("ErasedIdsBucket", storage.erasedIds().getBucketName());
        output("ErasedIdsKeyArn", storage.erasedIdsKey().getSecretArn());
        if (media != null) {
            output("MediaBucket", media.bucket().getBucketName());
            output("MediaUrl", media.url());
        }
        output("AlarmTopicArn", alarms.topic().getTopicArn());
    }

    /// Deploys the functions of this stack before the contexts, and one context after the other.
    ///
    /// The functions that process jobs and records are thus released before those that write them,
    /// and no kind of job reaches a version that cannot read it. And the limits of each stack are
    /// those of the whole deployment.
    private static void deployInTurn(
            List<Mapped> streams,
            List<Deployed<PublicFunction>> open,
            List<Deployed<ScheduledFunction>> scheduled,
            List<CfnResource> contexts) {
        for (var stream : streams) {
            var live = stream.function().live();
            scheduled.forEach(function -> function.live().getNode().addDependency(live));
        }
        var first = contexts.getFirst();
        Stream.of(streams.stream().map(Mapped::function), open.stream(), scheduled.stream())
                .flatMap(functions -> functions)
                .forEach(function -> first.addResourceDependency(Turns.resource(function.live())));
        var turns = new Turns(1);
        contexts.forEach(turns::add);
    }

    /// The name of the deployed stack, and the prefix of its functions' names.
    static String name(Stage stage) {
        return "Plaza-" + stage.label();
    }

    private void output(String name, String value) {
        CfnOutput.Builder.create(this, name).value(value).build();
    }
}
