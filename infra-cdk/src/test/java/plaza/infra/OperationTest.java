package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import plaza.catalogue.FunctionRow;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.PublicFunction;
import plaza.catalogue.ScheduledFunction;
import plaza.catalogue.StreamFunction;
import plaza.functions.Catalogue;
import plaza.lambda.Quotas;
import plaza.lambda.Settings;

/// How functions run, are released, invoked and observed.
final class OperationTest {
    /// Types that CloudFormation cannot tag, or whose resources cost nothing.
    private static final Set<String> UNTAGGED =
            Set.of(
                    "AWS::ApiGatewayV2::ApiMapping",
                    "AWS::ApiGatewayV2::Authorizer",
                    "AWS::ApiGatewayV2::Integration",
                    "AWS::ApiGatewayV2::Route",
                    "AWS::Backup::BackupSelection",
                    "AWS::Budgets::Budget",
                    "AWS::Cognito::UserPoolClient",
                    "AWS::Cognito::UserPoolDomain",
                    "AWS::Cognito::UserPoolGroup",
                    "AWS::Cognito::UserPoolResourceServer",
                    "AWS::Lambda::Alias",
                    "AWS::Lambda::EventInvokeConfig",
                    "AWS::Lambda::LayerVersion",
                    "AWS::Lambda::Version",
                    "AWS::Logs::MetricFilter",
                    "AWS::Logs::QueryDefinition",
                    "AWS::Route53::RecordSet",
                    "AWS::S3::BucketPolicy",
                    "AWS::SNS::Subscription",
                    "AWS::SNS::TopicPolicy",
                    "AWS::Scheduler::Schedule");

    /// The search for a metric of the functions.
    private static final Pattern OWN =
            Pattern.compile(
                    "SEARCH\\('\\{Plaza,Service,Stage,Function} Stage=\"prod\" MetricName=\"(\\w+)\"',"
                            + " '(Sum|p99)', 300\\)");

    /// The metrics on the dashboard. CloudWatch shows an empty graph for a name that does not
    /// exist.
    private static final Set<String> METRICS =
            Set.of(
                    "Requests",
                    "Latency",
                    "ReadUnits",
                    "WriteUnits",
                    "Errors5xx",
                    "FailedBatches",
                    "FanOutLag",
                    "AWS/ApiGateway Count",
                    "AWS/ApiGateway 4xx",
                    "AWS/ApiGateway 5xx",
                    "AWS/ApiGateway Latency",
                    "AWS/Lambda Errors",
                    "AWS/Lambda Throttles",
                    "AWS/Lambda IteratorAge",
                    "AWS/Lambda OnFailureDestinationDeliveredEventCount",
                    "AWS/DynamoDB ConsumedReadCapacityUnits",
                    "AWS/DynamoDB ConsumedWriteCapacityUnits",
                    "AWS/DynamoDB ReadThrottleEvents",
                    "AWS/DynamoDB WriteThrottleEvents",
                    "AWS/Logs IncomingBytes",
                    "AWS/S3 NumberOfObjects",
                    "Plaza Drift");

    private final Template real = Template.real();
    private final Template grown = Template.grown();

    private JsonNode function(FunctionRow row) {
        return real.at(row.name() + "/Resource");
    }

    /// The bill is split by these tags.
    @Test
    void everyCostBelongsToAServiceAndAStage() {
        var expected =
                Map.of(
                        "{service=plaza, stage=dev}", List.of(Template.dev()),
                        "{service=plaza, stage=prod}", List.of(real, grown),
                        "{costCenter=42, service=plaza, stage=dev, team=core}",
                                List.of(IdentityTest.withDomains()));
        expected.forEach((tags, templates) -> {
            for (var template : templates) {
                for (var resource : template.resources().values()) {
                    var type = resource.get("Type").asText();
                    assertThat(tags(resource).toString())
                            .as(type)
                            .isEqualTo(UNTAGGED.contains(type) ? "{}" : tags);
                }
            }
        });
    }

    /// The tags of a resource: an object, or a list of keys and values.
    private static Map<String, String> tags(JsonNode resource) {
        var tags = new TreeMap<String, String>();
        for (var property : resource.get("Properties").properties()) {
            var value = property.getValue();
            if (property.getKey().endsWith("Tags") && value.isObject()) {
                value.properties().forEach(tag -> tags.put(tag.getKey(), tag.getValue().asText()));
            } else if (property.getKey().endsWith("Tags")) {
                value.forEach(
                        tag -> tags.put(tag.path("Key").asText(), tag.path("Value").asText()));
            }
        }
        return tags;
    }

    /// The bootstrap stack has this bucket
    /// (<https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-env.html>), and the CDK uploads an
    /// asset under its hash.
    @Test
    void everyCodeAndTemplateIsTheAssetThatTheCdkUploads() {
        var bucket = "{\"Fn::Sub\":\"cdk-hnb659fds-assets-${AWS::AccountId}-${AWS::Region}\"}";
        var assets = 0;
        for (var resource : real.resources().values()) {
            var file =
                    resource.at("/Metadata/aws:asset:path")
                            .asText()
                            .replaceFirst("^asset\\.", "")
                            .replaceFirst("\\..*", "");
            if (file.isEmpty()) {
                continue;
            }
            assets++;
            var property = resource.at("/Metadata/aws:asset:property").asText();
            var code = resource.get("Properties").get(property);
            if (property.equals("TemplateURL")) {
                assertThat(code.toString())
                        .startsWith(
                                "{\"Fn::Join\":[\"\",[\"https://s3.\",{\"Ref\":\"AWS::Region\"},\".\",{\"Ref\":\"AWS::URLSuffix\"},\"/\","
                                        + bucket
                                        + ",\"/")
                        .matches(".*/[0-9a-f]{64}\\.json\"]]}");
            } else {
                assertThat(code.get("S3Bucket")).hasToString(bucket);
                assertThat(code.get("S3Key").asText()).startsWith(file + ".");
            }
        }
        assertThat(assets).isGreaterThan(Catalogue.functions().size());
    }

    /// An HTTP function returns 503 itself before API Gateway ends the request after 30 seconds. A
    /// stream function has a whole processor (1,769 MB), and so have the scheduled ones;
    /// AggregateCounts, which waits for its transactions, has that of a request.
    @Test
    void everyFunctionHasTheTimeAndTheProcessorOfItsKind() {
        for (var row : Catalogue.functions()) {
            var function = function(row);
            var timeout = function.get("Timeout").asInt();
            switch (row) {
                case HttpFunction _, PublicFunction _ -> {
                    assertThat(timeout).isEqualTo(10);
                    assertThat(function.get("MemorySize").asInt()).isEqualTo(1_024);
                }
                case StreamFunction _ -> {
                    assertThat(timeout).isEqualTo((int) StreamFunction.INVOCATION_MAX.toSeconds());
                    assertThat(function.get("MemorySize").asInt())
                            .isEqualTo(row.name().equals("AggregateCounts") ? 1_024 : 1_769);
                }
                case ScheduledFunction _ -> {
                    assertThat(timeout).isEqualTo(900);
                    assertThat(function.get("MemorySize").asInt()).isEqualTo(1_769);
                }
            }
        }
    }

    /// The variables are those that the functions read.
    @Test
    void everyFunctionReadsTheQuotasAndRulesOfTheStack() {
        for (var row : Catalogue.functions()) {
            var variables = function(row).at("/Environment/Variables");
            assertThat(variables.get(Quotas.FAVORITES_MAX).asInt())
                    .isEqualTo(Quotas.STANDARD.favoritesMax());
            assertThat(variables.get(Quotas.IMPORTS_PER_DAY_MAX).asInt())
                    .isEqualTo(Quotas.STANDARD.importsPerDayMax());
            assertThat(variables.get(Settings.RULES).asText()).isEqualTo("fpl-2025-26");
            assertThat(variables.at("/PLAZA_TABLE/Ref").asText())
                    .isEqualTo(real.idAt("Table/Resource"));
            // one processor, and processes that live for minutes
            assertThat(variables.get("JAVA_TOOL_OPTIONS").asText())
                    .isEqualTo("-XX:+UseSerialGC -XX:TieredStopAtLevel=1");
        }
    }

    @Test
    void redriveReadsTheFailureBucket() {
        for (var row : Catalogue.scheduledFunctions()) {
            assertThat(
                            function(row)
                                    .at("/Environment/Variables/" + Settings.FAILURES + "/Ref")
                                    .asText())
                    .isEqualTo(row.redrives() ? real.idAt("Failures/Resource") : "");
        }
    }

    /// The saved queries and the alarms read this group, and roles may write to no other.
    @Test
    void everyFunctionWritesToTheSharedLogGroup() {
        for (var row : Catalogue.functions()) {
            assertThat(function(row).get("LoggingConfig"))
                    .hasToString(
                            "{\"LogGroup\":{\"Ref\":\"%s\"}}"
                                    .formatted(real.idAt("Logs/Resource")));
        }
    }

    /// Lambda rejects a function whose role it cannot assume yet.
    @Test
    void everyFunctionIsCreatedAfterItsRole() {
        for (var row : Catalogue.functions()) {
            assertThat(real.resourceAt(row.name() + "/Resource").get("DependsOn"))
                    .hasToString("[\"" + real.idAt(row.name() + "Role/Resource") + "\"]");
        }
    }

    /// The step `leading-keys` of `infra-cdk/smoke` reads the policy by its name.
    @Test
    void everyFunctionHasOnePolicyWithTheNameThatTheSmokeTestReads() throws IOException {
        assertThat(Files.readString(Path.of("smoke"))).contains(" --policy-name Grants ");
        for (var row : Catalogue.functions()) {
            assertThat(real.at(row.name() + "Role/Resource").get("Policies"))
                    .hasSize(1)
                    .allSatisfy(policy ->
                            assertThat(policy.get("PolicyName").asText()).isEqualTo("Grants"));
        }
    }

    @Test
    void everyVersionAndAliasIsThatOfItsFunction() {
        for (var row : Catalogue.functions()) {
            var id = real.idAt(row.name() + "/Resource");
            for (var part : List.of("/CurrentVersion/Resource", "/Aliaslive/Resource")) {
                assertThat(real.at(row.name() + part).at("/FunctionName/Ref").asText())
                        .isEqualTo(id);
            }
        }
        for (var row : Catalogue.scheduledFunctions()) {
            var async = real.at(row.name() + "/Aliaslive/EventInvokeConfig/Resource");
            assertThat(async.at("/FunctionName/Ref").asText())
                    .isEqualTo(real.idAt(row.name() + "/Resource"));
            // the name of the alias in its ARN
            assertThat(async.get("Qualifier"))
                    .hasToString(
                            "{\"Fn::Select\":[7,{\"Fn::Split\":[\":\",{\"Ref\":\"%s\"}]}]}"
                                    .formatted(real.idAt(row.name() + "/Aliaslive/Resource")));
        }
    }

    @Test
    void theLayerSuitsTheFunctions() {
        for (var layer : real.resources("AWS::Lambda::LayerVersion").values()) {
            for (var function : real.resources("AWS::Lambda::Function").values()) {
                var properties = layer.get("Properties");
                assertThat(Template.texts(properties.get("CompatibleRuntimes")))
                        .containsExactly(function.at("/Properties/Runtime").asText());
                assertThat(properties.get("CompatibleArchitectures"))
                        .isEqualTo(function.at("/Properties/Architectures"));
            }
        }
    }

    /// CodeDeploy moves an alias step by step only with this style
    /// (<https://docs.aws.amazon.com/codedeploy/latest/userguide/deployment-configurations.html>).
    @Test
    void codeDeployMovesEveryAliasInTheRoleOfReleases() {
        assertThat(real.only("AWS::CodeDeploy::Application").get("ComputePlatform").asText())
                .isEqualTo("Lambda");
        for (var row : Catalogue.functions()) {
            var group = real.at(row.name() + "Release/Resource");
            assertThat(group.at("/ApplicationName/Ref").asText())
                    .isEqualTo(real.idAt("Releases/Resource"));
            assertThat(group.get("DeploymentStyle"))
                    .hasToString(
                            "{\"DeploymentOption\":\"WITH_TRAFFIC_CONTROL\",\"DeploymentType\":\"BLUE_GREEN\"}");
            assertThat(group.get("ServiceRoleArn")).hasToString(real.arnOf("ReleaseRole/Resource"));
            assertThat(group.get("AutoRollbackConfiguration"))
                    .hasToString(
                            "{\"Enabled\":true,\"Events\":[\"DEPLOYMENT_FAILURE\",\"DEPLOYMENT_STOP_ON_ALARM\"]}");
            var alarm = real.at(row.name() + "ReleaseAlarm/Resource");
            assertThat(alarm.get("TreatMissingData").asText()).isEqualTo("notBreaching");
            assertThat(alarm.get("ComparisonOperator").asText()).isEqualTo("GreaterThanThreshold");
        }
    }

    @Test
    void everyScheduleRunsAtItsTimeInItsRole() {
        var roles = new TreeMap<String, String>();
        real.resources("AWS::Scheduler::Schedule")
                .values()
                .forEach(schedule -> {
                    var properties = schedule.get("Properties");
                    assertThat(properties.get("FlexibleTimeWindow"))
                            .hasToString("{\"Mode\":\"OFF\"}");
                    roles.put(Template.name(schedule), properties.at("/Target/RoleArn").toString());
                });
        roles.forEach(
                (name, role) -> assertThat(role).isEqualTo(real.arnOf(name + "Role/Resource")));
        assertThat(roles)
                .hasSize(Catalogue.scheduledFunctions().size() + 2)
                .containsKeys("KeepReadySchedule", "RotationReminder");
        for (var row : Catalogue.scheduledFunctions()) {
            var schedule = real.at(row.name() + "Schedule");
            assertThat(schedule.get("ScheduleExpression").asText()).isEqualTo(row.schedule());
            assertThat(schedule.get("ScheduleExpressionTimezone").asText()).isEqualTo("UTC");
            var target = schedule.get("Target");
            assertThat(target.at("/Arn/Ref").asText())
                    .isEqualTo(real.idAt(row.name() + "/Aliaslive/Resource"));
            assertThat(target.get("Input").asText()).isEqualTo(row.input());
            assertThat(Template.parse(row.input()).isObject()).isTrue();
            // neither the scheduler nor Lambda repeats an event
            assertThat(target.at("/RetryPolicy/MaximumRetryAttempts").asInt(-1)).isZero();
            var async = real.at(row.name() + "/Aliaslive/EventInvokeConfig/Resource");
            assertThat(async.get("MaximumRetryAttempts").asInt(-1)).isZero();
            assertThat(async.get("MaximumEventAgeInSeconds").asInt()).isEqualTo(3_600);
        }
        assertThat(real.at("KeepReadySchedule").at("/Target/Input").asText()).isEqualTo("{}");
        assertThat(real.at("RotationReminder").at("/Target/RetryPolicy/MaximumRetryAttempts"))
                .hasToString("3");
    }

    /// Lambda deletes the snapshot of a version that is not invoked for 14 days. Scheduled
    /// functions have schedules of their own.
    @Test
    void everyFunctionIsInvokedMoreOftenThanLambdaDeletesSnapshots() {
        var resource = real.at("KeepReady");
        assertThat(resource.get("RoleArn")).hasToString(real.arnOf("KeepReadyRole/Resource"));
        var machine = Template.parse(joined(resource.get("DefinitionString")));
        assertThat(machine.get("QueryLanguage").asText()).isEqualTo("JSONata");
        var each = machine.get("States").get("EachFunction");
        assertThat(each.get("MaxConcurrency").asInt()).isEqualTo(5);
        assertThat(each.get("Items"))
                .extracting(JsonNode::asText)
                .containsExactlyInAnyOrderElementsOf(
                        Catalogue.functions().stream()
                                .filter(row -> !(row instanceof ScheduledFunction))
                                .map(row -> "Plaza-prod-" + row.name())
                                .toList());
        var invoke = each.at("/ItemProcessor/States/Invoke");
        assertThat(invoke.get("Resource").asText())
                .isEqualTo("arn:<AWS::Partition>:states:::lambda:invoke");
        assertThat(invoke.at("/Arguments/FunctionName").asText())
                .isEqualTo("{% $states.input & ':live' %}");
        assertThat(invoke.at("/Arguments/Payload")).hasToString(FunctionRow.EMPTY_EVENT);
        assertThat(invoke.at("/Retry/0/MaxAttempts").asInt()).isPositive();
        // a function that fails ends neither the others nor the execution
        assertThat(invoke.at("/Catch/0/ErrorEquals")).hasToString("[\"States.ALL\"]");
        var afterFailure = each.at("/ItemProcessor/States/" + invoke.at("/Catch/0/Next").asText());
        assertThat(afterFailure.path("Type").asText()).isEqualTo("Pass");
        assertThat(afterFailure.path("End").asBoolean()).isTrue();
        for (var state : List.of("EachFunction", "AllReady", "Ready", "NotAllReady")) {
            assertThat(machine.get("States").has(state)).as(state).isTrue();
        }

        var schedule = real.at("KeepReadySchedule");
        assertThat(schedule.at("/Target/Arn/Fn::GetAtt/0").asText()).isEqualTo("KeepReady");
        assertThat(schedule.at("/Target/RetryPolicy/MaximumRetryAttempts").asInt()).isEqualTo(3);
        var expression = schedule.get("ScheduleExpression").asText();
        assertThat(expression).matches("rate\\(\\d+ days?\\)");
        // two runs can fail in a row
        assertThat(Integer.parseInt(expression.replaceAll("\\D", ""))).isLessThan(14 / 2);
        assertThat(real.resourceAt("KeepReadySchedule").get("DependsOn"))
                .extracting(JsonNode::asText)
                .contains(
                        real.idAt("AggregateCounts/Aliaslive/Resource"),
                        real.idAt("FanOut/Aliaslive/Resource"),
                        real.idAt("GetOpenApi/Aliaslive/Resource"))
                .containsAll(real.resources("AWS::CloudFormation::Stack").keySet());
    }

    /// A text with references in angle brackets.
    private static String joined(JsonNode text) {
        assertThat(text.at("/Fn::Join/0")).hasToString("\"\"");
        var joined = new StringBuilder();
        for (var part : text.at("/Fn::Join/1")) {
            joined.append(
                    part.isTextual()
                            ? part.asText()
                            : "<"
                                    + (part.has("Ref")
                                            ? part.get("Ref").asText()
                                            : part.at("/Fn::GetAtt/0").asText())
                                    + ">");
        }
        return joined.toString();
    }

    /// CloudWatch rejects an alarm with two results, or with a metric that its expression does not
    /// name.
    @Test
    void everyAlarmOfAnExpressionHasOneResult() {
        for (var template : List.of(real, grown)) {
            for (var alarm : template.resources("AWS::CloudWatch::Alarm").values()) {
                var ids = new HashSet<String>();
                var results = 0;
                var expressions = new StringBuilder();
                for (var metric : alarm.at("/Properties/Metrics")) {
                    assertThat(ids.add(metric.get("Id").asText())).isTrue();
                    results += metric.path("ReturnData").asBoolean(true) ? 1 : 0;
                    expressions.append(metric.path("Expression").asText()).append(' ');
                }
                assertThat(results).isEqualTo(ids.isEmpty() ? 0 : 1);
                for (var metric : alarm.at("/Properties/Metrics")) {
                    if (!metric.path("ReturnData").asBoolean(true)) {
                        assertThat(expressions.toString())
                                .containsPattern("\\b" + metric.get("Id").asText() + "\\b");
                    }
                }
            }
        }
    }

    /// The alarms of options, as [StackTest] compares those of every stack.
    @Test
    void everyAlarmOfAnOptionNotifiesWhenItBeginsAndEnds() {
        var topic = "[{\"Ref\":\"" + grown.idAt("AlarmTopic/Resource") + "\"}]";
        for (var name : List.of("EdgeErrors", "FirewallBlocks", "MailBounces", "MailComplaints")) {
            var alarm = grown.at(name + "Alarm/Resource");
            assertThat(alarm.get("AlarmActions")).hasToString(topic);
            assertThat(alarm.get("OKActions")).hasToString(topic);
            assertThat(alarm.get("TreatMissingData").asText()).isEqualTo("notBreaching");
            assertThat(alarm.get("ComparisonOperator").asText()).isEqualTo("GreaterThanThreshold");
        }
    }

    @Test
    void alarmsReachTheirReceiverByMail() {
        for (var template : List.of(real, grown)) {
            var subscription = template.only("AWS::SNS::Subscription");
            assertThat(subscription.get("Protocol").asText()).isEqualTo("email");
            assertThat(subscription.get("Endpoint").asText()).isEqualTo("oncall@plaza.example");
            assertThat(subscription.at("/TopicArn/Ref").asText())
                    .isEqualTo(template.idAt("AlarmTopic/Resource"));
        }
    }

    @Test
    void theBudgetWarnsBeforeAndWhenTheMonthCostsTooMuch() {
        var budget = grown.only("AWS::Budgets::Budget");
        assertThat(budget.at("/Budget/BudgetType").asText()).isEqualTo("COST");
        assertThat(budget.at("/Budget/TimeUnit").asText()).isEqualTo("MONTHLY");
        assertThat(budget.at("/Budget/BudgetLimit"))
                .hasToString("{\"Amount\":500,\"Unit\":\"USD\"}");
        assertThat(budget.at("/Budget/CostFilters"))
                .hasToString("{\"TagKeyValue\":[\"aws:cloudformation:stack-name$Plaza-prod\"]}");
        var warnings = new ArrayList<String>();
        for (var warning : budget.get("NotificationsWithSubscribers")) {
            var rule = warning.get("Notification");
            assertThat(rule.get("ComparisonOperator").asText()).isEqualTo("GREATER_THAN");
            assertThat(rule.get("ThresholdType").asText()).isEqualTo("PERCENTAGE");
            warnings.add(
                    rule.get("NotificationType").asText() + " " + rule.get("Threshold").asText());
            assertThat(warning.get("Subscribers"))
                    .hasToString(
                            "[{\"Address\":\"oncall@plaza.example\",\"SubscriptionType\":\"EMAIL\"}]");
        }
        assertThat(warnings).containsExactly("ACTUAL 80", "FORECASTED 100");
    }

    @Test
    void everySavedQueryReadsTheLinesThatItsTextNames() {
        var functions = "{\"Ref\":\"" + real.idAt("Logs/Resource") + "\"}";
        var requests = "{\"Ref\":\"" + real.idAt("AccessLogs/Resource") + "\"}";
        for (var query : SavedQuery.values()) {
            var definition = real.at("Query" + query.name());
            assertThat(definition.get("LogGroupNames"))
                    .hasToString(
                            query == SavedQuery.OneRequest
                                    ? "[" + functions + "," + requests + "]"
                                    : "[" + functions + "]");
            assertThat(definition.get("QueryString").asText()).isEqualTo(query.text().strip());
            assertThat(definition.get("Name").asText()).isEqualTo("Plaza-prod/" + query.label());
        }
    }

    /// The dashboard shows every alarm, and metrics of this stack that exist.
    @Test
    void theDashboardShowsTheAlarmsAndMetricsOfItsStack() {
        for (var template : List.of(real, grown)) {
            var body = template.only("AWS::CloudWatch::Dashboard").get("DashboardBody");
            var widgets = Template.parse(joined(body)).get("widgets");
            var alarms = new TreeSet<String>();
            template.resources("AWS::CloudWatch::Alarm")
                    .forEach((id, alarm) -> {
                        if (!Template.name(alarm).endsWith("ReleaseAlarm")) {
                            alarms.add("<" + id + ">");
                        }
                    });
            assertThat(widgets.at("/0/type").asText()).isEqualTo("alarm");
            assertThat(Template.texts(widgets.at("/0/properties/alarms")))
                    .containsExactlyInAnyOrderElementsOf(alarms);
            var shown = new HashSet<String>();
            var corners = new HashSet<String>();
            var titles = new ArrayList<String>();
            var metrics = new HashSet<String>();
            var sums = new ArrayList<String>();
            for (var widget : widgets) {
                var graph = widget.get("properties");
                titles.add(graph.get("title").asText());
                // none hides another
                assertThat(corners.add(widget.get("x").asInt() + " " + widget.get("y").asInt()))
                        .isTrue();
                assertThat(widget.get("width").asInt() * widget.get("height").asInt()).isPositive();
                for (var metric : graph.path("metrics")) {
                    assertThat(graph.get("view").asText()).isEqualTo("timeSeries");
                    assertThat(graph.get("region").asText()).isEqualTo("<AWS::Region>");
                    assertThat(shown.add(graph.get("title").asText() + metric)).isTrue();
                    var expression = metric.at("/0/expression").asText();
                    var own = OWN.matcher(expression);
                    if (metric.get(0).isTextual()) {
                        assertMetric(template, metric);
                        metrics.add(metric.get(0).asText() + " " + metric.get(1).asText());
                    } else if (own.matches()) {
                        metrics.add(own.group(1));
                    } else {
                        assertThat(expression).startsWith("FILL(");
                        sums.add(expression);
                    }
                }
            }
            assertThat(shown).hasSizeGreaterThan(30);
            assertThat(metrics).isEqualTo(METRICS);
            // the list prices of reads and writes
            assertThat(String.join("\n", sums))
                    .contains(
                            "FILL(gsiOneWrites, 0) * 0.625 / 1000000",
                            "FILL(reads, 0) * 0.125 / 1000000");
            // an operator finds a graph by its title
            assertThat(titles)
                    .containsExactly(
                            "Alarms",
                            "Requests",
                            "Latency (ms)",
                            "Functions: errors, throttles",
                            "Requests by function",
                            "Latency by function, p99 (ms)",
                            "Request units by function",
                            "5xx, failed batches by function",
                            "Cost of request units ($ per hour, list price)",
                            "Log bytes",
                            "Stream age (ms)",
                            "Fan-out lag, p99 (ms)",
                            "Records in the failure bucket",
                            "Table: units",
                            "Table: throttles",
                            "Drift, failures waiting");
        }
    }

    private static void assertMetric(Template template, JsonNode metric) {
        for (var i = 2; i + 1 < metric.size(); i += 2) {
            assertThat(dimension(template, metric.get(i).asText()))
                    .contains(metric.get(i + 1).asText());
        }
        var options = metric.get(metric.size() - 1);
        assertThat(options.get("stat").asText()).matches("Sum|Maximum|p50|p90|p99");
        assertThat(options.properties())
                .extracting(Map.Entry::getKey)
                .isSubsetOf("stat", "period", "id", "visible", "label");
    }

    /// The values that a dimension can have.
    private static Set<String> dimension(Template template, String name) {
        var values = new TreeSet<String>();
        switch (name) {
            case "ApiId" -> values.add("<Api>");
            case "TableName" -> values.add("<" + template.idAt("Table/Resource") + ">");
            case "GlobalSecondaryIndexName" -> values.addAll(List.of("gsiOne", "gsiTwo"));
            case "BucketName" -> values.add("<" + template.idAt("Failures/Resource") + ">");
            case "StorageType" -> values.add("AllStorageTypes");
            case "LogGroupName" -> {
                values.add("<" + template.idAt("Logs/Resource") + ">");
                values.add("<" + template.idAt("AccessLogs/Resource") + ">");
            }
            case "Stage" -> values.add("prod");
            case "Service" -> values.add("plaza");
            case "Function" -> values.add("Reconcile");
            default -> {
                for (var row : Catalogue.streamFunctions()) {
                    var function = "<" + template.idAt(row.name() + "/Resource") + ">";
                    values.add(
                            switch (name) {
                                case "FunctionName" -> function;
                                case "Resource" -> function + ":live";
                                case "EventSourceMappingUUID" ->
                                        "<" + template.idAt(row.name() + "Mapping") + ">";
                                default -> throw new AssertionError("unknown dimension " + name);
                            });
                }
            }
        }
        return values;
    }
}
