package plaza.benchmark.cold;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import plaza.benchmark.report.Effort;

final class ColdStartBenchmarkTest {
    /// A handler that does not start, or does not return 2xx, fails the run.
    @Test
    void everyHandlerResponds() throws Exception {
        assertThat(new ColdStartBenchmark().run(Effort.SMOKE).parts()).isNotEmpty();
    }
}
