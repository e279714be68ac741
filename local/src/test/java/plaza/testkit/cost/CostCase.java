package plaza.testkit.cost;

import java.util.function.Supplier;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

/// A call in exactly the case that its Catalogue row describes. The tests compare its cost with
/// that row.
@FunctionalInterface
public interface CostCase {
    /// Prepares the table.
    ///
    /// @return the call to measure
    Supplier<TestResponse> on(TestBed bed);
}
