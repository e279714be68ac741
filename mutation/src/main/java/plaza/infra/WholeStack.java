package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherExecutionRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/// The tests of the stack as few tests, each of which synthesises its templates again and ends at
/// the first failure. They run for each mutant of infra-cdk. A template synthesised before the
/// mutation would hide the mutant, and a synthesis per test would take minutes per mutant.
public final class WholeStack {
    /// Most mutants fail here, after one synthesis.
    @Test
    public void theRealCatalogue() {
        assertEachTestPasses(
                PermissionTest.class,
                RoleGrantsTest.class,
                StackTest.class,
                DeploymentIdentityTest.class);
    }

    @Test
    public void theOptions() {
        assertEachTestPasses(
                ApprovedTemplateTest.class,
                GrowthTest.class,
                OperationsPageTest.class,
                SecurityPageTest.class);
    }

    @Test
    public void theRulesOfAws() {
        assertEachTestPasses(NagTest.class);
    }

    private static void assertEachTestPasses(Class<?>... tests) {
        Template.discardShared();
        var selectors = Arrays.stream(tests).map(DiscoverySelectors::selectClass).toList();
        var summary = new SummaryGeneratingListener();
        var stop = CancellationToken.create();
        LauncherFactory.create()
                .execute(
                        LauncherExecutionRequestBuilder.request(
                                        LauncherDiscoveryRequestBuilder.request()
                                                .selectors(selectors)
                                                .build())
                                .cancellationToken(stop)
                                .listeners(summary, new FirstFailure(stop))
                                .build());
        assertThat(summary.getSummary().getTestsFoundCount()).isGreaterThan(0);
        assertThat(summary.getSummary().getFailures()).isEmpty();
    }

    /// Skips the remaining tests after a failure.
    private record FirstFailure(CancellationToken stop) implements TestExecutionListener {
        @Override
        public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
            if (result.getStatus() == Status.FAILED) {
                stop.cancel();
            }
        }
    }
}
