package plaza.tally;

import java.util.List;

/// The edges of all contexts that the stream counts.
public record CountedEdges(List<CountedEdge> all) {
    public CountedEdges {
        all = List.copyOf(all);
    }

    /// Those of these contexts.
    public static CountedEdges of(List<ContextEdges> contexts) {
        return new CountedEdges(
                contexts.stream().flatMap(context -> context.edges().stream()).toList());
    }
}
