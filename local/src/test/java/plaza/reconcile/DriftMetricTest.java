package plaza.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import plaza.log.Log;
import plaza.testkit.TestBed;

/// The alarm `Drift` begins with a value above zero, ends with zero, and keeps its state without a
/// value.
final class DriftMetricTest {
    private static final JsonMapper JSON = new JsonMapper();

    @AutoClose private final TestBed bed = new TestBed();

    @Test
    void onlyARunOfAllChecksThatLeavesNoDriftEndsTheAlarm() {
        assumeThat(PlatformCorruption.JOBS).isNotEmpty();
        bed.drain();
        assertThat(values(() -> bed.reconcile(Map.of()))).containsExactly(0.0);

        assertThat(
                        new CorruptedTable(bed, new SplittableRandom(1))
                                .apply(PlatformCorruption.JOB_STUCK))
                .isTrue();
        assertThat(values(() -> bed.reconcile(Map.of()))).isNotEmpty().containsOnly(1.0);
        assertThat(schedule(1)).containsExactly(1.0);
        assertThat(schedule(27)).containsExactly(1.0);

        var other =
                ReconcileRun.CHECKS.all().stream()
                        .filter(check -> !check.equals(Checks.STUCK_JOBS))
                        .findFirst()
                        .orElseThrow();
        assertThat(values(() -> bed.reconcile(Map.of("check", other.name())))).isEmpty();
        assertThat(schedule(1)).containsExactly(1.0);

        assertThat(values(() -> bed.reconcile(Map.of("repair", true)))).containsExactly(0.0);
        assertThat(schedule(1)).containsExactly(0.0);
    }

    /// The values of the invocation that the schedule starts on a day on which no run is due.
    private List<Double> schedule(int days) {
        bed.clock().advance(Duration.ofDays(days));
        return values(() ->
                bed.invokeReconcile(
                        Map.of(
                                "action",
                                "begin",
                                "order",
                                Map.of("everyDays", 365),
                                "running",
                                List.of("this one"))));
    }

    private static List<Double> values(Supplier<?> work) {
        var values = new ArrayList<Double>();
        var _ =
                Log.to(
                        line -> {
                            var drift = parse(line).get("Drift");
                            if (drift != null) {
                                values.add(drift.asDouble(-1));
                            }
                        },
                        work);
        return values;
    }

    private static JsonNode parse(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException bad) {
            throw new AssertionError(bad);
        }
    }
}
