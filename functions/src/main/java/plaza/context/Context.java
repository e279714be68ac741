package plaza.context;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import plaza.audit.Check;
import plaza.catalogue.ChangeFilter;
import plaza.catalogue.Grant;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.PathParameter;
import plaza.event.EventRules;
import plaza.evolution.Migration;
import plaza.job.WorkType;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.ItemKind;
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

    /// What the event rules and jobs do on the table.
    default List<Grant> eventGrants() {
        return List.of();
    }

    /// The changes that the event rules process.
    default List<ChangeFilter> changes() {
        return List.of();
    }

    /// The edges that the stream counts.
    default List<CountedEdge> countedEdges() {
        return List.of();
    }

    /// The checks of its derived values, in the order in which they are performed within a pass.
    default List<Check> checks() {
        return List.of();
    }

    /// What the checks and their repairs do on the table, except the scan.
    default List<Grant> checkGrants() {
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

    /// Reads an item as its functions do, by its kind. An item that cannot be read is rejected
    /// before an import writes it.
    ///
    /// @return a reader for each kind; it throws an exception of some kind if an item has not the
    ///   attributes of its kind
    Map<ItemKind, Consumer<Item>> readers();

    /// The functions behind the API, in the order of the documentation.
    List<HttpFunction> functions();

    /// The parameters in the paths of the functions.
    default List<PathParameter> pathParameters() {
        return List.of();
    }
}
