package plaza.kit;

import org.junit.platform.suite.api.SelectClasses;
import org.junit.platform.suite.api.Suite;

/// The tests that hold for all routes. A project runs them over its contexts with a class like
/// this:
///
/// ```java
/// class ClubsProofsTest extends Proofs {}
/// ```
///
/// The system property `plaza.contexts` names the contexts; without it, they run over all contexts
/// on the class path. A test that lacks something about a row, such as the request of its sample
/// event, fails with the name of the row and of what it lacks.
@Suite
@SelectClasses(
        names = {
            "plaza.BudgetTest",
            "plaza.EventsTest",
            "plaza.continuation.ContinuationsTest",
            "plaza.continuation.LaggingReadsTest",
            "plaza.continuation.PagesTest",
            "plaza.continuation.PrecededWritesTest",
            "plaza.continuation.StoredResponsesTest",
            "plaza.contract.ContractStatusesTest",
            "plaza.contract.ExamplesTest",
            "plaza.contract.OpenApiTest",
            "plaza.evolution.StoredItemsTest",
            "plaza.faults.FaultPairsTest",
            "plaza.fuzz.CallerMatrixTest",
            "plaza.fuzz.ClaimlessTest",
            "plaza.fuzz.CursorTamperingTest",
            "plaza.fuzz.FuzzTest",
            "plaza.interleaving.InterleavingTest",
            "plaza.job.StoredWorkTest",
            "plaza.model.ModelTest",
            "plaza.reconcile.ReconcileTest"
        })
public abstract class Proofs {}
