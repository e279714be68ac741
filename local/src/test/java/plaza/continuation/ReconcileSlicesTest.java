package plaza.continuation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import plaza.functions.Catalogue;
import plaza.reconcile.CorruptedTable;
import plaza.reconcile.Corruption;
import plaza.reconcile.ReconcileRun;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.PlatformKeys;
import plaza.table.Scans;
import plaza.table.Table;
import plaza.testkit.invocation.TestContext;

/// Reconcile repairs the same in one large step and in steps of one item that are stopped.
class ReconcileSlicesTest {
    private static final Map<String, Object> ALL = Map.of();
    private static final Map<String, Object> ONE = Map.of("items", 1);

    @Test
    void stepsOfOneItemRepairWhatOneLargeStepRepairs() {
        try (var sample = new SampleBackend(Conditions.LARGE)) {
            var corrupted =
                    new CorruptedTable(
                            sample.table(),
                            sample.items(),
                            sample.bed().clock(),
                            new SplittableRandom(1));
            var applied = Corruption.all().stream().filter(corrupted::apply).count();
            assertThat(applied).isGreaterThan(10);
            sample.bed().clock().advance(Duration.ofHours(1));
            var expected = repaired(sample, Conditions.LARGE, ALL);
            ContinuationsTest.assertSame(
                    Conditions.SMALL, expected, repaired(sample, Conditions.SMALL, ONE));
            var stopping = Conditions.LARGE.stopping(ContinuationsTest.EVERYWHERE);
            ContinuationsTest.assertSame(stopping, expected, repaired(sample, stopping, ONE));
        }
    }

    private static Map<String, Map<String, String>> repaired(
            SampleBackend sample, Conditions conditions, Map<String, Object> more) {
        var backend = new MemoryBackend(conditions);
        backend.restore(new HashMap<Key, Item>(sample.items()));
        var functions = sample.bed().functions().with(Table.class, backend.table());
        var handler =
                functions
                        .with(Scans.class, backend.table().scans())
                        .scheduled(Catalogue.ALL.reconcile());
        // what a stopped invocation repairs is not counted
        for (var runsWithoutDrift = 0; runsWithoutDrift < 2; ) {
            var run =
                    ReconcileRun.repairing(
                            request ->
                                    backend.invoke(() ->
                                            handler.handleRequest(
                                                    request,
                                                    new TestContext(
                                                            "Reconcile", Duration.ofMinutes(5)))),
                            null,
                            more);
            backend.drain(functions);
            runsWithoutDrift = run.drift() == 0 ? runsWithoutDrift + 1 : 0;
        }
        var items = backend.items();
        items.keySet().removeIf(key -> PlatformKeys.SCANS.matches(key.pk()));
        return ContinuationsTest.text(items);
    }
}
