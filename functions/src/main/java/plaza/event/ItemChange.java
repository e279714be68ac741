package plaza.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.tally.SequenceNumber;

/// A change of an item, as a record of the table's stream reports it.
///
/// @param before the item before the change; null if there was none
/// @param after the item after the change; null if it was removed
/// @param sequence the position of the change in the history of the item
/// @param at when it was made, to the second
public record ItemChange(
        Key key, @Nullable Item before, @Nullable Item after, SequenceNumber sequence, Instant at) {
    /// The item that was added; null if the change is another one.
    public @Nullable Item addedOrNull() {
        return before == null ? after : null;
    }

    /// The item that was removed; null if the change is another one.
    public @Nullable Item removedOrNull() {
        return after == null ? before : null;
    }
}
