package plaza.event;

import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.job.Performer;

/// What one context does about the changes of its items, and how it performs its jobs.
///
/// Like a handler, an implementation has two constructors: one without parameters for a deployed
/// function, and one whose arguments the local system and tests choose.
///
/// @param <E> the events of the context
public interface EventRules<E extends Event> {
    /// Reads the change of an item as an event. Returns null if nothing follows from it, or if the
    /// item belongs to another context.
    ///
    /// @throws RuntimeException of some kind if the item is not one that Plaza writes. The event
    ///   source mapping then retries and isolates the record, and keeps it in the failure
    ///   destination
    default @Nullable E event(ItemChange change) {
        return null;
    }

    /// Performs what follows from events. An invocation may be repeated, so it must be repeatable.
    ///
    /// @param events one event, or several of [Event.Priority#TOGETHER]
    /// @param slices begins jobs
    default void process(List<E> events, Slices slices) {
        throw new IllegalStateException("an event of a context without events");
    }

    /// How the context performs its jobs. Null if it has none.
    default @Nullable Performer<?> performer() {
        return null;
    }
}
