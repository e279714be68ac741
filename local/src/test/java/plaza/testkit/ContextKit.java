package plaza.testkit;

import plaza.audit.Check;
import plaza.local.emulator.Functions;
import plaza.model.ContextModel;
import plaza.model.SeededBug;
import plaza.reconcile.Corruption;
import plaza.testkit.cost.CostCase;
import plaza.testkit.cost.ExpandedCase;
import plaza.testkit.cost.StreamCost;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

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
}
