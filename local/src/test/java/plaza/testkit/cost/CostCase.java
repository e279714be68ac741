package plaza.testkit.cost;

import java.util.function.Supplier;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

/// One call in exactly the case that its row of the Catalogue describes. The tests compare its cost
/// with that row, the benchmarks with the least that it could be.
@FunctionalInterface
public interface CostCase {
    /// Sets the case up.
    ///
    /// @return the call that is measured
    Supplier<TestResponse> on(TestBed bed);
}
