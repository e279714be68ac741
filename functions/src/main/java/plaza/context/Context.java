package plaza.context;

import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.event.EventRules;
import plaza.job.WorkType;
import plaza.table.Family;
import plaza.tally.CountedEdge;

/// A unit of the system: its routes, its items, and what follows from their changes. No context
/// depends on another.
///
/// A context is registered by one line: the name of its class in
/// `META-INF/services/plaza.context.Context`. The class has a public constructor without
/// parameters.
public interface Context {
    /// The name in settings: lower-case letters.
    String name();

    /// The families of the keys of its items.
    List<Family> families();

    /// The kinds of its jobs. Null if it has none.
    default @Nullable WorkType<?> work() {
        return null;
    }

    /// What the context does about the changes of its items, and its jobs. Null if it does nothing.
    default @Nullable Class<? extends EventRules<?>> eventRules() {
        return null;
    }

    /// The edges that the stream counts.
    default List<CountedEdge> countedEdges() {
        return List.of();
    }
}
