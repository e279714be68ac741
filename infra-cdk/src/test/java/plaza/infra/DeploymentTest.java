package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.regex.Pattern;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import plaza.functions.Catalogue;
import plaza.infra.DeploymentSimulation.Service;
import plaza.infra.DeploymentSimulation.Work;
import plaza.infra.settings.StackSettings;

/// What a deployment asks of AWS at a time, and how long it takes.
final class DeploymentTest {
    private static final String FUNCTION = "AWS::Lambda::Function";
    private static final String VERSION = "AWS::Lambda::Version";
    private static final String ALIAS = "AWS::Lambda::Alias";
    private static final String ROUTE = "AWS::ApiGatewayV2::Route";
    private static final String INTEGRATION = "AWS::ApiGatewayV2::Integration";
    private static final String GROUP = "AWS::CodeDeploy::DeploymentGroup";
    private static final String ALARM = "AWS::CloudWatch::Alarm";

    /// The fast and the slow snapshots of the pages.
    private static final int FAST_SECONDS = 120;

    private static final int SLOW_SECONDS = 180;

    /// The pages state estimates: a few more routes do not change them.
    private static final Percentage DEVIATION_MAX = Percentage.withPercentage(10);

    private final DeploymentGraph stack = DeploymentGraph.of(Template.real());

    /// The limits of AWS are Lambda's 15 management requests a second and its limit on concurrent
    /// snapshots, API Gateway's ten requests a second, and those of CodeDeploy and CloudWatch.
    @Test
    void fewResourcesAreUnderWayAtATimeHoweverLongEachTakes() {
        var open = Catalogue.ALL.publicFunctions().size();
        assertLimits(stack, 5, open);
        // a deletion takes the reverse order
        assertLimits(stack.reversed(), 5, open);
    }

    /// @param open the routes that no context has
    private static void assertLimits(DeploymentGraph graph, int atOnce, int open) {
        assertThat(atOnceMax(graph, FUNCTION)).isEqualTo(atOnce);
        assertThat(atOnceMax(graph, VERSION)).isEqualTo(atOnce);
        assertThat(atOnceMax(graph, ALIAS)).isEqualTo(2 * atOnce);
        assertThat(atOnceMax(graph, ROUTE)).isEqualTo(atOnce + open);
        assertThat(atOnceMax(graph, INTEGRATION)).isEqualTo(atOnce + open);
        // those of the root and those of one context
        assertThat(atOnceMax(graph, GROUP)).isBetween(3, 6);
        assertThat(atOnceMax(graph, ALARM)).isBetween(3, 6);
    }

    private static int atOnceMax(DeploymentGraph graph, String type) {
        assertThat(graph.ofType(type)).as(type).isNotEmpty();
        return graph.atOnceMax(graph.ofType(type));
    }

    @EnabledIfSystemProperty(
            named = "plaza.deep",
            matches = "true",
            disabledReason = "-Pdeep runs it")
    @Test
    void anAccountThatCanDoMoreDeploysMoreAtOnce() {
        var open = Catalogue.ALL.publicFunctions().size();
        assertLimits(DeploymentGraph.of(prod("10")), 10, open);
    }

    private static Template prod(String deployedAtOnce) {
        var settings = new HashMap<>(Template.PROD);
        settings.put("deployedAtOnce", deployedAtOnce);
        return Template.shared(
                "deployedAtOnce " + deployedAtOnce,
                () ->
                        Template.synthesise(
                                StackSettings.from(settings::get),
                                Catalogue.ALL.httpFunctions(),
                                Catalogue.ALL.streamFunctions(),
                                _ -> {}));
    }

    @Test
    void noServiceThrottlesADeploymentAndWithoutLimitsTheyDo() {
        for (var seconds : List.of(FAST_SECONDS, SLOW_SECONDS)) {
            var first = first(stack, seconds);
            assertThat(first.throttled()).isEmpty();
            assertThat(first.atOnce(VERSION)).isEqualTo(5);
            assertThat(release(stack, seconds).throttled()).isEmpty();
        }
        assertThat(deletion(stack).throttled()).isEmpty();

        assertThrottled(DeploymentGraph.withoutDependsOn(Template.real()));
    }

    @EnabledIfSystemProperty(
            named = "plaza.deep",
            matches = "true",
            disabledReason = "-Pdeep runs it")
    @Test
    void servicesThrottleADeploymentOfAllFunctionsAtOnce() {
        assertThrottled(DeploymentGraph.of(prod("999")));
    }

    private static void assertThrottled(DeploymentGraph unlimited) {
        assertThat(first(unlimited, SLOW_SECONDS).throttled())
                .containsKeys(Service.LAMBDA, Service.API_GATEWAY);
        assertThat(first(unlimited, SLOW_SECONDS).atOnce(VERSION)).isGreaterThan(15);
        assertThat(deletion(unlimited).throttled())
                .containsKeys(Service.LAMBDA, Service.API_GATEWAY);
    }

    private static DeploymentSimulation first(DeploymentGraph graph, int snapshotSeconds) {
        return DeploymentSimulation.run(graph, type -> Work.of(type, snapshotSeconds));
    }

    private static DeploymentSimulation release(DeploymentGraph graph, int snapshotSeconds) {
        return DeploymentSimulation.run(graph, type -> Work.ofRelease(type, snapshotSeconds));
    }

    private static DeploymentSimulation deletion(DeploymentGraph graph) {
        return DeploymentSimulation.run(graph.reversed(), Work::ofDeletion);
    }

    /// Lambda creates a grant for the role, and KMS must know the role.
    @Test
    void theRoleOfAFunctionWithAnEncryptionKeyIsOlderThanASnapshot() {
        var template = Template.real();
        var first = first(stack, FAST_SECONDS);
        var encrypted =
                template.resources(FUNCTION).entrySet().stream()
                        .filter(entry -> entry.getValue().at("/Properties").has("KmsKeyArn"))
                        .toList();
        assertThat(encrypted).hasSizeGreaterThan(20);
        for (var function : encrypted) {
            var role = function.getValue().at("/Properties/Role/Fn::GetAtt/0").asText();
            assertThat(first.startedAt(function.getKey()) - first.completeAt(role))
                    .as(function.getKey())
                    .isGreaterThan(FAST_SECONDS / 2.0);
        }
    }

    @Test
    void thePagesStateHowLongADeploymentTakes() throws IOException {
        Template.assumeAllContexts();
        assertMinutes(
                "first-deployment.md",
                "takes about (\\d+) minutes if Lambda makes a snapshot in two minutes, and about"
                        + " (\\d+)",
                first(stack, FAST_SECONDS),
                first(stack, SLOW_SECONDS));
        assertMinutes(
                "releases.md",
                "A release that publishes every function takes (\\d+) to (\\d+) minutes in `prod`",
                release(stack, FAST_SECONDS),
                release(stack, SLOW_SECONDS));
        assertMinutes(
                "first-deployment.md", "The deletion takes about (\\d+) minutes", deletion(stack));
    }

    @EnabledIfSystemProperty(
            named = "plaza.deep",
            matches = "true",
            disabledReason = "-Pdeep runs it")
    @Test
    void thePagesStateHowLongADeploymentOfTenFunctionsAtOnceTakes() throws IOException {
        Template.assumeAllContexts();
        var graph = DeploymentGraph.of(prod("10"));
        assertMinutes(
                "first-deployment.md",
                "with `-c deployedAtOnce=10`, (\\d+) to (\\d+) minutes",
                first(graph, FAST_SECONDS),
                first(graph, SLOW_SECONDS));
    }

    private static void assertMinutes(
            String page, String sentence, DeploymentSimulation... simulations) throws IOException {
        var text = Files.readString(Path.of("../docs/operations", page)).replaceAll("\\s+", " ");
        var found = Pattern.compile(sentence).matcher(text);
        assertThat(found.find()).as(sentence).isTrue();
        for (var i = 0; i < simulations.length; i++) {
            assertThat(simulations[i].minutes())
                    .as(found.group())
                    .isCloseTo(Double.parseDouble(found.group(i + 1)), DEVIATION_MAX);
        }
    }
}
