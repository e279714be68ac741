package plaza.leaving;

import static plaza.table.Condition.exists;

import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.job.Jobs;
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

    public Instant now() {
        return clock.instant();
    }
}
