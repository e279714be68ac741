package plaza.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SamplesTest {
    @Test
    void medianInterpolatesBetweenTheMiddleValues() {
        assertThat(Samples.of(9, 1, 5).median()).isEqualTo(5);
        assertThat(Samples.of(4, 1, 3, 2).median()).isEqualTo(2.5);
        assertThat(Samples.of(7).median()).isEqualTo(7);
    }

    @Test
    void textContainsTheMinimumAndTheMaximum() {
        assertThat(Samples.of(1204, 590, 606).text(0)).isEqualTo("606 (590–1,204)");
        assertThat(Samples.of(0, 10, 20, 30, 40).quantile(0.25)).isEqualTo(10);
    }

    @Test
    void samplesWithoutValuesAreRejected() {
        assertThatThrownBy(Samples::of).isInstanceOf(IllegalArgumentException.class);
    }
}
