package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/// All tests of the stack as one test on newly synthesised templates; it runs for each mutant of
/// infra-cdk. A template synthesised before the mutation would hide the mutant, and a synthesis per
/// test would take minutes per mutant.
public final class WholeStack {
    @Test
    public void everyTestPasses() {
        Template.discardShared();
        var summary = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(
                                        selectClass(StackSettingsTest.class),
                                        selectClass(PermissionTest.class),
                                        selectClass(StackTest.class),
                                        selectClass(RoleGrantsTest.class),
                                        selectClass(DeploymentIdentityTest.class),
                                        selectClass(GrowthTest.class),
                                        selectClass(NagTest.class))
                                .build(),
                        summary);
        assertThat(summary.getSummary().getTestsFoundCount()).isGreaterThan(0);
        assertThat(summary.getSummary().getFailures()).isEmpty();
    }
}
