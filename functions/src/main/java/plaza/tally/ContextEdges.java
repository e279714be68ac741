package plaza.tally;

import java.util.List;

/// The edges of one context that the stream counts. A deployed AggregateCounts creates it by its
/// name, so the class has a public constructor without parameters.
public interface ContextEdges {
    /// The edges.
    List<CountedEdge> edges();
}
