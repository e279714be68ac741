package plaza.table;

import org.jspecify.annotations.Nullable;

/// How a conditional write ended. Only these two: anything else is a fault, and thrown.
public sealed interface Outcome {
    /// It took place.
    record Done() implements Outcome {}

    /// It did not, nothing was changed, because a condition did not hold.
    ///
    /// @param refusal the name the condition was written with; of several that failed, the first in
    ///   the order of the writes
    /// @param found the item that failed it, or null where there was none
    record Refused(Enum<?> refusal, @Nullable Item found) implements Outcome {
        /// The refusal as the enum it is from, so that a `switch` can be checked for completeness.
        public <E extends Enum<E>> E as(Class<E> refusals) {
            return refusals.cast(refusal);
        }
    }
}
