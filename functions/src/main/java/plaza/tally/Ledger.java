package plaza.tally;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.attribute;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;

/// The rules of counting, without any table: which of the changes still count, and the one
/// transaction that counts them.
///
/// Every ledger row is built here, with the end that it gets here: a row that ended before the last
/// redrive of its records would let them count twice.
public final class Ledger {
    /// The greatest age of a record that a redrive accepts. The stream itself keeps records for a
    /// day; the failure destination keeps them for longer than this. `infra-cdk/redrive` has the
    /// same limit.
    public static final Duration REDRIVE_AGE_MAX = Duration.ofDays(28);

    /// How long a row is kept after its edge was closed: longer than [#REDRIVE_AGE_MAX], so that no
    /// record of the edge can arrive when its row is gone.
    public static final Duration LIFETIME = Duration.ofDays(30);

    /// Whether the edge was on when last counted.
    public static final String ON = "on";

    /// The [SequenceNumber] of the change that was last counted.
    public static final String SEQUENCE = "sequence";

    /// Why a counting transaction is refused.
    public enum Failure {
        /// Somebody else has counted a change of one of the edges since the ledger was read.
        LEDGER_MOVED,
        /// There is nothing that counts such edges: it was deleted.
        NO_COUNTER
    }

    private Ledger() {}

    /// Of each edge only its latest change; the order of the list does not matter.
    public static Collection<EdgeChange> latest(List<EdgeChange> tallies) {
        var latest = new LinkedHashMap<Key, EdgeChange>();
        for (var tally : tallies) {
            latest.merge(
                    tally.ledger(),
                    tally,
                    (one, other) -> one.sequence().compareTo(other.sequence()) >= 0 ? one : other);
        }
        return latest.values();
    }

    /// Whether a change is news to its ledger row.
    public static boolean isNews(EdgeChange tally, @Nullable Item row) {
        return row == null || tally.sequence().compareTo(sequence(row)) > 0;
    }

    /// The transaction that counts `tallies`, all of one [EdgeChange.Group] and each news to its
    /// row: the counter moves by the difference of the states, and each row changes only if it
    /// still is what was read.
    public static List<Write> count(List<EdgeChange> tallies, Map<Key, Item> rows) {
        var writes = new ArrayList<Write>();
        var delta = 0L;
        for (var tally : tallies) {
            var row = rows.get(tally.ledger());
            var wasOn = row != null && row.flag(ON);
            delta += (tally.on() ? 1 : 0) - (wasOn ? 1 : 0);
            writes.add(Write.Put.of(row(tally)).onlyIf(unmoved(row)));
        }
        var counter = tallies.getFirst();
        writes.add(
                Write.Update.of(counter.counter())
                        .add(counter.attribute(), delta)
                        .onlyIf(counter.alive().otherwise(Failure.NO_COUNTER)));
        return writes;
    }

    /// The ledger row of an edge whose change has been counted.
    public static Item row(EdgeChange tally) {
        return row(tally.ledger(), tally.on(), tally.sequence(), tally.closedAt());
    }

    /// A ledger row.
    ///
    /// @param closedAt when the last change of the edge happened, or null while another one is
    ///   expected
    public static Item row(
            Key key, boolean on, SequenceNumber sequence, @Nullable Instant closedAt) {
        var row = Item.at(key).with(ON, on).with(SEQUENCE, sequence.text());
        return (closedAt == null ? row : row.endingAt(closedAt.plus(LIFETIME))).build();
    }

    private static Condition unmoved(@Nullable Item row) {
        return row == null
                ? absent().otherwise(Failure.LEDGER_MOVED)
                : attribute(SEQUENCE).is(row.text(SEQUENCE)).otherwise(Failure.LEDGER_MOVED);
    }

    /// The [SequenceNumber] of the change that a row counted last.
    public static SequenceNumber sequence(Item row) {
        return new SequenceNumber(row.text(SEQUENCE));
    }
}
