package plaza.scan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import plaza.log.Log;
import plaza.testkit.TestBed;

/// What the invocations of runs over the whole table measure: alarms and the dashboard know nothing
/// else of a run.
final class RunMetricsTest {
    private static final JsonMapper JSON = new JsonMapper();

    @AutoClose private final TestBed bed = new TestBed();

    @Test
    void eachInvocationMeasuresItsTimeAndUnits() {
        var lines = lines(() -> bed.reconcile(Map.of()));
        // each of two passes begins, reads six segments and ends
        assertThat(lines).hasSizeGreaterThanOrEqualTo(2 * 6 + 1);
        assertThat(lines)
                .allSatisfy(line -> assertThat(line.has("Latency")).as(line.toString()).isTrue())
                .allSatisfy(line -> assertThat(line.has("ReadUnits")).as(line.toString()).isTrue());
        assertThat(lines.getLast().has("ScanAge")).isTrue();
    }

    @Test
    void aScheduleThatBeginsNoRunMeasuresTheAgeAndTheResultOfTheLastOne() {
        var _ = bed.reconcile(Map.of());
        bed.clock().advance(Duration.ofDays(3));

        var lines =
                lines(() ->
                        bed.invokeReconcile(
                                Map.of(
                                        "action",
                                        "begin",
                                        "order",
                                        Map.of("everyDays", 28),
                                        "running",
                                        List.of("this one"))));

        assertThat(lines).hasSize(1);
        assertThat(lines.getFirst().path("ScanAge").asLong())
                .isBetween(Duration.ofDays(3).toSeconds(), Duration.ofDays(3).toSeconds() + 60);
        assertThat(lines.getFirst().path("Drift").asLong(-1)).isZero();
    }

    private static List<JsonNode> lines(Supplier<?> work) {
        var lines = new ArrayList<JsonNode>();
        var _ = Log.to(line -> lines.add(parse(line)), work);
        return lines;
    }

    private static JsonNode parse(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException bad) {
            throw new AssertionError(bad);
        }
    }
}
