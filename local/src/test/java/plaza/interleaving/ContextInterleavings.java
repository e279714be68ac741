package plaza.interleaving;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import plaza.interleaving.Operation.Call;
import plaza.job.Work;
import plaza.local.emulator.Functions;
import plaza.simulation.MemoryTable;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.Key;
import plaza.table.Write;
import plaza.testkit.TestBed;

/// What is special about the operations of one context when others run in their gaps. The calls of
/// its routes derive from the Catalogue and the sample events.
public interface ContextInterleavings {
    /// Calls that take another branch than the sample events.
    default List<Call> variants() {
        return List.of();
    }

    /// Changes how the functions are built: small limits, so that each job has several slices.
    default Functions withSmallSlices(Functions functions) {
        return functions;
    }

    /// Adds items so that each job has several slices, if these are small.
    default void prepareSlices(TestBed bed) {}

    /// Adds to the items of the sample events what a variant needs.
    default void prepare(TestBed bed) {}

    /// The kinds of jobs that have a single slice on the table of the sample events.
    default Set<Class<? extends Work>> singleSlices() {
        return Set.of();
    }

    /// The kinds of jobs that no request starts, but only an item that no request writes.
    default Set<Class<? extends Work>> withoutRequest() {
        return Set.of();
    }

    /// The families whose lists are read one item at a time, as by a Query whose next item would
    /// exceed 1 MB.
    default Set<Family> shortLists() {
        return Set.of();
    }

    /// Other states than those after a request, with the requests that concern them.
    ///
    /// @param begin the table of the sample events
    /// @param calls the requests to choose from
    default List<Season> seasons(Explorer explorer, State begin, List<Call> calls) {
        return List.of();
    }

    /// The attributes that Reconcile restores if no item has them, each alone.
    default Set<String> restoredAttributes() {
        return Set.of();
    }

    /// The differences from a serial order of requests that are intended.
    default List<Intended> intended() {
        return List.of();
    }

    /// The differences from a serial order of requests and repairs that are intended.
    default List<Intended> intendedOfRepairs() {
        return List.of();
    }

    /// The kinds of items that no operation deletes.
    default Set<ItemKind> permanent() {
        return Set.of();
    }

    /// The writes of no operation on which a request need not act.
    default List<IgnoredWrite> ignored() {
        return List.of();
    }

    /// The attributes that count attempts, or are documented as inexact.
    default Set<String> incidentalAttributes() {
        return Set.of();
    }

    /// The fields of responses that follow through the stream, or depend on which of equal requests
    /// was first.
    default Set<String> incidentalFields() {
        return Set.of();
    }

    /// Whether an item that an operation leaves has no meaning until it expires.
    ///
    /// @param key its keys, separated by a space
    /// @param item null if it was deleted
    /// @param keys the keys of all items that the operation changed
    default boolean isIncidental(String key, @Nullable Item item, Set<String> keys) {
        return false;
    }

    /// The attributes that say which job wrote an item. An item that a user writes lacks them.
    default Set<String> attributesOfJobs() {
        return Set.of();
    }

    /// The kinds of items that name a generation that is not their own.
    default Set<ItemKind> withForeignGenerations() {
        return Set.of();
    }

    /// Whether a write of an operation accepts any generation of the item.
    default boolean acceptsAnyGeneration(String operation, Write write) {
        return false;
    }

    /// Ends what belongs to a generation that has ended.
    ///
    /// @param kept the items that are created again
    default void end(MemoryTable table, String generation, List<Key> kept) {}

    /// A request whose retries must check what its first attempt checks. Null if the context has no
    /// example.
    default @Nullable CheckedRetry checkedRetry() {
        return null;
    }

    /// A request that fails if it does not check an item in its second attempt.
    ///
    /// @param function sends the request of its sample event
    /// @param kind the kind of the item
    /// @param between the function of the request in the gap of the first attempt
    record CheckedRetry(String function, ItemKind kind, String between) {}
}
