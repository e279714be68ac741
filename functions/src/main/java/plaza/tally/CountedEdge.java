package plaza.tally;

import static plaza.table.Condition.exists;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.evolution.Migration;
import plaza.id.UserId;
import plaza.table.Condition;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.ItemCollection;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Write;

/// The declaration of an edge that is counted through the stream: a like, a view, or a tagged
/// favorite. Everything that counts, erases or checks such edges derives from it.
///
/// @param name the noun for such an edge
/// @param edges the family of the edges
/// @param ledger the family of their ledger rows
/// @param counters the family of the items that count them
/// @param attribute the attribute of a counter
/// @param ofItem reads an edge from its item
/// @param ofRow reads an edge from the key of its ledger row
/// @param list returns the list of the edges that a counter counts
/// @param rows returns the ledger of a counter
/// @param lifetime how long an edge exists if nothing removes it, which its expiry does not
///   uncount; null if it exists until it is removed
/// @param generation the attribute of a counter whose id can be used again, which distinguishes the
///   counters with this id; null if ids are never used again
/// @param byWriter the version from which on the writer of an edge counts it, and the stream does
///   not; null if the stream counts every edge
/// @param byUser the index that lists the edges of a user; null if there is none
public record CountedEdge(
        String name,
        Family edges,
        Family ledger,
        Family counters,
        String attribute,
        Function<Item, Edge> ofItem,
        Function<Key, Edge> ofRow,
        Function<Item, ItemCollection> list,
        Function<Item, ItemCollection> rows,
        @Nullable Duration lifetime,
        @Nullable String generation,
        @Nullable Migration byWriter,
        @Nullable ByUser byUser) {
    /// An index that lists the edges of each user.
    ///
    /// @param list its family
    /// @param userIn reads the user from the key of an edge
    /// @param rebuilt makes an edge anew from the attributes that its keys in the index follow from
    public record ByUser(
            Family.Of1<UserId> list,
            Function<Key, UserId> userIn,
            Function<Item, @Nullable Item> rebuilt) {}

    /// One edge.
    ///
    /// @param key its item
    /// @param row its row in the ledger
    /// @param counter the item that counts it
    /// @param generation the generation of the counter that counts it; null if ids of counters are
    ///   never used again
    /// @param madeAt when it was made; null if it exists until it is removed
    public record Edge(
            Key key, Key row, Key counter, @Nullable String generation, @Nullable Instant madeAt) {
        /// An edge that exists until it is removed, of a counter whose id is never used again.
        public Edge(Key key, Key row, Key counter) {
            this(key, row, counter, null, null);
        }
    }

    /// An edge that a user makes and that exists until it is removed, of a counter whose id is
    /// never used again.
    public CountedEdge(
            String name,
            Family edges,
            Family ledger,
            Family counters,
            String attribute,
            Function<Item, Edge> ofItem,
            Function<Key, Edge> ofRow,
            Function<Item, ItemCollection> list,
            Function<Item, ItemCollection> rows,
            ByUser byUser) {
        this(
                name, edges, ledger, counters, attribute, ofItem, ofRow, list, rows, null, null,
                null, byUser);
    }

    /// Whether the stream counts an edge, and not its writer.
    public boolean isCounted(Item edge) {
        return byWriter == null || edge.version() < byWriter.to();
    }

    /// Reads an edge from its item or its ledger row.
    public Edge of(Item item) {
        return KeySpace.familyOf(item.key().pk()) == ledger
                ? ofRow.apply(item.key())
                : ofItem.apply(item);
    }

    /// Whether an edge expires.
    public boolean expires() {
        return lifetime != null;
    }

    /// Returns the change that a stream record reports, or null if it does not change the count. An
    /// edge that keeps its ledger row remains the same edge, whichever attributes change.
    ///
    /// An edge that replaces an expired one counts as well. One that replaced an edge of an earlier
    /// generation counts only for its own counter: the earlier one is deleted.
    ///
    /// For the stream, an edge that its writer counts does not exist: if it replaces a counted
    /// edge, it ends that edge.
    ///
    /// @param uncounted the writes if the counter of a new edge does not exist
    public @Nullable EdgeChange change(
            @Nullable Item before,
            @Nullable Item after,
            SequenceNumber sequence,
            Instant at,
            List<Write> uncounted) {
        return changed(countedOrNull(before), countedOrNull(after), sequence, at, uncounted);
    }

    private @Nullable Item countedOrNull(@Nullable Item edge) {
        return edge != null && isCounted(edge) ? edge : null;
    }

    private @Nullable EdgeChange changed(
            @Nullable Item before,
            @Nullable Item after,
            SequenceNumber sequence,
            Instant at,
            List<Write> uncounted) {
        var item = after == null ? before : after;
        if (item == null || (after == null && expires())) {
            return null;
        }
        var edge = ofItem.apply(item);
        if (before != null && after != null && ofItem.apply(before).row().equals(edge.row())) {
            return null;
        }
        var on = after != null;
        return new EdgeChange(
                edge.counter(),
                attribute,
                alive(edge.generation()),
                edge.row(),
                on,
                sequence,
                on ? edge.madeAt() : at,
                on ? uncounted : List.of());
    }

    /// Holds while a counter exists and has this generation.
    public Condition alive(@Nullable String ofCounter) {
        return generation == null || ofCounter == null
                ? exists()
                : Condition.attribute(generation).is(ofCounter);
    }

    /// Returns the generation of a counter, or null if its id is never used again.
    public @Nullable String generationOf(Item counter) {
        return generation == null ? null : counter.text(generation);
    }
}
