package plaza.testkit.cost;

import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;

/// A call in the case that the expansions of a Catalogue row describe.
@FunctionalInterface
public interface ExpandedCase {
    /// Prepares the table.
    ///
    /// @return the request without `expand`
    TestRequest on(TestBed bed);
}
