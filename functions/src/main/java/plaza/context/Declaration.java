package plaza.context;

import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.audit.ContextChecks;
import plaza.catalogue.ChangeFilter;
import plaza.catalogue.Grant;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.PathParameter;
import plaza.event.EventRules;
import plaza.evolution.ContextMigrations;
import plaza.job.WorkType;
import plaza.leaving.ContextErasure;
import plaza.leaving.ContextExport;
import plaza.table.Family;
import plaza.tally.ContextEdges;

/// A context, a unit of the system: its functions, its items, and what follows from their changes.
/// No context depends on another.
///
/// A context is registered by one line: the name of its declaration in
/// `META-INF/services/plaza.context.Declaration`. No deployed function loads it. Those of the
/// platform load only the parts of a context that they need: AggregateCounts its [ContextEdges],
/// FanOut its [EventRules], Reconcile its [ContextChecks] and Migrate its [ContextMigrations].
public interface Declaration {
    /// The name in settings: lower-case letters.
    String name();

    /// What its functions are about, for the documentation of the API: a sentence without a verb.
    String description();

    /// The families of the keys of its items.
    List<Family> families();

    /// The functions behind the API, in the order of the documentation.
    List<HttpFunction> functions();

    /// The functions behind the API in a system, if some of them depend on its other contexts.
    /// [Declarations#functions] has those of all.
    default List<HttpFunction> functions(Declarations system) {
        return functions();
    }

    /// The parameters in the paths of the functions.
    default List<PathParameter> pathParameters() {
        return List.of();
    }

    /// The kinds of its jobs, which its event rules perform. Null if it has none.
    default @Nullable WorkType<?> work() {
        return null;
    }

    /// What the context does about the changes of its items, and its jobs. Null if it does nothing.
    default @Nullable Class<? extends EventRules<?>> eventRules() {
        return null;
    }

    /// The changes that the event rules process.
    default List<ChangeFilter> changes() {
        return List.of();
    }

    /// What the event rules and jobs do on the table.
    default List<Grant> eventGrants() {
        return List.of();
    }

    /// The edges that the stream counts. Null if it counts none.
    default @Nullable ContextEdges edges() {
        return null;
    }

    /// What is checked of its items.
    ContextChecks checks();

    /// What the checks and their repairs do on the table, except the scan and the checks of the
    /// counted edges.
    default List<Grant> checkGrants() {
        return List.of();
    }

    /// The changes of the shape of its items. Null if there was none.
    default @Nullable ContextMigrations migrations() {
        return null;
    }

    /// What an export of a user contains of its items.
    ContextExport export();

    /// What reading the items of an export does on the table.
    default List<Grant> exportGrants() {
        return List.of();
    }

    /// What an erasure of a user does with its items.
    ContextErasure erasure();

    /// What the removals of an erasure do on the table, except those that only delete the item: the
    /// removals of items to which paths lead.
    default List<Grant> erasureGrants() {
        return List.of();
    }

    /// The same of items that only the scan finds.
    default List<Grant> erasureScanGrants() {
        return List.of();
    }

    /// The settings of its functions in the stack.
    default List<DeployedSetting> settings() {
        return List.of();
    }

    /// Reads its items as its functions do. An item that cannot be read is rejected before an
    /// import writes it.
    Readers readers();
}
