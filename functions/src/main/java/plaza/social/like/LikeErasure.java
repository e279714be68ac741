package plaza.social.like;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.exists;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;
import plaza.leaving.Erasing;
import plaza.table.Item;
import plaza.table.Outcome;
import plaza.table.TableSchema;
import plaza.table.Write;
import plaza.tally.Ledger;

/// The removal of the ledger rows of the likes of a user who leaves.
///
/// A row is removed when every change of its like is certainly late ([Ledger#LATE]): from then on
/// the stream reads who has left before it counts a change.
public final class LikeErasure {
    /// Twice the time after which a change is late, because clocks differ.
    private static final Duration CERTAINLY_LATE = Ledger.LATE.multipliedBy(2);

    private LikeErasure() {}

    /// Deletes the row of a like that was removed. If its removal was never counted, because the
    /// record was lost, this counts it.
    public static long row(Item row, Erasing erasing) {
        var edge = LikeItems.COUNTED.of(row);
        if (!row.flag(Ledger.ON)) {
            return isCertainlyLate(removedAt(row), erasing)
                    ? erasing.perform(Ledger.deletion(row))
                    : 0;
        }
        if (!isCertainlyLate(erasing.removedAt(), erasing)) {
            return 0;
        }
        var writes = new ArrayList<Write>();
        writes.add(new Write.Check(edge.key(), absent()));
        writes.add(Ledger.deletion(row));
        if (erasing.table().getConsistent(edge.counter()) != null) {
            writes.add(
                    Write.Update.of(edge.counter())
                            .add(LikeItems.COUNTED.attribute(), -Ledger.counted(row))
                            .onlyIf(exists()));
        }
        return erasing.table().transact(writes) instanceof Outcome.Done ? 1 : 0;
    }

    private static boolean isCertainlyLate(@Nullable Instant at, Erasing erasing) {
        return at != null && !at.plus(CERTAINLY_LATE).isAfter(erasing.now());
    }

    /// When the like of a row was removed, from the expiry of the row.
    private static @Nullable Instant removedAt(Item row) {
        var end = row.numberOrNull(TableSchema.TTL);
        return end == null ? null : Instant.ofEpochSecond(end).minus(Ledger.LIFETIME);
    }
}
