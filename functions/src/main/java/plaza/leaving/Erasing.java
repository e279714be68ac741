package plaza.leaving;

import static plaza.table.Condition.exists;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.job.Jobs;
import plaza.table.Attempt;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;

/// The erasure of a person at work.
///
/// @param removedAt when no path from the person led to an item any more; null before that
public record Erasing(UserId person, @Nullable Instant removedAt, Table table, Clock clock) {
    public Jobs jobs() {
        return new Jobs(table, clock);
    }

    /// Deletes an item.
    ///
    /// @return 1, or 0 if it does not exist any more
    public long delete(Key key) {
        return perform(Write.Delete.of(key).onlyIf(exists()));
    }

    /// Performs a write of one item.
    ///
    /// @return 1, or 0 if its condition does not hold
    public long perform(Write write) {
        return table.write(write) instanceof Outcome.Done ? 1 : 0;
    }

    /// Removes an item, and what belongs to it, in one transaction. If something has changed since
    /// the item was read, it is read again.
    ///
    /// @param removal returns the writes for the item as it is; none if nothing is left to do
    /// @return how many items were deleted; 1 if they were only changed, and 0 if the item does not
    ///   exist any more
    public long transact(Key key, Function<Item, List<Write>> removal) {
        return table.optimistically(() -> {
            var item = table.getConsistent(key);
            var writes = item == null ? List.<Write>of() : removal.apply(item);
            if (writes.isEmpty()) {
                return Attempt.done(0L);
            }
            var deleted = writes.stream().filter(Write.Delete.class::isInstance).count();
            return table.transact(writes) instanceof Outcome.Done
                    ? Attempt.done(Math.max(deleted, 1))
                    : Attempt.tryAgain();
        });
    }

    public Instant now() {
        return clock.instant();
    }
}
