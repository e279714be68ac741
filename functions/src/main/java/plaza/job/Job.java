package plaza.job;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.TableSchema;

/// A job and how far it has come.
///
/// @param step the number of slices saved; each save is conditional on it, so if two invocations
///   work on the same slice, only one of them saves it
/// @param cursor where the next slice begins; empty at the beginning
/// @param deferrals how often the job has been deferred since its last slice
public record Job(StoredWork work, long step, List<String> cursor, long deferrals) {
    /// How long an unfinished job is kept after the last write that put it into the stream: of a
    /// slice, a deferral or the request of a restart. It is longer than the age of the oldest
    /// record that can be redriven: a redriven slice that did not find its job would be the last
    /// one.
    public static final Duration LIFETIME = Duration.ofDays(30);

    public static final String KIND = "kind";
    public static final String IDS = "ids";

    static final String STEP = "step";
    public static final String CURSOR = "cursor";
    static final String DEFERRALS = "deferrals";
    static final String RESTART = "restart";

    public Job {
        cursor = List.copyOf(cursor);
    }

    /// Creates a job that has not begun.
    static Job of(Work work) {
        return new Job(work.stored(), 0, List.of(), 0);
    }

    /// The same job after one more slice.
    Job advancedTo(List<String> newCursor) {
        return new Job(work, step + 1, newCursor, 0);
    }

    public Key key() {
        return work.key();
    }

    /// The item of a job that expires at `end`.
    Item item(Instant end) {
        return work.item().with(STEP, step).with(CURSOR, cursor).endingAt(end).build();
    }

    /// The time when the job was last put into the stream, computed from its expiry.
    public static Instant savedAt(Item item) {
        return Instant.ofEpochSecond(item.number(TableSchema.TTL)).minus(LIFETIME);
    }

    /// Reads a job from its item.
    public static Job from(Item item) {
        return new Job(
                StoredWork.read(item),
                item.number(STEP),
                item.texts(CURSOR),
                Objects.requireNonNullElse(item.numberOrNull(DEFERRALS), 0L));
    }
}
