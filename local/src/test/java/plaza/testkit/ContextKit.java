package plaza.testkit;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import plaza.audit.Check;
import plaza.continuation.Scenario;
import plaza.faults.FaultPhase;
import plaza.interleaving.ContextInterleavings;
import plaza.job.Work;
import plaza.local.emulator.Functions;
import plaza.model.ContextModel;
import plaza.model.SeededBug;
import plaza.reconcile.Corruption;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.Key;
import plaza.testkit.cost.CostCase;
import plaza.testkit.cost.ExpandedCase;
import plaza.testkit.cost.StreamCost;

/// What the tests of all routes need to know about one context beyond its
/// [plaza.context.Declaration].
///
/// The kit of a context is found by the name of its declaration: `plaza.social.SocialKit` belongs
/// to `plaza.social.SocialDeclaration`, and has a public constructor without parameters. Each test
/// runs over the kits of all contexts on the class path and fails with the name of the route, kind
/// of job, item or check for which a kit has nothing. The requests of the sample events are lines
/// of `requests.txt` in the folder of the context, see [SampleRequest].
public interface ContextKit {
    /// Writes the items that the sample events need. Every list that a sample event requests has at
    /// least two items.
    void prepare(TestBed bed);

    /// The path parameters that name things of the user who creates them with an id of their
    /// choice, in routes that any user may call. Each caller of such a route needs an id of their
    /// own.
    default Set<String> idsOfCreators() {
        return Set.of();
    }

    /// The calls of the rows that describe another case than the sample event, by function.
    default Map<String, CostCase> costs() {
        return Map.of();
    }

    /// The calls of the rows whose expansions describe another case than the sample event, by
    /// function.
    default Map<String, ExpandedCase> expandedCosts() {
        return Map.of();
    }

    /// What the stream functions spend after calls.
    default List<StreamCost> streamCosts() {
        return List.of();
    }

    /// Creates a model of the context, with what generates calls from its state.
    ContextModel model();

    /// The bugs that the comparison with the model must find.
    default List<? extends SeededBug> seededBugs() {
        return List.of();
    }

    /// A stored job of each kind, unless the context has no jobs.
    default List<StoredJob> storedJobs() {
        return List.of();
    }

    /// Writes items as users do over some time, in an order that differs from seed to seed:
    /// creations, changes and deletions. The stream may not be drained.
    ///
    /// @param isShort whether a few items of each kind are enough
    default void writeHistory(TestBed bed, SplittableRandom random, boolean isShort) {
        prepare(bed);
    }

    /// Sends the requests that write the kinds of items that neither the sample events nor a
    /// history write.
    ///
    /// @param items resets the table to that of the sample events
    default void writeRareItems(TestBed bed, SampleTable items) {}

    /// Changes how the functions are built so that a short history writes every kind of item.
    default Functions withLowLimits(Functions functions) {
        return functions;
    }

    /// The ways in which values that derive from others can differ, at least one for each check.
    default List<? extends Corruption> corruptions() {
        return List.of();
    }

    /// The checks whose repairs are right whatever becomes of their sources, and therefore need no
    /// conditions.
    default Set<String> unconditionalRepairs() {
        return Set.of();
    }

    /// The checks whose repairs follow from the key of the examined item and from other items.
    default Set<Check> repairsByKey() {
        return Set.of();
    }

    /// Requests that together call every function that writes, in phases. Faults hit each of them.
    /// The sample event is enough for a function that none of them calls.
    default List<FaultPhase> faultPhases() {
        return List.of();
    }

    /// The attributes that count attempts, so that a lost response raises them twice.
    default Set<String> countsOfAttempts() {
        return Set.of();
    }

    /// Requests that leave work to the stream functions. Each kind of job is in one of them.
    default List<Scenario> continuations() {
        return List.of();
    }

    /// The stages in the stored cursors of jobs that have some, by kind. A deployment continues the
    /// jobs of the previous one.
    default Map<Class<? extends Work>, Set<String>> stages() {
        return Map.of();
    }

    /// The kinds of jobs that always end with their first slice.
    default Set<Class<? extends Work>> jobsOfOneSlice() {
        return Set.of();
    }

    /// Changes how the functions are built so that jobs have several slices.
    ///
    /// @param page the items of a slice
    default Functions withPages(Functions functions, int page) {
        return functions;
    }

    /// The families of item collections that are smaller than 1 MB, so that one Query reads them.
    default Set<Family> smallCollections() {
        return Set.of();
    }

    /// Removes what depends on the number of slices of a job.
    ///
    /// @param items all items
    /// @param attributes the attributes of the item as texts
    default void forgetSlices(Item item, Map<Key, Item> items, Map<String, String> attributes) {}

    /// Checks the values that may be wrong, but not by more than documented.
    default void checkEstimates(Map<Key, Item> items) {}

    /// What is special about its operations when others run in their gaps.
    default ContextInterleavings interleavings() {
        return new ContextInterleavings() {};
    }

    /// The lists that clients often read a moment after they created the item that the list belongs
    /// to.
    default List<FreshRead> freshReads() {
        return List.of();
    }

    /// A list that exists although replicas still lack its item.
    ///
    /// @param function reads the list
    /// @param kind the kind of the item
    record FreshRead(String function, ItemKind kind) {}

    /// Where an export of a user has the values of path parameters: the kind of the lines and the
    /// property, such as `tide.tideId`.
    default Map<String, String> exportedIds() {
        return Map.of();
    }

    /// The functions whose responses contain what an export of the caller lacks. All others give
    /// the same responses after the export was loaded into an empty system.
    default Set<String> readsBeyondExport() {
        return Set.of();
    }

    /// The number of bytes of the largest file that each function accepts whose body is a file.
    default Map<String, Integer> fileBytesMax() {
        return Map.of();
    }

    /// What the demo of a system with this context alone shows, or null if the context has no demo.
    default @Nullable DemoViews demoViews() {
        return null;
    }

    /// What the demo of a system with one context shows.
    ///
    /// @param first the selector of an element of the view that opens after signing in
    /// @param links the names of the views, separated by commas
    /// @param hasAdministrator whether one can sign in as administrator
    record DemoViews(String first, String links, boolean hasAdministrator) {}
}
