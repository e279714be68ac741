package plaza.infra;

import io.github.cdklabs.cdknag.AwsSolutionsChecks;
import io.github.cdklabs.cdknag.NagPackSuppression;
import io.github.cdklabs.cdknag.NagReportFormat;
import io.github.cdklabs.cdknag.NagSuppressions;
import java.util.List;
import java.util.stream.Stream;
import software.amazon.awscdk.Aspects;

/// The accepted findings of cdk-nag's AwsSolutions rules, each with its reason. Any other finding
/// fails the build, and so does a reason without a finding.
final class NagReasons {
    /// An accepted finding.
    ///
    /// @param rule the rule
    /// @param findings the names of its findings, or regular expressions between slashes; empty for
    ///   a rule without named findings
    /// @param reason why the finding is accepted
    record Reason(String rule, List<String> findings, String reason) {
        NagPackSuppression suppression() {
            var suppression = NagPackSuppression.builder().id(rule).reason(reason);
            return findings.isEmpty()
                    ? suppression.build()
                    : suppression.appliesTo(findings).build();
        }
    }

    private NagReasons() {}

    /// Findings in every stack.
    static final List<Reason> ALWAYS =
            List.of(
                    new Reason(
                            "AwsSolutions-IAM5",
                            List.of("Resource::*"),
                            "xray:PutTraceSegments, xray:PutTelemetryRecords and"
                                    + " cloudwatch:GetMetricData take no resource; they are the only"
                                    + " actions of their statements, and can only write traces and read"
                                    + " numbers."),
                    new Reason(
                            "AwsSolutions-IAM5",
                            List.of("Resource::<Failures8A3E1A2F.Arn>/aws/lambda/*"),
                            "Lambda names the objects of failed records itself, by mapping, shard"
                                    + " and time; the prefix is all of the name that is known. The"
                                    + " stream functions can only put objects, and Redrive can only get"
                                    + " and delete them."),
                    new Reason(
                            "AwsSolutions-IAM5",
                            List.of("Resource::<ErasedIds2A2E8D2D.Arn>/*"),
                            "The names of the objects are hashes of ids; FanOut can only put"
                                    + " them."),
                    new Reason(
                            "AwsSolutions-IAM5",
                            List.of(
                                    "Resource::<MediaA721A567.Arn>/uploads/*",
                                    "Resource::<MediaA721A567.Arn>/images/*"),
                            "The names of the objects of users are generated; each function has the"
                                    + " actions that its step needs, on one of the two prefixes."),
                    new Reason(
                            "AwsSolutions-IAM5",
                            List.of(
                                    "Resource::arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:function:Plaza-prod-*",
                                    "Resource::arn:<AWS::Partition>:cloudwatch:<AWS::Region>:<AWS::AccountId>:alarm:*"),
                            "CodeDeploy moves the alias of every function of the stage, and the"
                                    + " prefix of the names is that stage; it can only read the states"
                                    + " of alarms."),
                    new Reason(
                            "AwsSolutions-IAM5",
                            List.of(
                                    "Resource::arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:function:Plaza-prod-*:live"),
                            "KeepReady invokes the live alias of every function of the stage; a"
                                    + " list of them would exceed the size of a role's policies as"
                                    + " routes are added."),
                    new Reason(
                            "AwsSolutions-IAM5",
                            List.of(
                                    "Resource::<UserExport8320132B.Arn>/users/*",
                                    "Resource::arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:Plaza-prod-ExportUsers/*"),
                            "The export names its objects by day, part and page, and can only put"
                                    + " them. It describes and stops its own executions, whose names"
                                    + " Step Functions generates."),
                    new Reason(
                            "AwsSolutions-IAM5",
                            List.of(
                                    "Resource::arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:Plaza-prod-Reconcile:*",
                                    "Resource::arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:Plaza-prod-Reconcile/*",
                                    "Resource::arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:Plaza-prod-Migrate:*",
                                    "Resource::arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:Plaza-prod-Migrate/*"),
                            "A run describes, stops and redrives its own executions and those of its"
                                    + " segments, whose names Step Functions generates."),
                    new Reason(
                            "AwsSolutions-IAM5",
                            List.of(
                                    "Resource::arn:<AWS::Partition>:codedeploy:<AWS::Region>:<AWS::AccountId>:deploymentgroup:<ReleasesE6BA3EBF>/*"),
                            "WatchRelease stops the deployment of any function of the stage, and each"
                                    + " function has a deployment group of the application."),
                    new Reason(
                            "AwsSolutions-APIG4",
                            List.of(),
                            "GET /openapi.json is the only route that requires no token: it returns"
                                    + " the public description of the API, its function has no"
                                    + " permission on the table, and its rate is limited."),
                    new Reason(
                            "AwsSolutions-SF1",
                            List.of(),
                            "Step Functions keeps the history of an execution for 90 days, and its"
                                    + " cause of failure names the functions; a log of the export would"
                                    + " hold the addresses of all users."),
                    new Reason(
                            "AwsSolutions-SF2",
                            List.of(),
                            "KeepReady and ExportUsers run once a day and serve no caller;"
                                    + " functions trace themselves."),
                    new Reason(
                            "AwsSolutions-SMG4",
                            List.of(),
                            "Cursor keys seal page positions for 24 hours and protect no stored"
                                    + " data. Old and new key must overlap for the life of a cursor,"
                                    + " which Secrets Manager's scheduled rotation, one value for"
                                    + " another, cannot express; docs/operations/maintenance.md rotates"
                                    + " them in two releases. The edge key is also in CloudFront, so"
                                    + " that a deployment replaces it."),
                    new Reason(
                            "AwsSolutions-S1",
                            List.of(),
                            "The failure bucket is written by Lambda only and read by an operator"
                                    + " in an incident. CloudTrail's data events show who read an"
                                    + " object; server access logs would need a further bucket, with"
                                    + " the same finding, and show less. The bucket of the user export"
                                    + " is written by the export only and read after the loss of the"
                                    + " pool. The bucket of the images is served to anyone by"
                                    + " CloudFront, and only functions write to it or sign a"
                                    + " request that does."),
                    new Reason(
                            "AwsSolutions-CFR1",
                            List.of(),
                            "A social network has users everywhere, so no country is blocked."),
                    new Reason(
                            "AwsSolutions-CFR2",
                            List.of(),
                            "A distribution of images serves what anyone may read, from its cache;"
                                    + " the firewall would cost more for each request than the"
                                    + " response."),
                    new Reason(
                            "AwsSolutions-CFR3",
                            List.of(),
                            "The API logs every request that reaches it, and the firewall counts"
                                    + " those that do not; CloudFront's log would hold query strings,"
                                    + " and for images who looked at which, and need a bucket of its"
                                    + " own."),
                    new Reason(
                            "AwsSolutions-CFR4",
                            List.of(),
                            "Without a domain of your own, CloudFront's certificate is the only"
                                    + " one, and its oldest TLS version cannot be set. With apiDomain,"
                                    + " the API has TLS 1.2; images have no domain of their own."),
                    new Reason(
                            "AwsSolutions-COG2",
                            List.of(),
                            "A social network's users choose whether to have a second factor. They"
                                    + " enrol a time-based code with the account client, whose tokens"
                                    + " have the scope that Cognito requires for that. The pool of"
                                    + " administrators requires a code of all."),
                    new Reason(
                            "AwsSolutions-COG3",
                            List.of(),
                            "Threat protection needs Cognito's Plus plan, $0.02 for each monthly"
                                    + " user: $20,000 a month for a million. Passwords have 12"
                                    + " characters of four kinds, sign-in is Cognito's own page with"
                                    + " its rate limits, and no app handles a password."));

    /// Findings with context `backups`.
    static final List<Reason> BACKUPS =
            List.of(
                    new Reason(
                            "AwsSolutions-IAM4",
                            List.of(
                                    "Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup"),
                            "AWS Backup's own policy for its own role, which AWS keeps in step with"
                                    + " the service; no function of ours can assume it."));

    /// Findings with every option on.
    static final List<Reason> FULL = Stream.of(ALWAYS, BACKUPS).flatMap(List::stream).toList();

    /// Examines a stack at its synthesis, which writes a report for each nested stack.
    static void examine(PlazaStack stack) {
        NagSuppressions.addStackSuppressions(
                stack, FULL.stream().map(Reason::suppression).toList(), true);
        Aspects.of(stack)
                .add(
                        AwsSolutionsChecks.Builder.create()
                                .verbose(true)
                                .reports(true)
                                .reportFormats(List.of(NagReportFormat.JSON))
                                .build());
    }
}
