package plaza.kit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.platform.suite.api.AfterSuite;
import org.junit.platform.suite.api.SelectClasses;
import org.junit.platform.suite.api.Suite;
import plaza.functions.Catalogue;
import plaza.local.emulator.GrantUse;

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
            "plaza.leaving.ErasuresTest",
            "plaza.leaving.ExportsTest",
            "plaza.model.ModelTest",
            "plaza.reconcile.ReconcileTest"
        })
public abstract class Proofs {
    /// The grants of each function behind the API are exactly those that the tests used. The rows
    /// of the platform's own functions are tested with Plaza's contexts.
    @AfterSuite
    static void theGrantsAreThoseThatTheTestsUsed() {
        var difference = GrantUse.ALL.comparedWith(Catalogue.ALL.httpFunctions());
        assertThat(difference.missing()).as("used, but not granted by their own pattern").isEmpty();
        assertThat(difference.surplus()).as("granted, but never used").isEmpty();
    }
}
