package plaza.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Writes of which all or none take place, with a name for the failure of each condition.
///
/// The names belong to the transaction and not to the writes. Code that combines the writes of
/// several owners can therefore `switch` over all failures of its transaction.
///
/// @param <F> the names; usually an enum of the caller
public final class Transaction<F> {
    private final List<Write> writes = new ArrayList<>();
    private final Map<Key, F> failures = new HashMap<>();

    /// A transaction that names each condition by the key of its item.
    public static Transaction<Key> of(List<Write> writes) {
        var transaction = new Transaction<Key>();
        writes.forEach(write -> transaction.add(write, write.key()));
        return transaction;
    }

    /// Adds a write that has no condition.
    public Transaction<F> add(Write write) {
        if (write.condition() != null) {
            throw new IllegalArgumentException("a condition needs a name for its failure");
        }
        writes.add(write);
        return this;
    }

    /// Adds a write.
    ///
    /// @param failure names the failure of the condition, if the write has one
    public Transaction<F> add(Write write, F failure) {
        writes.add(write);
        failures.put(write.key(), failure);
        return this;
    }

    /// The writes, in the order in which they were added.
    public List<Write> writes() {
        return List.copyOf(writes);
    }

    /// Replaces the key of a failed condition by its name.
    public Outcome<F> named(Outcome<Key> outcome) {
        return switch (outcome) {
            case Outcome.Done<Key>() -> new Outcome.Done<>();
            case Outcome.Refused<Key>(var key, var found) ->
                    new Outcome.Refused<>(Objects.requireNonNull(failures.get(key)), found);
        };
    }
}
