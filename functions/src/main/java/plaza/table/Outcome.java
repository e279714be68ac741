package plaza.table;

import org.jspecify.annotations.Nullable;

/// How a conditional write ended. Only these two: anything else is a fault, and thrown.
public sealed interface Outcome {
    /// It took place.
    record Done() implements Outcome {}

    /// It did not, nothing was changed, because a condition did not hold.
    ///
    /// @param failure the name of the condition; if several failed, of the first in the order of
    ///   the writes
    /// @param found the item that failed it, or null where there was none
    record Refused(Enum<?> failure, @Nullable Item found) implements Outcome {
        /// The failure as a constant of its enum, so that the compiler checks that a `switch` is
        /// complete.
        public <E extends Enum<E>> E as(Class<E> failures) {
            return failures.cast(failure);
        }
    }
}
