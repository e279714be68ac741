package plaza.table;

import org.jspecify.annotations.Nullable;

/// The result of a conditional write or transaction. Anything else is a fault and is thrown.
///
/// @param <F> what identifies a condition: the key of its item, or its name in a [Transaction]
public sealed interface Outcome<F> {
    /// All writes took place.
    record Done<F>() implements Outcome<F> {}

    /// A condition did not hold, and nothing was changed.
    ///
    /// @param failure the condition; if several failed, the first in the order of the writes
    /// @param found the item that did not fulfil the condition, or null if no item has the key
    record Refused<F>(F failure, @Nullable Item found) implements Outcome<F> {}
}
