package plaza.table;

import org.jspecify.annotations.Nullable;

/// The result of a conditional write. Anything else is a fault and is thrown.
public sealed interface Outcome {
    /// The write took place.
    record Done() implements Outcome {}

    /// A condition did not hold, and nothing was changed.
    ///
    /// @param failure the name of the condition; if several failed, of the first in the order of
    ///   the writes
    /// @param found the item that did not meet the condition, or null if no item has the key
    record Refused(Enum<?> failure, @Nullable Item found) implements Outcome {
        /// The failure as a constant of its enum, so that the compiler checks that a `switch` is
        /// complete.
        public <E extends Enum<E>> E as(Class<E> failures) {
            return failures.cast(failure);
        }
    }
}
