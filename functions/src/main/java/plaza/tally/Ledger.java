package plaza.tally;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.attribute;
import static plaza.table.Condition.exists;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Transaction;
import plaza.table.Write;

/// The rules of counting, without a table: which changes still count, and the transaction that
/// counts them.
///
/// Every ledger row and its expiry are created here. If a row expired before the last redrive of
/// its records, they would count twice.
public final class Ledger {
    /// The maximum age of a record that can be redriven. The stream keeps records for a day, and
    /// the failure destination keeps them for longer than this. `infra-cdk/redrive` has the same
    /// limit.
    public static final Duration REDRIVE_AGE_MAX = Duration.ofDays(28);

    /// How long a row is kept after its edge was closed: longer than [#REDRIVE_AGE_MAX], so that no
    /// record of the edge can arrive after its row has expired.
    public static final Duration LIFETIME = Duration.ofDays(30);

    /// The age from which a change is late: nearly all records arrive within seconds. A late change
    /// of a user who has left counts only if it uncounts an edge, because an erasure deletes the
    /// rows that would show that the change was counted before.
    public static final Duration LATE = Duration.ofHours(1);

    /// Whether the edge existed when it was last counted.
    public static final String ON = "on";

    /// How many an edge counts as, an attribute of the edge and of its row. Absent if it is 1.
    public static final String WEIGHT = "weight";

    /// The [SequenceNumber] of the last counted change.
    public static final String SEQUENCE = "sequence";

    /// The conditions of a counting transaction that can fail.
    public enum Failure {
        /// Another invocation has counted a change of one of the edges since the ledger was read,
        /// or changed what follows from the changes.
        LEDGER_MOVED,
        /// The counter does not exist: it was deleted.
        NO_COUNTER
    }

    private Ledger() {}

    /// Returns the latest change of each edge; the order of the list does not matter.
    public static Collection<EdgeChange> latest(List<EdgeChange> changes) {
        var latest = new LinkedHashMap<Key, EdgeChange>();
        for (var change : changes) {
            latest.merge(
                    change.ledger(),
                    change,
                    (one, other) -> one.sequence().compareTo(other.sequence()) >= 0 ? one : other);
        }
        return latest.values();
    }

    /// Whether the ledger row has not counted the change yet.
    public static boolean isNew(EdgeChange change, @Nullable Item row) {
        return row == null || change.sequence().compareTo(sequence(row)) > 0;
    }

    /// The transaction that counts `changes`, all of one [EdgeChange.Group] and each new to its
    /// row. The counter changes by the difference of the states, and each row must be unchanged
    /// since it was read.
    public static Transaction<Failure> count(List<EdgeChange> changes, Map<Key, Item> rows) {
        var transaction = new Transaction<Failure>();
        var delta = 0L;
        for (var change : changes) {
            var row = rows.get(change.ledger());
            delta += (change.on() ? change.weight() : 0) - counted(row);
            transaction.add(Write.Put.of(row(change)).onlyIf(unmoved(row)), Failure.LEDGER_MOVED);
        }
        var counter = changes.getFirst();
        return transaction.add(
                Write.Update.of(counter.counter()).add(counter.attribute(), delta).onlyIf(exists()),
                Failure.NO_COUNTER);
    }

    /// The write that deletes a row, unless another change has been counted since it was read.
    public static Write deletion(Item row) {
        return Write.Delete.of(row.key()).onlyIf(unmoved(row));
    }

    /// The ledger row of an edge whose change has been counted.
    public static Item row(EdgeChange change) {
        return row(
                change.ledger(),
                change.on(),
                change.weight(),
                change.sequence(),
                change.closedAt());
    }

    /// The ledger row of an edge that counts as one.
    public static Item row(
            Key key, boolean on, SequenceNumber sequence, @Nullable Instant closedAt) {
        return row(key, on, 1, sequence, closedAt);
    }

    /// A ledger row.
    ///
    /// @param weight how many the edge counts as while it exists
    /// @param closedAt when the last change of the edge happened, or null while another one is
    ///   expected
    public static Item row(
            Key key, boolean on, long weight, SequenceNumber sequence, @Nullable Instant closedAt) {
        var row = weighing(weight, Item.at(key)).with(ON, on).with(SEQUENCE, sequence.text());
        return (closedAt == null ? row : row.endingAt(closedAt.plus(LIFETIME))).build();
    }

    /// Adds the weight of an edge to its item or its row.
    public static Item.Builder weighing(long weight, Item.Builder item) {
        return weight == 1 ? item : item.with(WEIGHT, weight);
    }

    /// How many an edge counts as, read from its item or its row.
    public static long weight(Item item) {
        return Objects.requireNonNullElse(item.numberOrNull(WEIGHT), 1L);
    }

    /// How much of the count is that of a row.
    public static long counted(@Nullable Item row) {
        return row != null && row.flag(ON) ? weight(row) : 0;
    }

    private static Condition unmoved(@Nullable Item row) {
        return row == null ? absent() : attribute(SEQUENCE).is(row.text(SEQUENCE));
    }

    /// The [SequenceNumber] of the change that a row counted last.
    public static SequenceNumber sequence(Item row) {
        return new SequenceNumber(row.text(SEQUENCE));
    }
}
