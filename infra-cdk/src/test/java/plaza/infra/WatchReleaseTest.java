package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import plaza.functions.Catalogue;

final class WatchReleaseTest {
    /// The failures of a healthy version.
    private static final double USUAL_SHARE = 1e-4;

    /// The requests of a million users, of which the new versions receive a tenth.
    private static final double REQUESTS_PER_SECOND = 171;

    private static final int RELEASES = 2_000;

    private final Template template = Template.real();
    private final WatchReleaseMachine machine = WatchReleaseMachine.in(template);

    /// What the machine has counted.
    ///
    /// @param minute the minutes since the deployment began
    private record Count(int minute, int invocations, int failures) {
        Map<String, Object> variables() {
            return Map.of("$minute", minute, "$invocations", invocations, "$failures", failures);
        }
    }

    @Test
    void moreThanTwoFailuresAndOnePercentStopARelease() {
        var last = WatchRelease.MINUTES;
        assertThat(
                        stopped(
                                new Count(1, 3, 3),
                                new Count(1, 299, 3),
                                new Count(2, 1_000, 50),
                                new Count(last, 10, 3),
                                new Count(last, 100_000, 1_001)))
                .containsOnly(true);
        assertThat(
                        stopped(
                                new Count(1, 2, 2),
                                new Count(last, 10, 2),
                                new Count(last, 300, 3),
                                new Count(last, 100_000, 1_000),
                                new Count(last, 0, 0)))
                .containsOnly(false);
    }

    @Test
    void anyFailureOfARareFunctionStopsItsReleaseAtTheLastLook() {
        var last = WatchRelease.MINUTES;
        assertThat(stopped(new Count(last, 1, 1), new Count(last, 9, 1))).containsOnly(true);
        assertThat(stopped(new Count(last - 1, 1, 1), new Count(1, 9, 2), new Count(last, 9, 0)))
                .containsOnly(false);
    }

    /// A release of all functions, of which the nth most frequent has an nth of the requests of the
    /// first. Before, any failure stopped it.
    @Test
    void theUsualFailuresStopOneReleaseInThirty() {
        var functions = Catalogue.ALL.functions().size();
        var weights = 0.0;
        for (var rank = 1; rank <= functions; rank++) {
            weights += 1.0 / rank;
        }
        var seed = 64L;
        var random = new Random(seed);
        var counts = new ArrayList<Count>();
        var releases = new ArrayList<Integer>();
        var releasesWithFailure = new TreeSet<Integer>();
        for (var release = 0; release < RELEASES; release++) {
            for (var rank = 1; rank <= functions; rank++) {
                var perMinute = REQUESTS_PER_SECOND * 60 / 10 / rank / weights;
                var invocations = 0;
                var failures = 0;
                for (var minute = 1; minute <= WatchRelease.MINUTES; minute++) {
                    invocations += poisson(perMinute * (1 - USUAL_SHARE), random);
                    var failed = poisson(perMinute * USUAL_SHARE, random);
                    invocations += failed;
                    failures += failed;
                    if (failures > 0) {
                        counts.add(new Count(minute, invocations, failures));
                        releases.add(release);
                        releasesWithFailure.add(release);
                    }
                }
            }
        }
        var stopped = new TreeSet<Integer>();
        var results = stopped(counts.toArray(Count[]::new));
        for (var index = 0; index < results.size(); index++) {
            if (results.get(index)) {
                stopped.add(releases.get(index));
            }
        }
        assertThat(releasesWithFailure.size())
                .as("seed %d", seed)
                .isBetween(RELEASES * 3 / 10, RELEASES * 4 / 10);
        assertThat(stopped.size()).as("seed %d", seed).isBetween(1, RELEASES / 30);
    }

    private List<Boolean> stopped(Count... counts) {
        var stopped = new ArrayList<Boolean>();
        WatchReleaseMachine.evaluate(
                        machine.condition(),
                        List.of(counts).stream().map(Count::variables).toList())
                .forEach(result -> stopped.add(result.booleanValue()));
        assertThat(stopped).hasSameSizeAs(counts);
        return stopped;
    }

    private static int poisson(double mean, Random random) {
        if (mean > 30) {
            return (int) Math.max(0, Math.round(mean + Math.sqrt(mean) * random.nextGaussian()));
        }
        var limit = Math.exp(-mean);
        var product = random.nextDouble();
        var count = 0;
        while (product > limit) {
            product *= random.nextDouble();
            count++;
        }
        return count;
    }

    @Test
    void itsLastLookIsBeforeTheEndOfTheCanary() {
        var seconds = machine.states().at("/Minute/Seconds").asInt();
        assertThat(WatchRelease.MINUTES * seconds).isLessThan(Releases.CANARY_MINUTES * 60);
        assertThat(machine.states().at("/Judge/Choices/1/Condition").asText())
                .isEqualTo("{% $minute < " + WatchRelease.MINUTES + " %}");
    }

    @Test
    void everyStateLeadsToAnother() {
        var names = new TreeSet<String>();
        machine.states().fieldNames().forEachRemaining(names::add);
        assertThat(names)
                .containsAll(machine.states().findValuesAsText("Next"))
                .containsAll(machine.states().findValuesAsText("Default"));
        for (var task : List.of("Version", "Measure")) {
            assertThat(machine.states().at("/" + task + "/Catch/0/Next").asText())
                    .as("what cannot be watched is not released")
                    .isEqualTo("Stop");
        }
        assertThat(machine.states().at("/Stop/Arguments/AutoRollbackEnabled").asBoolean()).isTrue();
    }

    @Test
    void itIsStartedByTheDeploymentGroupOfEveryFunction() {
        var detail = template.at("WatchReleaseRule").at("/EventPattern/detail");
        assertThat(detail.get("state"))
                .extracting(state -> state.asText())
                .containsExactly("START");
        var groups = template.resources("AWS::CodeDeploy::DeploymentGroup").values();
        assertThat(groups)
                .extracting(group -> group.at("/Properties/DeploymentGroupName").asText())
                .containsExactlyInAnyOrderElementsOf(
                        Catalogue.ALL.functions().stream()
                                .map(row -> "Plaza-prod-" + row.name())
                                .toList());
        assertThat(groups)
                .allSatisfy(group -> {
                    assertThat(group.at("/Properties/ApplicationName"))
                            .isEqualTo(detail.at("/application/0"));
                    assertThat(group.at("/Properties/AutoRollbackConfiguration/Events"))
                            .extracting(event -> event.asText())
                            .containsExactlyInAnyOrder(
                                    "DEPLOYMENT_FAILURE", "DEPLOYMENT_STOP_ON_REQUEST");
                });
    }
}
