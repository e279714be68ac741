package plaza.tally;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.job.Work;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.ItemCollection;
import plaza.table.Key;
import plaza.table.Write;

/// The declaration of an edge that is counted through the stream, such as a like of a post.
/// Everything that counts, erases or checks such edges derives from it.
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
/// @param erasure returns the work that removes what a counter counted, for an edge that arrived
///   after its counter was removed, at this position of its history
/// @param lifetime how long an edge exists if nothing removes it, which its expiry does not
///   uncount; null if it exists until it is removed
/// @param byUser the index that lists the edges of a user; null if there is none
/// @param consequences what else is written with a count; null if there is nothing
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
        BiFunction<Key, SequenceNumber, Work> erasure,
        @Nullable Duration lifetime,
        @Nullable ByUser byUser,
        @Nullable Consequences consequences) {
    /// An index that lists the edges of each user.
    ///
    /// @param list its family
    /// @param userIn reads the user from the key of an edge
    /// @param isHidden whether an edge is hidden from everyone with its user. It then counts as if
    ///   it did not exist
    /// @param rebuilt makes an edge anew from the attributes that its keys in the index follow from
    /// @param tombstones the family of the items that show whether a user has left
    /// @param tombstone returns the key of this item
    /// @param hasLeft whether this item shows it
    public record ByUser(
            Family.Of1<UserId> list,
            Function<Key, UserId> userIn,
            Predicate<Item> isHidden,
            Function<Item, @Nullable Item> rebuilt,
            Family.Of1<UserId> tombstones,
            Function<UserId, Key> tombstone,
            Predicate<Item> hasLeft) {}

    /// One edge.
    ///
    /// @param key its item
    /// @param row its row in the ledger
    /// @param counter the item that counts it
    /// @param madeAt when it was made; null if it exists until it is removed
    public record Edge(Key key, Key row, Key counter, @Nullable Instant madeAt) {
        /// An edge that exists until it is removed.
        public Edge(Key key, Key row, Key counter) {
            this(key, row, counter, null);
        }
    }

    /// An edge that a user makes and that exists until it is removed.
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
            BiFunction<Key, SequenceNumber, Work> erasure,
            @Nullable ByUser byUser,
            @Nullable Consequences consequences) {
        this(
                name,
                edges,
                ledger,
                counters,
                attribute,
                ofItem,
                ofRow,
                list,
                rows,
                erasure,
                null,
                byUser,
                consequences);
    }

    /// Whether an edge counts, because it is not hidden.
    public boolean isCounted(Item edge) {
        return byUser == null || !byUser.isHidden().test(edge);
    }

    /// Reads an edge from its item or its ledger row.
    public Edge of(Item item) {
        return ledger.matches(item.key().pk()) ? ofRow.apply(item.key()) : ofItem.apply(item);
    }

    /// Whether an edge expires.
    public boolean expires() {
        return lifetime != null;
    }

    /// Returns the change that a stream record reports, or null if it does not change the count. An
    /// edge that keeps its ledger row remains the same edge, whichever attributes change.
    ///
    /// An edge that replaces an expired one counts as well. For the stream, an edge that is hidden
    /// does not exist.
    ///
    /// @param started returns the write that starts work
    public @Nullable EdgeChange change(
            @Nullable Item before,
            @Nullable Item after,
            SequenceNumber sequence,
            Instant at,
            Function<Work, Write> started) {
        var was = shownOrNull(before);
        var is = shownOrNull(after);
        var item = is == null ? was : is;
        if (item == null || (is == null && expires())) {
            return null;
        }
        var edge = ofItem.apply(item);
        if (was != null && is != null && ofItem.apply(was).row().equals(edge.row())) {
            return null;
        }
        var on = is != null;
        return new EdgeChange(
                edge.counter(),
                attribute,
                edge.row(),
                on,
                Ledger.weight(item),
                sequence,
                on ? edge.madeAt() : at,
                on ? List.of(started.apply(erasure.apply(edge.counter(), sequence))) : List.of(),
                consequences);
    }

    private @Nullable Item shownOrNull(@Nullable Item edge) {
        return edge != null && isCounted(edge) ? edge : null;
    }
}
