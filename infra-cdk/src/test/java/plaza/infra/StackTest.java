package plaza.infra;

import static java.nio.charset.StandardCharsets.UTF_8;
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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import plaza.catalogue.Access;
import plaza.catalogue.Action;
import plaza.catalogue.FunctionRow;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.PublicFunction;
import plaza.catalogue.ScheduledFunction;
import plaza.catalogue.StreamFunction;
import plaza.catalogue.TokenRules;
import plaza.functions.Catalogue;
import plaza.http.Cursors.Keyring;
import plaza.table.PlatformKeys;
import software.amazon.event.ruler.Machine;

/// Compares the template with the Catalogue, the code and the pages. [ApprovedTemplateTest] covers
/// the properties that no other part of the project determines.
final class StackTest {
    private final Template template = Template.real();

    /// The alarms of a stack.
    private static List<JsonNode> alarms(Template template) {
        return template.resources("AWS::CloudWatch::Alarm").values().stream().toList();
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
        assertThat(events).hasSameSizeAs(Catalogue.ALL.functions());
        for (var row : Catalogue.ALL.functions()) {
            var event =
                    switch (row) {
                        case HttpFunction _, PublicFunction _ -> "APIGatewayV2HTTPEvent";
                        case StreamFunction _ -> "DynamodbEvent";
                        case ScheduledFunction _ -> "Map<java.lang.String, java.lang.Object>";
                    };
            assertThat(events.get(row.name())).endsWith("." + event);
        }
    }

    /// A rotation is a release with the new version of the secret. Without its id in the template,
    /// CloudFormation would neither update nor publish the functions.
    @Test
    void aVersionOfTheCursorKeysPublishesTheFunctionsThatSealWithThem() {
        var version = "0c1f4e86-96a9-4b62-9e5c-2a1f7b1c33d4";
        var before = Template.dev();
        var after = Template.dev("cursorKeysVersion", version);
        assertThat(after.at("GetPostListByUserId/Resource").at("/Environment/Variables").toString())
                .contains(":SecretString:::" + version + "}}");
        var published = after.versions();
        published.values().removeAll(before.versions().values());
        assertThat(published.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        before.versions().keySet().stream()
                                .filter(name ->
                                        Catalogue.ALL.httpFunctions().stream()
                                                .anyMatch(row ->
                                                        row.sealsIds() && row.name().equals(name)))
                                .toList())
                .contains("GetPostListByUserId", "CreatePost")
                .doesNotContain("FanOut");
        var secrets = "AWS::SecretsManager::Secret";
        assertThat(after.resources(secrets)).isEqualTo(before.resources(secrets));
    }

    /// A stage without users can try how a release that fails is rolled back.
    @Test
    void aFailingReleaseOfDevIsWatchedAsInProd() {
        var groups = "AWS::CodeDeploy::DeploymentGroup";
        assertThat(Template.dev().resources(groups)).isEmpty();
        var before = Template.dev("canary", "true");
        assertThat(before.resources(groups)).hasSameSizeAs(before.resources("AWS::Lambda::Alias"));
        assertThat(before.resources("AWS::CodeDeploy::Application")).hasSize(1);
        assertThat(before.at("WatchRelease").has("DefinitionString")).isTrue();

        var after = Template.dev("failingFunction", "GetPostListByUserId");
        assertThat(
                        after.at("GetPostListByUserId/Resource")
                                .at("/Environment/Variables/PLAZA_TABLE"))
                .hasToString("\"none\"");
        var published = after.versions();
        published.values().removeAll(before.versions().values());
        assertThat(published).containsOnlyKeys("GetPostListByUserId");
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
    void everyRouteInvokesItsFunctionAndRequiresItsScope() {
        var found = new TreeMap<String, List<String>>();
        for (var route : template.routesWithToken()) {
            found.put(
                    route.get("RouteKey").asText(),
                    List.of(
                            route.get("Target").findValue("Ref").asText(),
                            route.get("AuthorizationType").asText(),
                            route.get("AuthorizerId").get("Ref").asText(),
                            route.get("AuthorizationScopes").toString()));
        }
        var expected = new TreeMap<String, List<String>>();
        for (var row : Catalogue.ALL.httpFunctions()) {
            var isAdmin = row.access() == Access.ADMIN;
            expected.put(
                    row.routeKey(),
                    List.of(
                            template.idAt(row.name() + "Integration"),
                            "JWT",
                            isAdmin ? "AdminAuthorizer" : "Authorizer",
                            "[\"plaza/%s\"]".formatted(isAdmin ? "admin" : row.context())));
        }
        assertThat(found).isEqualTo(expected).hasSameSizeAs(template.routesWithToken());
    }

    @Test
    void everyScopeIsDeclaredAndOnlyTheAdminPoolHasTheAdminScope() {
        var user = declared("UserPool");
        var admin = declared("AdminPool");
        assertThat(admin).containsExactly("plaza/admin");
        assertThat(user).doesNotContain("plaza/admin");
        for (var row : Catalogue.ALL.httpFunctions()) {
            assertThat(row.access() == Access.ADMIN ? admin : user)
                    .containsAll(TokenRules.COGNITO.scopes(row));
        }
    }

    /// AssociateSoftwareToken, VerifySoftwareToken and SetUserMFAPreference need this scope
    /// (<https://docs.aws.amazon.com/cli/v1/reference/cognito-idp/associate-software-token.html>).
    /// Its tokens can also change a password, so they last a few minutes, and the API rejects them.
    @Test
    void aUserCanEnrolASecondFactorWithTokensThatTheApiRejects() {
        var enrolling = new ArrayList<String>();
        template.resources("AWS::Cognito::UserPoolClient")
                .forEach((id, client) -> {
                    var properties = client.get("Properties");
                    if (properties
                            .get("AllowedOAuthScopes")
                            .toString()
                            .contains("aws.cognito.signin.user.admin")) {
                        enrolling.add(id);
                        assertThat(properties.get("AllowedOAuthScopes")).hasSize(1);
                        assertThat(properties.get("AccessTokenValidity").asInt())
                                .isLessThanOrEqualTo(15);
                        assertThat(properties.get("TokenValidityUnits").get("AccessToken").asText())
                                .isEqualTo("minutes");
                    }
                });
        assertThat(enrolling).containsExactly(template.idAt("UserPool/AccountClient/Resource"));
        assertThat(template.at("UserPool/Resource").get("MfaConfiguration").asText())
                .isEqualTo("OPTIONAL");
        var authorizers = template.resources("AWS::ApiGatewayV2::Authorizer").values();
        assertThat(authorizers).hasSize(2);
        for (var authorizer : authorizers) {
            assertThat(authorizer.findValue("Audience").toString())
                    .doesNotContain(enrolling.getFirst());
        }
        // a stolen token alone cannot move the account to another address
        assertThat(template.at("UserPool/Resource").get("UserAttributeUpdateSettings"))
                .hasToString("{\"AttributesRequireVerificationBeforeUpdate\":[\"email\"]}");
    }

    /// Unauthorized ignores up to 100 responses in five minutes, which is all of a small system.
    @Test
    void anOutageOfAuthenticationRaisesAnAlarmAtAFewRequests() throws Exception {
        var alarm = template.at("WithoutSuccessAlarm/Resource");
        var expression = alarm.findValue("Expression").asText();
        assertThat(alarm.get("Threshold").asInt()).isZero();
        assertThat(evaluate(expression, "5, 5, undefined")).isEqualTo("5");
        assertThat(evaluate(expression, "7, 4, 3")).isEqualTo("7");
        assertThat(evaluate(expression, "6, undefined, 6")).isEqualTo("6");
        assertThat(evaluate(expression, "900, 899, undefined")).isEqualTo("0");
        assertThat(evaluate(expression, "5, undefined, undefined")).isEqualTo("0");
        assertThat(evaluate(expression, "4, 4, undefined")).isEqualTo("0");
    }

    /// Evaluates an expression of CloudWatch with Node.js.
    ///
    /// @param values of the requests, the rejected and the failed ones
    private static String evaluate(String expression, String values) throws Exception {
        var script =
                """
                const IF = (condition, then, otherwise) => condition ? then : otherwise;
                const FILL = (value, missing) => value ?? missing;
                const [requests, rejected, failed] = [%s];
                console.log(%s);
                """
                        .formatted(values, expression.replace(" AND ", " && "));
        var process = new ProcessBuilder("node", "-e", script).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    }

    private List<String> declared(String pool) {
        var scopes = new ArrayList<String>();
        for (var scope : template.at(pool + "/ResourceServer/Resource").get("Scopes")) {
            scopes.add("plaza/" + scope.get("ScopeName").asText());
        }
        return scopes;
    }

    /// Before a function writes a new kind of job, the new version of FanOut must be able to read
    /// it; the same applies to a new kind of item and AggregateCounts. Scheduled functions write
    /// jobs, or invoke the stream functions.
    @Test
    void functionsThatWriteJobsAreReleasedAfterTheStreamFunctions() {
        var graph = DeploymentGraph.of(template);
        var streams = Catalogue.ALL.streamFunctions().stream().map(this::alias).toList();
        var writers = new ArrayList<String>();
        for (var row : Catalogue.ALL.functions()) {
            var writes =
                    row.grants().stream()
                            .anyMatch(grant ->
                                    grant.family() == PlatformKeys.JOBS
                                            && grant.action() == Action.PUT_ITEM);
            if (row instanceof ScheduledFunction || (writes && !(row instanceof StreamFunction))) {
                writers.add(row.name());
                assertThat(graph.allBefore(alias(row))).as(row.name()).containsAll(streams);
            }
        }
        assertThat(writers).contains("Reconcile", "CloseReports");
    }

    private String alias(FunctionRow row) {
        return template.idAt(row.name() + "/Aliaslive/Resource");
    }

    @Test
    void theFiltersAreThoseOfTheCatalogueAndEventRulerAcceptsThem() throws Exception {
        for (var row : Catalogue.ALL.streamFunctions()) {
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

    /// Types without tags in CloudFormation, and the budget, which costs nothing.
    private static final Set<String> WITHOUT_TAGS =
            Set.of(
                    "AWS::ApiGatewayV2::Authorizer",
                    "AWS::ApiGatewayV2::Integration",
                    "AWS::ApiGatewayV2::Route",
                    "AWS::CloudFront::CachePolicy",
                    "AWS::CloudFront::OriginAccessControl",
                    "AWS::CloudFront::ResponseHeadersPolicy",
                    "AWS::CloudWatch::Dashboard",
                    "AWS::CodeDeploy::DeploymentGroup",
                    "AWS::Cognito::UserPoolClient",
                    "AWS::Cognito::UserPoolDomain",
                    "AWS::Cognito::UserPoolGroup",
                    "AWS::Cognito::UserPoolResourceServer",
                    "AWS::Lambda::Alias",
                    "AWS::Lambda::EventInvokeConfig",
                    "AWS::Lambda::LayerVersion",
                    "AWS::Lambda::Permission",
                    "AWS::Lambda::Version",
                    "AWS::Logs::MetricFilter",
                    "AWS::Logs::QueryDefinition",
                    "AWS::Backup::BackupSelection",
                    "AWS::Budgets::Budget",
                    "AWS::S3::BucketPolicy",
                    "AWS::Scheduler::Schedule",
                    "AWS::SNS::Subscription",
                    "AWS::SNS::TopicPolicy");

    /// A run of Reconcile that took the whole throughput would throttle the requests of all users.
    @Test
    void aScheduledRunOfDevStaysBelowTheThroughputOfItsTable() {
        var template = Template.dev();
        var maximum = template.only("AWS::DynamoDB::Table").get("OnDemandThroughput");
        var rates =
                template.resources("AWS::Scheduler::Schedule").values().stream()
                        .map(schedule -> schedule.at("/Properties/Target/Input").toString())
                        .map(input ->
                                Pattern.compile("unitsPerSecond[^0-9]*([0-9]+)").matcher(input))
                        .filter(Matcher::find)
                        .map(found -> Integer.valueOf(found.group(1)))
                        .toList();
        assertThat(rates)
                .hasSize(1)
                .allSatisfy(rate ->
                        assertThat(rate)
                                .isPositive()
                                .isLessThanOrEqualTo(maximum.get("MaxReadRequestUnits").asInt() / 2)
                                .isLessThanOrEqualTo(
                                        maximum.get("MaxWriteRequestUnits").asInt() / 2));
    }

    /// AWS finds the costs of a stack by this tag, also those of the nested stacks.
    @Test
    void everyResourceThatCanHaveTagsHasTheOneOfTheBudget() {
        var template = Template.complete();
        var filter = template.only("AWS::Budgets::Budget").at("/Budget/CostFilters/TagKeyValue/0");
        assertThat(filter.asText()).isEqualTo("user:stack$Plaza-prod");
        var without = new TreeSet<String>();
        for (var resource : template.resources().values()) {
            var text = resource.at("/Properties").toString();
            if (!text.contains("{\"Key\":\"stack\",\"Value\":\"Plaza-prod\"}")
                    && !text.contains("\"stack\":\"Plaza-prod\"")) {
                without.add(resource.get("Type").asText());
            }
        }
        without.removeAll(WITHOUT_TAGS);
        assertThat(without).isEmpty();
    }

    /// The metric has a value once a day, and while Reconcile runs; `DriftMetricTest` has them.
    @Test
    void theAlarmOfDriftLastsUntilTheNextValue() {
        var alarm = template.at("DriftAlarm/Resource");
        assertThat(alarm.get("TreatMissingData").asText()).isEqualTo("ignore");
        assertThat(alarm.get("EvaluationPeriods").asInt()).isEqualTo(1);
        assertThat(alarm.get("OKActions")).isEqualTo(alarm.get("AlarmActions"));
    }

    @Test
    void theDocumentedNumberOfOptionalResourcesIsExact() throws IOException {
        Template.assumeAllContexts();
        assertThat(Files.readString(Path.of("../docs/operations/releases.md")))
                .contains(
                        "All options together add %d resources"
                                .formatted(
                                        Template.complete().sizeOfRoot() - template.sizeOfRoot()));
    }

    @Test
    void theReminderToRotateTheKeysLinksToTheirSection() throws IOException {
        var message = template.at("RotationReminder").at("/Target/Input").asText();
        assertThat(message).endsWith("docs/operations/maintenance.md#cursor-keys");
        assertThat(Files.readString(Path.of("../docs/operations/maintenance.md")))
                .contains(
                        "## Cursor keys\n",
                        "Rotate the keys every %d days".formatted(RotationReminder.DAYS));
    }

    /// The step `leading-keys` of `infra-cdk/smoke` reads the policy by its name.
    @Test
    void everyFunctionHasOnePolicyWithTheNameThatTheSmokeTestReads() throws IOException {
        assertThat(Files.readString(Path.of("smoke"))).contains(" --policy-name Grants ");
        for (var row : Catalogue.ALL.functions()) {
            assertThat(template.at(row.name() + "Role/Resource").get("Policies"))
                    .extracting(policy -> policy.get("PolicyName").asText())
                    .containsExactly("Grants");
        }
    }

    /// Scheduled functions have schedules of their own.
    @Test
    void everyOtherFunctionIsKeptReady() {
        var definition = template.at("KeepReady").at("/DefinitionString/Fn::Join/1/0").asText();
        var items = definition.replaceFirst("(?s)^.*\"Items\": \\[([^]]*)].*$", "$1");
        assertThat(items.split(", "))
                .containsExactlyInAnyOrderElementsOf(
                        Catalogue.ALL.functions().stream()
                                .filter(row -> !(row instanceof ScheduledFunction))
                                .map(row -> "\"Plaza-prod-" + row.name() + "\"")
                                .toList());
    }

    @Test
    void theTemplateContainsNoSecret() {
        var secrets = template.resources("AWS::SecretsManager::Secret").values();
        assertThat(secrets)
                .extracting(secret -> secret.get("Properties"))
                .isNotEmpty()
                .allMatch(properties -> properties.has("GenerateSecretString"))
                .noneMatch(properties -> properties.has("SecretString"));
        assertThat(template.text())
                .doesNotContainPattern("AKIA[0-9A-Z]{16}")
                .doesNotContain("PRIVATE KEY", "ClientSecret");
    }

    @Test
    void theFunctionsCanReadTheFirstCursorKey() {
        var generated = template.at("CursorKeys/Resource").get("GenerateSecretString");
        var characters = generated.get("PasswordLength").asInt();
        var keyring = Keyring.parse("aZ9".repeat(characters).substring(0, characters));
        assertThat(keyring.secrets()).hasSize(1);
        assertThat(keyring.secrets().getFirst().bytes()).hasSizeGreaterThanOrEqualTo(32);
    }

    /// The link in the text of an alarm leads to its section in the runbook, where its reader finds
    /// the same words.
    @Test
    void everyAlarmHasAnActionAndARunbookSection() throws IOException {
        var page = Files.readString(Path.of("../docs/operations/runbook.md"));
        var words = List.of(page.toLowerCase(Locale.ROOT).split("\\W+", -1));
        var sections = new TreeSet<String>();
        page.lines()
                .filter(line -> line.startsWith("### "))
                .forEach(line -> sections.add(line.substring(4).toLowerCase(Locale.ROOT)));
        var used = new TreeSet<String>();
        for (var alarms :
                List.of(
                        alarms(template),
                        alarms(Template.complete()),
                        alarms(Template.provisioned()))) {
            for (var alarm : alarms) {
                var properties = alarm.get("Properties");
                assertThat(properties.get("AlarmActions")).isNotEmpty();
                var name = Template.name(alarm).replaceFirst("Alarm$", "");
                assertThat(page).contains("| " + name + " |");
                var text = properties.get("AlarmDescription").asText();
                assertThat(text)
                        .startsWith(name + ": ")
                        .contains(". Runbook: docs/operations/runbook.md#");
                var description = text.substring(0, text.indexOf(". Runbook: "));
                assertThat(words)
                        .containsAll(
                                List.of(description.toLowerCase(Locale.ROOT).split("\\W+", -1)));
                var section = text.substring(text.indexOf('#') + 1);
                assertThat(sections).contains(section);
                used.add(section);
            }
        }
        assertThat(used).isEqualTo(sections);
    }
}
