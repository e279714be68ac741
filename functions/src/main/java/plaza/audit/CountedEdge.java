package plaza.audit;

import static plaza.table.Condition.exists;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.table.Condition.Predicate;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;
import plaza.tally.Ledger;

/// An edge that is counted through the stream: a like, a view, or a tagged favorite.
///
/// Its ledger row records whether the counter includes it ([Ledger]).
public interface CountedEdge {
    Key key();

    Key ledgerRow();

    Key counter();

    /// The counting attribute of [#counter].
    String countAttribute();

    /// Whether an item with the edge's key is this edge, and not a later one with the same key.
    default boolean matches(@Nullable Item item) {
        return item != null;
    }

    /// Whether an item with the counter's key counts this edge.
    default boolean isCounted(@Nullable Item counter) {
        return counter != null;
    }

    /// Holds while [#isCounted].
    default Predicate counted() {
        return exists();
    }

    /// Whether edge and row both still show what happened. Expired items prove nothing.
    default boolean isDecidable(boolean exists, Instant now) {
        return true;
    }

    /// When the edge is closed to further changes, from which the lifetime of an active row is
    /// reckoned; null while it can still be removed.
    default @Nullable Instant closedAt() {
        return null;
    }

    /// Returns the write that makes an active row inactive.
    default Write deactivation(Item row, Instant now) {
        return Write.Put.of(Ledger.row(row.key(), false, Ledger.sequence(row), now));
    }

    /// Returns the drift of an item of this edge whose counter does not exist.
    default List<Drift> uncounted(Item item, AuditContext context) {
        return List.of();
    }
}
