package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import plaza.catalogue.Access;
import plaza.catalogue.Action;
import plaza.catalogue.FunctionRow;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.Limits;
import plaza.catalogue.PublicFunction;
import plaza.catalogue.ScheduledFunction;
import plaza.catalogue.StreamFunction;
import plaza.catalogue.TokenRules;
import plaza.functions.Catalogue;
import plaza.http.Cursors.Keyring;
import plaza.http.RateLimit;
import plaza.infra.settings.StackSettings;
import plaza.table.KeySpace;
import plaza.table.TableSchema;
import plaza.table.TableSchema.Index;
import plaza.table.TableSchema.Kind;
import software.amazon.event.ruler.Machine;

/// Compares the template with the Catalogue and the TableSchema.
final class StackTest {
    private final Template template = Template.real();

    /// The alarms that notify the topic. CodeDeploy reads the others.
    private List<JsonNode> alarms() {
        return alarms(template);
    }

    private static List<JsonNode> alarms(Template template) {
        return template.resources("AWS::CloudWatch::Alarm").values().stream()
                .filter(alarm -> !Template.name(alarm).endsWith("ReleaseAlarm"))
                .toList();
    }

    @Test
    void everyRowHasAFunctionARoleAVersionAndTheLiveAlias() {
        assertThat(template.resources("AWS::Lambda::Function"))
                .hasSameSizeAs(Catalogue.functions());
        assertThat(template.resources("AWS::Lambda::Version")).hasSameSizeAs(Catalogue.functions());
        for (var row : Catalogue.functions()) {
            var function = template.at(row.name() + "/Resource");
            assertThat(function.get("Handler").asText())
                    .isEqualTo(row.handler().getName() + "::handleRequest");
            assertThat(function.get("FunctionName").asText())
                    .isEqualTo("Plaza-prod-" + row.name())
                    .hasSizeLessThanOrEqualTo(64);
            assertThat(function.get("Runtime").asText()).isEqualTo("java25");
            assertThat(function.get("Architectures").get(0).asText()).isEqualTo("arm64");
            assertThat(function.get("SnapStart").get("ApplyOn").asText())
                    .isEqualTo("PublishedVersions");
            assertThat(function.get("TracingConfig").get("Mode").asText()).isEqualTo("Active");
            assertThat(function.get("Role").get("Fn::GetAtt").get(0).asText())
                    .isEqualTo(template.idAt(row.name() + "Role/Resource"));
            var alias = template.at(row.name() + "/Aliaslive/Resource");
            assertThat(alias.get("Name").asText()).isEqualTo("live");
            assertThat(alias.get("FunctionVersion").get("Fn::GetAtt").get(0).asText())
                    .isEqualTo(template.idAt(row.name() + "/CurrentVersion/Resource"));
        }
    }

    /// In `prod`, CodeDeploy moves every alias, and returns it when the new version fails.
    @Test
    void everyAliasMovesByCanaryAndReturnsWhenTheNewVersionFails() {
        for (var row : Catalogue.functions()) {
            var alias = template.resourceAt(row.name() + "/Aliaslive/Resource");
            var update = alias.get("UpdatePolicy").get("CodeDeployLambdaAliasUpdate");
            assertThat(update.get("ApplicationName").get("Ref").asText())
                    .isEqualTo(template.idAt("Releases/Resource"));
            assertThat(update.get("DeploymentGroupName").get("Ref").asText())
                    .isEqualTo(template.idAt(row.name() + "Release/Resource"));
            var group = template.at(row.name() + "Release/Resource");
            assertThat(group.get("DeploymentConfigName").asText())
                    .isEqualTo("CodeDeployDefault.LambdaCanary10Percent5Minutes");
            var alarms = group.get("AlarmConfiguration");
            assertThat(alarms.get("Enabled").asBoolean()).isTrue();
            assertThat(alarms.get("Alarms"))
                    .extracting(alarm -> alarm.get("Name").get("Ref").asText())
                    .containsExactly(template.idAt(row.name() + "ReleaseAlarm/Resource"));
            var version =
                    "{\"Fn::GetAtt\":[\""
                            + template.idAt(row.name() + "/CurrentVersion/Resource")
                            + "\",\"Version\"]}";
            assertThat(watched(template.at(row.name() + "ReleaseAlarm/Resource")))
                    .isEqualTo(
                            failures(
                                            row,
                                            "ExecutedVersion=" + version + ", ",
                                            ", Version=" + version,
                                            60)
                                    + " > 0 in 1 of 5");
        }
    }

    @Test
    void inDevEachAliasMovesAtOnce() {
        var dev = Template.dev();
        assertThat(dev.resources("AWS::CodeDeploy::DeploymentGroup")).isEmpty();
        assertThat(dev.resources("AWS::Lambda::Alias"))
                .isNotEmpty()
                .allSatisfy((_, alias) -> assertThat(alias.has("UpdatePolicy")).isFalse());
    }

    @Test
    void aStackPublishesFiveVersionsAtATime() {
        var chains = chains("AWS::Lambda::Version");
        // the root has few functions
        assertThat(chains.remove("")).isLessThanOrEqualTo(5);
        assertThat(chains).isEqualTo(Map.of("Social.", 5, "Favorites.", 5, "Fantasy.", 5));
    }

    @Test
    void aStackShiftsTenAliasesAtATime() {
        var chains = chains("AWS::Lambda::Alias");
        assertThat(chains.remove("")).isLessThanOrEqualTo(10);
        assertThat(chains).isEqualTo(Map.of("Social.", 10, "Favorites.", 10, "Fantasy.", 10));
    }

    /// The number of chains in each stack: of resources of this type, each of which waits for
    /// another one.
    private Map<String, Integer> chains(String type) {
        var resources = template.resources(type);
        var chains = new TreeMap<String, Integer>();
        var waitedFor = new TreeSet<String>();
        resources.forEach((id, resource) -> {
            var stack = id.substring(0, id.indexOf('.') + 1);
            var others =
                    Template.texts(resource.path("DependsOn")).stream()
                            .filter(resources::containsKey)
                            .toList();
            // those of the root wait for the stream functions
            if (!stack.isEmpty()) {
                assertThat(others).as(id).hasSizeLessThanOrEqualTo(1);
                assertThat(others).as(id).noneMatch(other -> !waitedFor.add(other));
            }
            chains.merge(stack, others.isEmpty() ? 1 : 0, Integer::sum);
        });
        return chains;
    }

    @Test
    void onlyStreamFunctionsReserveConcurrency() {
        for (var row : Catalogue.functions()) {
            var reserved =
                    template.at(row.name() + "/Resource").path("ReservedConcurrentExecutions");
            assertThat(reserved.asInt()).isEqualTo(row instanceof StreamFunction ? 160 : 0);
        }
        assertThat(Template.dev().text()).doesNotContain("ReservedConcurrentExecutions");
    }

    @Test
    void everyHandlerLoadsAndAcceptsEventsOfItsKind() throws ReflectiveOperationException {
        var events = new TreeMap<String, String>();
        for (var function : template.resources("AWS::Lambda::Function").values()) {
            var handler = function.get("Properties").get("Handler").asText().split("::", -1);
            var type = Class.forName(handler[0]);
            assertThat(type).isAssignableTo(RequestHandler.class);
            assertThat(type).isFinal().isPublic();
            // Lambda calls the constructor without parameters
            assertThat(type.getConstructors())
                    .filteredOn(constructor -> constructor.getParameterCount() == 0)
                    .hasSize(1);
            var method =
                    Arrays.stream(type.getMethods())
                            .filter(each -> each.getName().equals(handler[1]) && !each.isBridge())
                            .findAny()
                            .orElseThrow();
            events.put(type.getSimpleName(), method.getGenericParameterTypes()[0].getTypeName());
        }
        assertThat(events).hasSameSizeAs(Catalogue.functions());
        for (var row : Catalogue.functions()) {
            var event =
                    switch (row) {
                        case HttpFunction _, PublicFunction _ -> "APIGatewayV2HTTPEvent";
                        case StreamFunction _ -> "DynamodbEvent";
                        case ScheduledFunction _ -> "Map<java.lang.String, java.lang.Object>";
                    };
            assertThat(events.get(row.name())).endsWith("." + event);
        }
    }

    @Test
    void eachLimitedFunctionReadsItsRateLimit() {
        for (var row : Catalogue.functions()) {
            var limit = Limits.STANDARD.ofOrNull(row);
            var text =
                    template.at(row.name() + "/Resource")
                            .at("/Environment/Variables/PLAZA_RATE_LIMIT");
            assertThat(text.isMissingNode()).as(row.name()).isEqualTo(limit == null);
            assertThat(limit == null || RateLimit.parse(text.asText()).equals(limit)).isTrue();
        }
    }

    @Test
    void theTableAndItsGlobalIndexesHaveTheMaximumThroughput() {
        var full = Template.grown().only("AWS::DynamoDB::Table");
        var units = "{\"MaxReadRequestUnits\":12000,\"MaxWriteRequestUnits\":4000}";
        assertThat(full.get("OnDemandThroughput")).hasToString(units);
        assertThat(full.get("GlobalSecondaryIndexes")).hasSize(2);
        for (var index : full.get("GlobalSecondaryIndexes")) {
            assertThat(index.get("OnDemandThroughput")).hasToString(units);
        }
        assertThat(template.only("AWS::DynamoDB::Table").toString())
                .doesNotContain("OnDemandThroughput");
    }

    @Test
    void onlyPagedFunctionsHaveTheCursorKeys() {
        var keys =
                "{\"Fn::Join\":[\"\",[\"{{resolve:secretsmanager:\",{\"Ref\":\""
                        + template.idAt("CursorKeys/Resource")
                        + "\"},\":SecretString}}\"]]}";
        for (var row : Catalogue.httpFunctions()) {
            var function = template.at(row.name() + "/Resource");
            var variables = function.get("Environment").get("Variables");
            if (row.pages()) {
                assertThat(variables.get("PLAZA_CURSOR_KEYS").toString()).isEqualTo(keys);
                assertThat(function.at("/KmsKeyArn/Fn::GetAtt/0").asText())
                        .isEqualTo(template.idAt("Key/Resource"));
            } else {
                assertThat(variables.has("PLAZA_CURSOR_KEYS")).as(row.name()).isFalse();
            }
        }
    }

    /// A rotation is a release with the new version of the secret. Without its id in the template,
    /// CloudFormation would neither update nor publish the functions.
    @Test
    void aVersionOfTheCursorKeysPublishesThePagedFunctions() {
        var version = "0c1f4e86-96a9-4b62-9e5c-2a1f7b1c33d4";
        var before = Template.dev();
        var after = Template.dev("cursorKeysVersion", version);
        assertThat(after.at("ExportBookmarks/Resource").at("/Environment/Variables").toString())
                .contains(":SecretString:::" + version + "}}");
        var published = after.versions();
        published.values().removeAll(before.versions().values());
        assertThat(published.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        before.versions().keySet().stream()
                                .filter(name ->
                                        Catalogue.httpFunctions().stream()
                                                .anyMatch(row ->
                                                        row.pages() && row.name().equals(name)))
                                .toList())
                .contains("ExportBookmarks")
                .doesNotContain("CreatePost");
        var secrets = "AWS::SecretsManager::Secret";
        assertThat(after.resources(secrets)).isEqualTo(before.resources(secrets));
    }

    @Test
    void theAssetOfAFunctionIsItsJarWithTheMetadataThatSamReads() throws IOException {
        for (var function : template.resources("AWS::Lambda::Function").values()) {
            var handler = function.get("Properties").get("Handler").asText().split("::", -1)[0];
            assertThat(Files.mismatch(asset(function, "Code"), Template.CODE.jar(handler)))
                    .isNegative();
        }
    }

    @Test
    void everyStackHasTheLayerThatItsFunctionsUse() throws IOException {
        var layers = template.resources("AWS::Lambda::LayerVersion");
        assertThat(layers).hasSameSizeAs(template.stacks());
        for (var layer : layers.values()) {
            var libraries = "java/lib/plaza-libraries.jar";
            assertThat(
                            Files.mismatch(
                                    asset(layer, "Content").resolve(libraries),
                                    Template.CODE.layer().resolve(libraries)))
                    .isNegative();
        }
        template.resources("AWS::Lambda::Function")
                .forEach((id, function) -> {
                    var used = function.get("Properties").get("Layers");
                    assertThat(used).hasSize(1);
                    var layer = used.get(0).get("Ref").asText();
                    assertThat(layers).containsKey(layer);
                    assertThat(layer.substring(0, layer.indexOf('.') + 1))
                            .isEqualTo(id.substring(0, id.indexOf('.') + 1));
                });
    }

    private Path asset(JsonNode resource, String property) {
        var metadata = resource.get("Metadata");
        assertThat(metadata.get("aws:asset:property").asText()).isEqualTo(property);
        return template.folder().resolve(metadata.get("aws:asset:path").asText());
    }

    @Test
    void everyRouteHasARowAndRequiresItsScope() {
        var routes = template.routesWithToken();
        var scopesByRoute = new TreeMap<String, String>();
        for (var properties : routes) {
            assertThat(properties.get("AuthorizationType").asText()).isEqualTo("JWT");
            assertThat(properties.get("AuthorizerId").get("Ref").asText())
                    .isEqualTo(
                            properties.at("/AuthorizationScopes/0").asText().equals("plaza/admin")
                                    ? "AdminAuthorizer"
                                    : "Authorizer");
            assertThat(properties.get("ApiId").get("Ref").asText()).isEqualTo("Api");
            assertThat(properties.get("AuthorizationScopes")).hasSize(1);
            scopesByRoute.put(
                    properties.get("RouteKey").asText(),
                    properties.get("AuthorizationScopes").get(0).asText());
        }
        var expected = new TreeMap<String, String>();
        for (var row : Catalogue.httpFunctions()) {
            expected.put(
                    row.routeKey(),
                    row.access() == Access.ADMIN ? "plaza/admin" : "plaza/" + row.context());
        }
        assertThat(scopesByRoute).isEqualTo(expected).hasSameSizeAs(routes).isNotEmpty();
    }

    @Test
    void onlyTheOpenApiDocumentNeedsNoToken() {
        var open = new ArrayList<String>();
        for (var route : template.resources("AWS::ApiGatewayV2::Route").values()) {
            var properties = route.get("Properties");
            if (!properties.get("AuthorizationType").asText().equals("JWT")) {
                assertThat(properties.get("AuthorizationType").asText()).isEqualTo("NONE");
                open.add(properties.get("RouteKey").asText());
            }
        }
        assertThat(open).containsExactly("GET /openapi.json");
    }

    /// API Gateway rejects a stage with settings for a route that does not exist yet.
    @Test
    void thePublicRouteHasARateOfItsOwnAndExistsBeforeTheStage() {
        var stage = template.resourceAt("ApiStage");
        assertThat(stage.get("Properties").get("RouteSettings"))
                .isEqualTo(
                        Template.parse(
                                """
                                {
                                  "GET /openapi.json": {
                                    "ThrottlingRateLimit": 10,
                                    "ThrottlingBurstLimit": 20,
                                    "DetailedMetricsEnabled": false
                                  }
                                }
                                """));
        assertThat(stage.get("DependsOn"))
                .extracting(JsonNode::asText)
                .containsExactly(template.idAt("GetOpenapiJsonRoute"));
        assertThat(template.at("GetOpenapiJsonRoute").get("Target").toString())
                .contains("\"" + template.idAt("GetOpenApiIntegration") + "\"");
        assertThat(template.at("GetOpenApiIntegration").get("IntegrationUri").toString())
                .contains("\"" + template.idAt("GetOpenApi/Resource") + "\",\"Arn\"")
                .contains(":live/invocations");
    }

    @Test
    void everyScopeIsDeclaredAndOnlyTheAdminPoolHasTheAdminScope() {
        var user = declared("UserPool");
        var admin = declared("AdminPool");
        assertThat(admin).containsExactly("plaza/admin");
        assertThat(user).doesNotContain("plaza/admin");
        for (var row : Catalogue.httpFunctions()) {
            assertThat(row.access() == Access.ADMIN ? admin : user)
                    .containsAll(TokenRules.COGNITO.scopes(row));
        }
    }

    private List<String> declared(String pool) {
        var scopes = new ArrayList<String>();
        for (var scope : template.at(pool + "/ResourceServer/Resource").get("Scopes")) {
            scopes.add("plaza/" + scope.get("ScopeName").asText());
        }
        return scopes;
    }

    /// The authorizer rejects tokens whose client is not in the audience.
    @Test
    void eachAuthorizerAcceptsTokensOfExactlyItsClient() {
        var pools = Map.of("Authorizer", "UserPool", "AdminAuthorizer", "AdminPool");
        assertThat(template.resources("AWS::ApiGatewayV2::Authorizer").keySet())
                .isEqualTo(pools.keySet());
        pools.forEach((name, pool) -> {
            var authorizer = template.at(name);
            assertThat(authorizer.get("AuthorizerType").asText()).isEqualTo("JWT");
            assertThat(authorizer.get("IdentitySource"))
                    .hasToString("[\"$request.header.Authorization\"]");
            var jwt = authorizer.get("JwtConfiguration");
            assertThat(jwt.get("Audience"))
                    .extracting(client -> client.get("Ref").asText())
                    .containsExactly(template.idAt(pool + "/Client/Resource"));
            assertThat(jwt.get("Issuer"))
                    .hasToString(
                            "{\"Fn::GetAtt\":[\""
                                    + template.idAt(pool + "/Resource")
                                    + "\",\"ProviderURL\"]}");
        });
        assertThat(template.resources("AWS::Cognito::UserPoolClient")).hasSize(2);
    }

    /// The role of a context may invoke its functions, so no function has a permission of its own.
    @Test
    void everyRouteInvokesTheAliasOfItsFunctionInTheRoleOfItsContext() {
        assertThat(template.resources("AWS::Lambda::Permission")).isEmpty();
        for (var row : Catalogue.httpFunctions()) {
            var route = template.at(ApiGateway.routeId(row.routeKey()));
            assertThat(route.get("RouteKey").asText()).isEqualTo(row.routeKey());
            assertThat(route.get("Target").toString())
                    .contains(
                            "integrations/",
                            "\"" + template.idAt(row.name() + "Integration") + "\"");
            var integration = template.at(row.name() + "Integration");
            assertThat(integration.get("IntegrationUri").toString())
                    .contains("\"" + template.idAt(row.name() + "/Resource") + "\",\"Arn\"");
            assertThat(integration.at("/CredentialsArn/Fn::GetAtt/0").asText())
                    .isEqualTo(template.idAt(stack(row) + "/ApiRole/Resource"));
            assertThat(template.resourceAt(row.name() + "Integration").get("DependsOn"))
                    .extracting(JsonNode::asText)
                    .contains(template.idAt(row.name() + "/Aliaslive/Resource"));
        }
    }

    /// The nested stack of a function.
    private static String stack(HttpFunction row) {
        var context = row.context();
        return context.substring(0, 1).toUpperCase(Locale.ROOT) + context.substring(1);
    }

    @Test
    void theTableHasTheKeysAndIndexesOfTheSchema() {
        var table = template.only("AWS::DynamoDB::Table");
        assertThat(keys(table)).containsExactly(TableSchema.PK, TableSchema.SK);
        assertThat(indexes(table, "GlobalSecondaryIndexes")).isEqualTo(schema(Kind.GLOBAL));
        assertThat(indexes(table, "LocalSecondaryIndexes")).isEqualTo(schema(Kind.LOCAL));
        assertThat(table.get("TimeToLiveSpecification").get("AttributeName").asText())
                .isEqualTo(TableSchema.TTL);
        assertThat(table.get("StreamSpecification").get("StreamViewType").asText())
                .isEqualTo(TableSchema.STREAM_VIEW);
        assertThat(table.get("BillingMode").asText()).isEqualTo("PAY_PER_REQUEST");
        assertThat(
                        table.get("PointInTimeRecoverySpecification")
                                .get("PointInTimeRecoveryEnabled")
                                .asBoolean())
                .isTrue();
        assertThat(table.get("SSESpecification").get("KMSMasterKeyId")).isNotNull();
        assertThat(template.only("AWS::KMS::Key").get("EnableKeyRotation").asBoolean()).isTrue();
    }

    @Test
    void eachStageLimitsTheRequestsOfAllRoutes() {
        assertThat(limits(Template.dev())).isEqualTo("50 per second, 100 at once");
        assertThat(limits(template)).isEqualTo("5000 per second, 2500 at once");
    }

    private static String limits(Template template) {
        var limits = template.only("AWS::ApiGatewayV2::Stage").get("DefaultRouteSettings");
        return "%s per second, %s at once"
                .formatted(limits.get("ThrottlingRateLimit"), limits.get("ThrottlingBurstLimit"));
    }

    /// The alarms GaveUp, Lost and NotPolled watch metrics that a mapping emits only if they are
    /// switched on
    /// (<https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html#event-source-mapping-metrics>).
    @Test
    void theMappingsStartAtTheOldestRecordAndDropToTheFailureBucket() {
        assertThat(template.resources("AWS::Lambda::EventSourceMapping"))
                .hasSameSizeAs(Catalogue.streamFunctions());
        for (var row : Catalogue.streamFunctions()) {
            var mapping = template.at(row.name() + "Mapping");
            assertThat(mapping.get("FunctionName").get("Ref").asText())
                    .isEqualTo(template.idAt(row.name() + "/Aliaslive/Resource"));
            assertThat(mapping.get("StartingPosition").asText()).isEqualTo("TRIM_HORIZON");
            assertThat(mapping.get("EventSourceArn"))
                    .hasToString(
                            template.arnOf("Table/Resource").replace("\"Arn\"", "\"StreamArn\""));
            assertThat(mapping.get("MetricsConfig")).hasToString("{\"Metrics\":[\"EventCount\"]}");
            // the counts of one user do not wait for those of another
            assertThat(mapping.get("ParallelizationFactor").asInt()).isEqualTo(4);
            assertThat(mapping.get("FunctionResponseTypes"))
                    .hasToString("[\"ReportBatchItemFailures\"]");
            assertThat(mapping.get("BisectBatchOnFunctionError").asBoolean()).isTrue();
            assertThat(mapping.get("BatchSize").asInt()).isEqualTo(row.batchSize());
            assertThat(mapping.get("MaximumBatchingWindowInSeconds").asInt())
                    .isEqualTo(row.windowSeconds());
            assertThat(mapping.get("MaximumRetryAttempts").asInt())
                    .isEqualTo(StreamFunction.RETRIES_MAX);
            assertThat(mapping.get("MaximumRecordAgeInSeconds").asInt())
                    .isEqualTo((int) StreamFunction.RECORD_AGE_MAX.toSeconds());
            assertThat(mapping.get("DestinationConfig"))
                    .hasToString(
                            "{\"OnFailure\":{\"Destination\":%s}}"
                                    .formatted(template.arnOf("Failures/Resource")));
        }
    }

    /// Before a function writes a new kind of job, the new version of FanOut must be able to read
    /// it; the same applies to a new kind of item and AggregateCounts. Scheduled functions write
    /// jobs, or invoke the stream functions.
    @Test
    void functionsThatWriteJobsAreReleasedAfterTheStreamFunctions() {
        var streams =
                Catalogue.streamFunctions().stream()
                        .map(row -> template.idAt(row.name() + "/Aliaslive/Resource"))
                        .toList();
        var writers = new ArrayList<String>();
        for (var row : Catalogue.functions()) {
            var writes =
                    row.grants().stream()
                            .anyMatch(grant ->
                                    grant.family() == KeySpace.JOBS
                                            && grant.action() == Action.PUT_ITEM);
            if (row instanceof ScheduledFunction || (writes && !(row instanceof StreamFunction))) {
                writers.add(row.name());
                var alias =
                        row instanceof HttpFunction http
                                ? template.resources("AWS::CloudFormation::Stack").values().stream()
                                        .filter(stack ->
                                                Template.name(stack)
                                                        .equals(stack(http) + ".NestedStack"))
                                        .findAny()
                                        .orElseThrow()
                                : template.resourceAt(row.name() + "/Aliaslive/Resource");
                assertThat(alias.path("DependsOn"))
                        .as(row.name())
                        .extracting(JsonNode::asText)
                        .containsAll(streams);
            }
        }
        assertThat(writers).contains("Reconcile", "ImportBookmarks");
    }

    @Test
    void theFiltersAreThoseOfTheCatalogueAndEventRulerAcceptsThem() throws Exception {
        for (var row : Catalogue.streamFunctions()) {
            var patterns = new ArrayList<String>();
            for (var filter :
                    template.at(row.name() + "Mapping").get("FilterCriteria").get("Filters")) {
                patterns.add(filter.get("Pattern").asText());
            }
            assertThat(patterns).isEqualTo(row.filters()).hasSizeBetween(1, 5);
            for (var pattern : patterns) {
                assertThat(pattern).hasSizeLessThanOrEqualTo(4_096);
                Machine.builder().build().addRule("filter", pattern);
            }
        }
    }

    @Test
    void theDocumentedNumberOfOptionalResourcesIsExact() throws IOException {
        assertThat(Files.readString(Path.of("../docs/operations.md")))
                .contains(
                        "All options together add %d resources"
                                .formatted(Template.grown().sizeOfRoot() - template.sizeOfRoot()));
    }

    @Test
    void theReceiversOfTheAlarmsAreRemindedToRotateTheKeys() throws IOException {
        var reminder = template.at("RotationReminder");
        assertThat(reminder.get("ScheduleExpression").asText()).isEqualTo("rate(90 days)");
        assertThat(reminder.at("/Target/Arn/Ref").asText())
                .isEqualTo(template.idAt("AlarmTopic/Resource"));
        assertThat(reminder.at("/Target/Input").asText())
                .isEqualTo(
                        "Rotate the cursor keys of Plaza-prod. Runbook: docs/operations.md#cursor-keys");
        assertThat(Files.readString(Path.of("../docs/operations.md")))
                .contains("## Cursor keys\n", "Rotate the keys every 90 days");
    }

    @Test
    void usersReturnToTheAppAfterTheySignOut() {
        for (var client : template.resources("AWS::Cognito::UserPoolClient").values()) {
            assertThat(client.get("Properties").get("LogoutURLs"))
                    .isEqualTo(client.get("Properties").get("CallbackURLs"));
        }
    }

    @Test
    void theTemplateContainsNoSecret() {
        var seeds = new ArrayList<JsonNode>();
        for (var secret : template.resources("AWS::SecretsManager::Secret").values()) {
            var properties = secret.get("Properties");
            if (properties.has("GenerateSecretString")) {
                seeds.add(properties);
            } else {
                assertThat(properties.get("SecretString").toString())
                        .startsWith(
                                "{\"Fn::Join\":[\"\",[\"1:{{resolve:secretsmanager:\",{\"Ref\":")
                        .endsWith(":SecretString}}\"]]}");
            }
        }
        assertThat(seeds).hasSize(1);
        assertThat(template.text())
                .doesNotContainPattern("AKIA[0-9A-Z]{16}")
                .doesNotContain("PRIVATE KEY", "ClientSecret");
    }

    @Test
    void theFunctionsCanReadTheFirstCursorKey() {
        var seed = template.at("CursorKeySeed/Resource").get("GenerateSecretString");
        var characters = seed.get("PasswordLength").asInt();
        var keyring = Keyring.parse("1:" + "aZ9".repeat(characters).substring(0, characters));
        assertThat(keyring.secrets()).hasSize(1);
        assertThat(keyring.secrets().getFirst().bytes()).hasSizeGreaterThanOrEqualTo(32);
    }

    /// The link in the text of an alarm leads to its section in the runbook, where its reader finds
    /// the same words.
    @Test
    void everyAlarmHasAnActionAndARunbookSection() throws IOException {
        var page = Files.readString(Path.of("../docs/operations.md"));
        var words = List.of(page.toLowerCase(Locale.ROOT).split("\\W+", -1));
        var sections = new TreeSet<String>();
        page.lines()
                .filter(line -> line.startsWith("#### "))
                .forEach(line -> sections.add(line.substring(5).toLowerCase(Locale.ROOT)));
        var used = new TreeSet<String>();
        for (var alarms : List.of(alarms(template), alarms(Template.grown()))) {
            for (var alarm : alarms) {
                var properties = alarm.get("Properties");
                assertThat(properties.get("AlarmActions")).isNotEmpty();
                var name = Template.name(alarm).replaceFirst("Alarm$", "");
                assertThat(page).contains("| " + name + " |");
                var text = properties.get("AlarmDescription").asText();
                assertThat(text).startsWith(name + ": ").contains(". Runbook: docs/operations.md#");
                assertThat(words)
                        .containsAll(List.of(text.toLowerCase(Locale.ROOT).split("\\W+", -1)));
                var section = text.substring(text.indexOf('#') + 1);
                assertThat(sections).contains(section);
                used.add(section);
            }
        }
        assertThat(used).isEqualTo(sections);
    }

    @Test
    void alarmsNotifyATopicOfYourOwn() {
        var topic = "arn:aws:sns:us-east-1:111122223333:alarms";
        var settings =
                StackSettings.from(
                        Map.<String, Object>of(
                                        "alarmTopicArn", topic, "alarmEmail", "a@plaza.example")
                                ::get);
        var own = Template.shared("own topic", () -> Template.dev(settings, Template.CODE));
        assertThat(own.resources("AWS::SNS::Topic")).isEmpty();
        assertThat(own.only("AWS::SNS::Subscription"))
                .hasToString(
                        "{\"Endpoint\":\"a@plaza.example\",\"Protocol\":\"email\",\"TopicArn\":\"%s\"}"
                                .formatted(topic));
        assertThat(own.resources("AWS::CloudWatch::Alarm").values())
                .isNotEmpty()
                .allSatisfy(alarm -> {
                    assertThat(alarm.get("Properties").get("AlarmActions"))
                            .hasToString("[\"" + topic + "\"]");
                });
        assertThat(own.root().at("/Outputs/AlarmTopicArn/Value").asText()).isEqualTo(topic);
    }

    /// An alarm notifies only if the topic's policy allows CloudWatch to publish, and the policy of
    /// the topic's key allows it to encrypt the message.
    @Test
    void cloudWatchCanPublishEveryAlarm() {
        var account = "{\"StringEquals\":{\"aws:SourceAccount\":{\"Ref\":\"AWS::AccountId\"}}}";
        for (var alarm : alarms()) {
            var actions = new ArrayList<JsonNode>();
            alarm.get("Properties").get("AlarmActions").forEach(actions::add);
            alarm.get("Properties").path("OKActions").forEach(actions::add);
            assertThat(actions).isNotEmpty();
            for (var action : actions) {
                var topic = action.get("Ref").asText();
                assertThat(topicPolicies(topic))
                        .anySatisfy(statement -> {
                            assertThat(statement.get("Effect").asText()).isEqualTo("Allow");
                            assertThat(statement.get("Principal").get("Service").asText())
                                    .isEqualTo("cloudwatch.amazonaws.com");
                            assertThat(statement.get("Action").asText()).isEqualTo("sns:Publish");
                            assertThat(statement.get("Resource").get("Ref").asText())
                                    .isEqualTo(topic);
                            assertThat(statement.get("Condition")).hasToString(account);
                        });
                var key =
                        template.properties(topic)
                                .get("KmsMasterKeyId")
                                .get("Fn::GetAtt")
                                .get(0)
                                .asText();
                assertThat(template.properties(key).get("KeyPolicy").get("Statement"))
                        .anySatisfy(statement -> {
                            assertThat(statement.get("Effect").asText()).isEqualTo("Allow");
                            assertThat(statement.path("Principal").path("Service").asText())
                                    .isEqualTo("cloudwatch.amazonaws.com");
                            assertThat(statement.get("Action"))
                                    .hasToString("[\"kms:Decrypt\",\"kms:GenerateDataKey\"]");
                            assertThat(statement.get("Condition")).hasToString(account);
                        });
            }
        }
    }

    private List<JsonNode> topicPolicies(String topic) {
        var statements = new ArrayList<JsonNode>();
        for (var policy : template.resources("AWS::SNS::TopicPolicy").values()) {
            var properties = policy.get("Properties");
            if (properties.get("Topics").toString().contains("\"" + topic + "\"")) {
                properties.get("PolicyDocument").get("Statement").forEach(statements::add);
            }
        }
        return statements;
    }

    /// `FailuresWaiting` counts the objects of the failure bucket. In a bucket with versions that
    /// number includes deleted objects, so the alarm would never end.
    @Test
    void theFailureBucketHasNoVersions() {
        assertThat(template.at("Failures/Resource").has("VersioningConfiguration")).isFalse();
    }

    /// Each alarm by its name: the metric, its dimensions, statistic and period, the threshold, and
    /// the number of periods above it.
    @Test
    void everyAlarmWatchesTheMetricThatItsNameStates() {
        var found = new TreeMap<String, String>();
        for (var alarm : alarms()) {
            var properties = alarm.get("Properties");
            var construct = Template.name(alarm);
            found.put(
                    construct.substring(0, construct.length() - "Alarm".length()),
                    watched(properties));
            var detectsMissing = construct.endsWith("MissingAlarm");
            assertThat(properties.get("ComparisonOperator").asText())
                    .isEqualTo(detectsMissing ? "LessThanThreshold" : "GreaterThanThreshold");
            assertThat(properties.get("TreatMissingData").asText())
                    .isEqualTo(detectsMissing ? "breaching" : "notBreaching");
        }
        assertThat(found).isEqualTo(watched());
    }

    /// These alarms return to OK as soon as the metric has no data, although nothing is repaired.
    @Test
    void onlyAlarmsOfEventsDoNotNotifyWhenTheyEnd() {
        var silent = new ArrayList<String>();
        for (var alarm : alarms()) {
            if (alarm.get("Properties").path("OKActions").isEmpty()) {
                silent.add(Template.name(alarm));
            }
        }
        assertThat(silent)
                .containsExactlyInAnyOrder(
                        "DriftAlarm",
                        "AggregateCountsGaveUpAlarm",
                        "AggregateCountsLostAlarm",
                        "FanOutGaveUpAlarm",
                        "FanOutLostAlarm");
    }

    /// API Gateway has one metric for all 4xx responses, so the access log is counted.
    @Test
    void theCountedResponsesAreThoseOfTheAccessLog() {
        var filters = template.resources("AWS::Logs::MetricFilter").values();
        var counted = new TreeMap<String, String>();
        for (var filter : filters) {
            var properties = filter.get("Properties");
            assertThat(properties.at("/LogGroupName/Ref").asText())
                    .isEqualTo(template.idAt("AccessLogs/Resource"));
            assertThat(properties.get("MetricTransformations")).hasSize(1);
            var metric = properties.at("/MetricTransformations/0");
            assertThat(metric.get("MetricValue").asText()).isEqualTo("1");
            assertThat(metric.get("Unit").asText()).isEqualTo("Count");
            counted.put(
                    metric.get("MetricNamespace").asText()
                            + " "
                            + metric.get("MetricName").asText(),
                    properties.get("FilterPattern").asText());
        }
        assertThat(counted)
                .isEqualTo(
                        Map.of(
                                "Plaza/prod Unauthorized", "{ $.status = \"401\" }",
                                "Plaza/prod TooManyRequests", "{ $.status = \"429\" }"));
    }

    /// A stage for development has long times without requests.
    @Test
    void devHasNoAlarmForMissingRequests() {
        assertThat(Template.dev().resources("AWS::CloudWatch::Alarm").values())
                .extracting(Template::name)
                .contains("ServerErrorsAlarm")
                .doesNotContain("RequestsMissingAlarm");
    }

    @Test
    void optionsHaveTheirAlarms() {
        var grown = Template.grown();
        var found = new TreeMap<String, String>();
        for (var name : List.of("EdgeErrors", "FirewallBlocks", "MailBounces", "MailComplaints")) {
            found.put(name, watched(grown.at(name + "Alarm/Resource")));
            assertThat(alarms()).extracting(Template::name).doesNotContain(name + "Alarm");
        }
        var firewall = "{Rule=\"ALL\", WebACL=\"Plaza-prod-firewall\"} Sum 300 s";
        assertThat(grown.only("AWS::WAFv2::WebACL").at("/VisibilityConfig/MetricName").asText())
                .isEqualTo("Plaza-prod-firewall");
        assertThat(found)
                .isEqualTo(
                        Map.of(
                                "EdgeErrors",
                                "AWS/CloudFront 5xxErrorRate {DistributionId={\"Ref\":\""
                                        + grown.idAt("CloudFrontEdge/Resource")
                                        + "\"}, Region=\"Global\"} Average 60 s > 1 in 5",
                                "FirewallBlocks",
                                "IF(part > 100, 100 * part / whole, 0) FILL(allowed, 0) + FILL(blocked, 0)"
                                        + " {allowed=AWS/WAFV2 AllowedRequests "
                                        + firewall
                                        + ", blocked=AWS/WAFV2 BlockedRequests "
                                        + firewall
                                        + ", part=AWS/WAFV2 BlockedRequests "
                                        + firewall
                                        + "} > 10 in 2",
                                "MailBounces",
                                "AWS/SES Reputation.BounceRate {} Average 3600 s > 0.05 in 1",
                                "MailComplaints",
                                "AWS/SES Reputation.ComplaintRate {} Average 3600 s > 0.001 in 1"));
    }

    private Map<String, String> watched() {
        var api = "{ApiId={\"Ref\":\"Api\"}}";
        var table = "{TableName={\"Ref\":\"" + template.idAt("Table/Resource") + "\"}}";
        var alarms = new TreeMap<String, String>();
        alarms.put(
                "ServerErrors",
                "IF(part > 1, 100 * part / whole, 0)"
                        + " {part=AWS/ApiGateway 5xx "
                        + api
                        + " Sum 300 s, whole=AWS/ApiGateway Count "
                        + api
                        + " Sum 300 s} > 1 in 1");
        for (var surge : Map.of("Unauthorized", 20, "TooManyRequests", 5).entrySet()) {
            alarms.put(
                    surge.getKey(),
                    "IF(part > 100, 100 * part / whole, 0) {part=Plaza/prod "
                            + surge.getKey()
                            + " {} Sum 300 s, whole=AWS/ApiGateway Count "
                            + api
                            + " Sum 300 s} > "
                            + surge.getValue()
                            + " in 2");
        }
        alarms.put("RequestsMissing", "AWS/ApiGateway Count " + api + " Sum 300 s < 1 in 12");
        alarms.put(
                "FanOutLag",
                "Plaza FanOutLag {Function=\"FanOut\", Service=\"plaza\", Stage=\"prod\"} p90 300 s"
                        + " > 300000 in 3");
        var pool =
                "{UserPool={\"Ref\":\""
                        + template.idAt("UserPool/Resource")
                        + "\"}, UserPoolClient={\"Ref\":\""
                        + template.idAt("UserPool/Client/Resource")
                        + "\"}} ";
        alarms.put(
                "SignInFailures",
                "IF(attempts > 100, 100 * (attempts - successes) / attempts, 0)"
                        + " {attempts=AWS/Cognito SignInSuccesses "
                        + pool
                        + "SampleCount 900 s, successes=AWS/Cognito SignInSuccesses "
                        + pool
                        + "Sum 900 s} > 50 in 1");
        alarms.put("SignInThrottles", "AWS/Cognito SignInThrottles " + pool + "Sum 900 s > 0 in 1");
        alarms.put("Latency", "AWS/ApiGateway Latency " + api + " p99 60 s > 1000 in 5");
        alarms.put("FunctionThrottles", "AWS/Lambda Throttles {} Sum 60 s > 0 in 2");
        alarms.put(
                "Concurrency",
                "100 * usage / SERVICE_QUOTA(usage) {usage=AWS/Usage ResourceCount {Class=\"None\","
                        + " Resource=\"ConcurrentExecutions\", Service=\"Lambda\", Type=\"Resource\"}"
                        + " Maximum 60 s} > 80 in 5");
        alarms.put(
                "TableThrottles",
                "FILL(gsiOneReads, 0) + FILL(gsiOneWrites, 0) + FILL(gsiTwoReads, 0)"
                        + " + FILL(gsiTwoWrites, 0) + FILL(reads, 0) + FILL(writes, 0) "
                        + new TreeMap<>(
                                Map.of(
                                        "reads", throttles("Read", table),
                                        "writes", throttles("Write", table),
                                        "gsiOneReads", throttles("Read", index("gsiOne")),
                                        "gsiOneWrites", throttles("Write", index("gsiOne")),
                                        "gsiTwoReads", throttles("Read", index("gsiTwo")),
                                        "gsiTwoWrites", throttles("Write", index("gsiTwo"))))
                        + " > 0 in 3");
        for (var row : Catalogue.streamFunctions()) {
            var function = "{\"Ref\":\"" + template.idAt(row.name() + "/Resource") + "\"}";
            alarms.put(
                    row.name() + "Age",
                    "AWS/Lambda IteratorAge " + alias(row) + " Maximum 900 s > 300000 in 1");
            var mapping =
                    "{EventSourceMappingUUID={\"Ref\":\""
                            + template.idAt(row.name() + "Mapping")
                            + "\"}} Sum 300 s";
            alarms.put(
                    row.name() + "GaveUp",
                    "AWS/Lambda OnFailureDestinationDeliveredEventCount " + mapping + " > 0 in 1");
            alarms.put(
                    row.name() + "Lost",
                    "FILL(dropped, 0) + FILL(undelivered, 0) {dropped=AWS/Lambda DroppedEventCount "
                            + mapping
                            + ", undelivered=AWS/Lambda DestinationDeliveryFailures {FunctionName="
                            + function
                            + "} Sum 300 s} > 0 in 1");
            alarms.put(row.name() + "Errors", failures(row, "", "", 900) + " > 0 in 1");
            alarms.put(
                    row.name() + "NotPolled",
                    "IF(FILL(polled, 0) < 1, FILL(written, 0), 0) {polled=AWS/Lambda PolledEventCount "
                            + mapping.replace("300 s", "900 s")
                            + ", written=AWS/DynamoDB ConsumedWriteCapacityUnits "
                            + table
                            + " Sum 900 s} > 100 in 2");
        }
        for (var row : Catalogue.scheduledFunctions()) {
            alarms.put(row.name() + "Errors", failures(row, "", "", 300) + " > 0 in 1");
            alarms.put(
                    row.name() + "Missing",
                    "AWS/Lambda Invocations " + alias(row) + " Sum 86400 s < 1 in 7");
        }
        alarms.put(
                "KeepReadyMissing",
                "AWS/States ExecutionsSucceeded {StateMachineArn={\"Fn::GetAtt\":[\"KeepReady\",\"Arn\"]}}"
                        + " Sum 86400 s < 1 in 2");
        alarms.put(
                "FailuresWaiting",
                "AWS/S3 NumberOfObjects {BucketName={\"Ref\":\""
                        + template.idAt("Failures/Resource")
                        + "\"}, StorageType=\"AllStorageTypes\"} Maximum 86400 s > 0 in 1");
        alarms.put(
                "Drift",
                "Plaza Drift {Function=\"Reconcile\", Service=\"plaza\", Stage=\"prod\"} Maximum 300 s > 0 in 1");
        alarms.put(
                "MigrationStalled",
                "Plaza MigrationStalled {Function=\"Migrate\", Service=\"plaza\", Stage=\"prod\"} Maximum 900 s > 0 in 1");
        alarms.put(
                "ItemCollectionSize",
                "Plaza ItemCollectionSize {Service=\"plaza\", Stage=\"prod\"} Maximum 300 s > 5 in 1");
        return alarms;
    }

    /// The errors that Lambda counts, and the failures that the function reports.
    private String failures(FunctionRow row, String version, String ownVersion, int periodSeconds) {
        var statistic = " Sum " + periodSeconds + " s";
        var errors = "AWS/Lambda Errors {" + version + alias(row).substring(1) + statistic;
        var reported =
                switch (row) {
                    case HttpFunction _ -> "Errors5xx";
                    case StreamFunction _ -> "FailedBatches";
                    case PublicFunction _, ScheduledFunction _ -> null;
                };
        if (reported == null) {
            return errors;
        }
        return "FILL(errors, 0) + FILL(reported, 0) {errors="
                + errors
                + ", reported=Plaza "
                + reported
                + " {Function=\""
                + row.name()
                + "\", Service=\"plaza\", Stage=\"prod\""
                + ownVersion
                + "}"
                + statistic
                + "}";
    }

    private String alias(FunctionRow row) {
        var function = "{\"Ref\":\"" + template.idAt(row.name() + "/Resource") + "\"}";
        return "{FunctionName="
                + function
                + ", Resource={\"Fn::Join\":[\"\",["
                + function
                + ",\":live\"]]}}";
    }

    private String index(String name) {
        return "{GlobalSecondaryIndexName=\""
                + name
                + "\", TableName={\"Ref\":\""
                + template.idAt("Table/Resource")
                + "\"}}";
    }

    private static String throttles(String kind, String dimensions) {
        return "AWS/DynamoDB " + kind + "ThrottleEvents " + dimensions + " Sum 60 s";
    }

    private static String watched(JsonNode alarm) {
        var below = alarm.get("ComparisonOperator").asText().startsWith("Less");
        var condition =
                (below ? " < " : " > ")
                        + alarm.get("Threshold").asText()
                        + " in "
                        + (alarm.has("DatapointsToAlarm")
                                ? alarm.get("DatapointsToAlarm").asText() + " of "
                                : "")
                        + alarm.get("EvaluationPeriods").asText();
        if (!alarm.has("Metrics")) {
            var statistic =
                    alarm.has("Statistic")
                            ? alarm.get("Statistic")
                            : alarm.get("ExtendedStatistic");
            return metric(alarm, statistic, alarm.get("Period")) + condition;
        }
        var expression = "";
        var metrics = new TreeMap<String, String>();
        for (var part : alarm.get("Metrics")) {
            if (part.has("Expression")) {
                // the first one is that of the alarm
                assertThat(part.path("ReturnData").asBoolean(true)).isEqualTo(expression.isEmpty());
                expression = (expression + " " + part.get("Expression").asText()).strip();
            } else {
                var stat = part.get("MetricStat");
                metrics.put(
                        part.get("Id").asText(),
                        metric(stat.get("Metric"), stat.get("Stat"), stat.get("Period")));
            }
        }
        return expression + " " + metrics + condition;
    }

    private static String metric(JsonNode metric, JsonNode statistic, JsonNode period) {
        var dimensions = new TreeMap<String, JsonNode>();
        metric.path("Dimensions")
                .forEach(dimension ->
                        dimensions.put(dimension.get("Name").asText(), dimension.get("Value")));
        return metric.get("Namespace").asText()
                + " "
                + metric.get("MetricName").asText()
                + " "
                + dimensions
                + " "
                + statistic.asText()
                + " "
                + period.asText()
                + " s";
    }

    /// Two stages of one account would otherwise add up in one metric, and drift in `dev` would
    /// raise the alarm of `prod`.
    @Test
    void metricsOfFunctionsCarryTheStage() {
        for (var function : template.resources("AWS::Lambda::Function").values()) {
            var variables = function.get("Properties").get("Environment").get("Variables");
            assertThat(variables.get("PLAZA_STAGE").asText()).isEqualTo("prod");
        }
    }

    @Test
    void theOutputsListWhatCallersAndOperatorsNeed() {
        var outputs = template.root().get("Outputs");
        assertThat(outputs.properties())
                .extracting(Map.Entry::getKey)
                .contains(
                        "ApiUrl",
                        "UserPoolId",
                        "UserPoolClientId",
                        "TableName",
                        "CursorKeysArn",
                        "FailureBucket");
    }

    /// CloudWatch Logs reads the key's policy, and rejects a log group whose key it cannot use:
    /// <https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/encrypt-log-data-kms.html>. Each
    /// request to KMS has the log group's ARN as encryption context.
    @Test
    void everyLogGroupIsEncryptedWithTheKeyOfTheStack() {
        var groups = template.resources("AWS::Logs::LogGroup").values();
        assertThat(groups).hasSizeGreaterThanOrEqualTo(2);
        for (var group : groups) {
            var key = group.get("Properties").get("KmsKeyId").get("Fn::GetAtt").get(0).asText();
            assertThat(template.properties(key).get("KeyPolicy").get("Statement"))
                    .anySatisfy(statement -> {
                        assertThat(statement.get("Effect").asText()).isEqualTo("Allow");
                        assertThat(statement.path("Principal").path("Service"))
                                .hasToString(
                                        "{\"Fn::Join\":[\"\",[\"logs.\",{\"Ref\":\"AWS::Region\"},"
                                                + "\".\",{\"Ref\":\"AWS::URLSuffix\"}]]}");
                        assertThat(statement.get("Action"))
                                .hasToString(
                                        "[\"kms:Encrypt\",\"kms:Decrypt\",\"kms:ReEncrypt*\","
                                                + "\"kms:GenerateDataKey*\",\"kms:DescribeKey\"]");
                        assertThat(statement.get("Condition").get("ArnLike"))
                                .hasToString(
                                        "{\"kms:EncryptionContext:aws:logs:arn\":{\"Fn::Join\":[\"\","
                                                + "[\"arn:\",{\"Ref\":\"AWS::Partition\"},\":logs:\","
                                                + "{\"Ref\":\"AWS::Region\"},\":\","
                                                + "{\"Ref\":\"AWS::AccountId\"},"
                                                + "\":log-group:Plaza-prod-*\"]]}}");
                    });
        }
    }

    /// `RequestPathTest` lists the fields by default.
    @Test
    void theAccessLogCanBeWithoutSubjectAndAddress() {
        var format = Template.grown().at("ApiStage").at("/AccessLogSettings/Format").asText();
        assertThat(Template.parse(format).properties())
                .extracting(Map.Entry::getKey)
                .contains("route", "request_id")
                .doesNotContain("caller", "source_ip");
        assertThat(format).doesNotContain("identity", "claims");
    }

    private static List<String> keys(JsonNode node) {
        return StreamSupport.stream(node.get("KeySchema").spliterator(), false)
                .map(key -> key.get("AttributeName").asText())
                .toList();
    }

    private static Map<String, List<String>> indexes(JsonNode table, String kind) {
        var indexes = new TreeMap<String, List<String>>();
        table.get(kind).forEach(i -> indexes.put(i.get("IndexName").asText(), keys(i)));
        return indexes;
    }

    private static Map<String, List<String>> schema(Kind kind) {
        var indexes = new TreeMap<String, List<String>>();
        for (var index : Index.values()) {
            if (index.kind() == kind) {
                indexes.put(index.indexName(), List.of(index.partitionKey(), index.sortKey()));
            }
        }
        return indexes;
    }
}
