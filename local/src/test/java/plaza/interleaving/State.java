package plaza.interleaving;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import plaza.simulation.TableChange;
import plaza.table.Item;
import plaza.table.Key;

/// A table, and the changes that its stream has not delivered.
///
/// @param name the operations that led to it
/// @param pending the records that each stream function has yet to receive, in the order of the
///   Catalogue
/// @param sequence the sequence number of the last change
record State(
        String name, Map<Key, Item> items, List<List<TableChange>> pending, BigInteger sequence) {}
