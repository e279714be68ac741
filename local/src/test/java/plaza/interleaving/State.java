package plaza.interleaving;

import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import plaza.functions.Catalogue;
import plaza.simulation.TableChange;
import plaza.table.Item;
import plaza.table.Key;

/// A table, and the changes that its stream has not delivered.
///
/// @param name the operations that led to it
/// @param pending the records that each stream function has yet to receive, in the order of the
///   Catalogue
/// @param failed the records that each stream function has given up
/// @param sequence the sequence number of the last change
/// @param now the time at which operations begin
public record State(
        String name,
        Map<Key, Item> items,
        List<List<TableChange>> pending,
        List<List<TableChange>> failed,
        BigInteger sequence,
        Instant now) {
    /// The end of the name of a state of which the stream functions gave up all records.
    static final String LOST = "stream lost; ";

    private static final List<List<TableChange>> NONE =
            Catalogue.ALL.streamFunctions().stream().map(_ -> List.<TableChange>of()).toList();

    /// A table whose stream is drained.
    State(String name, Map<Key, Item> items, BigInteger sequence, Instant now) {
        this(name, items, NONE, NONE, sequence, now);
    }

    /// The same state with another name.
    public State named(String other) {
        return new State(other, items, pending, failed, sequence, now);
    }

    /// The state after the stream functions have given up all pending records.
    State failing() {
        return new State(name + LOST, items, NONE, pending, sequence, now);
    }

    /// The same state at a later time.
    public State at(Instant later) {
        return new State(name + "later; ", items, pending, failed, sequence, later);
    }

    /// The same state without pending records.
    State withoutPending() {
        return new State(name, items, NONE, failed, sequence, now);
    }
}
