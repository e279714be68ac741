package plaza.testkit;

import plaza.model.ContextModel;
import plaza.model.SeededBug;
import plaza.testkit.cost.CostCase;
import plaza.testkit.cost.ExpandedCase;
import plaza.testkit.cost.StreamCost;

import java.util.List;
import java.util.Map;

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
}
