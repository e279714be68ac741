package plaza.context;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import plaza.audit.Check;
import plaza.event.EventRules;
import plaza.evolution.Migration;
import plaza.job.WorkType;
import plaza.table.Family;
import plaza.tally.CountedEdge;

/// A unit of the system: its items, and what follows from their changes. No context depends on
/// another.
///
/// This is what the deployed functions of the platform load: the stream functions, Reconcile and
/// Migrate. The class has a public constructor without parameters. A [Declaration] adds what the
/// stack, the local system and tests need to know.
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

    /// The checks of its derived values, in the order in which they are performed within a pass.
    default List<Check> checks() {
        return List.of();
    }

    /// The families that no check examines, because nothing in them is derived.
    default Set<Family> underived() {
        return Set.of();
    }

    /// The changes of the shape of its items.
    default List<Migration> migrations() {
        return List.of();
    }
}
