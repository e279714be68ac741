package plaza.tally;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.table.Condition;
import plaza.table.Condition.Test;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;

/// The rules of counting, without any table: which of the changes still count, and the one
/// transaction that counts them.
public final class Ledger {
    /// Whether the edge was on when last counted.
    public static final String ON = "on";

    /// The [Sequence] of the change that was last counted.
    public static final String SEQUENCE = "sequence";

    /// Why a counting transaction is refused.
    public enum Refusal {
        /// Somebody else has counted a change of one of the edges since the ledger was read.
        LEDGER_MOVED,
        /// There is nothing that counts such edges: it was deleted.
        NO_COUNTER
    }

    private Ledger() {}

    /// Of each edge only its latest change; the order of the list does not matter.
    public static Collection<Tally> latest(List<Tally> tallies) {
        var latest = new LinkedHashMap<Key, Tally>();
        for (var tally : tallies) {
            latest.merge(
                    tally.ledger(),
                    tally,
                    (one, other) -> one.sequence().compareTo(other.sequence()) >= 0 ? one : other);
        }
        return latest.values();
    }

    /// Whether a change is news to its ledger row.
    public static boolean isNews(Tally tally, @Nullable Item row) {
        return row == null || tally.sequence().compareTo(sequence(row)) > 0;
    }

    /// The transaction that counts `tallies`, all of one [Tally.Group] and each news to its row:
    /// the counter moves by the difference of the states, and each row changes only if it still is
    /// what was read.
    public static List<Write> count(List<Tally> tallies, Map<Key, Item> rows) {
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
                        .onlyIf(new Condition(counter.alive(), Refusal.NO_COUNTER)));
        return writes;
    }

    /// The ledger row of an edge whose change has been counted.
    public static Item row(Tally tally) {
        var row =
                Item.at(tally.ledger())
                        .with(ON, tally.on())
                        .with(SEQUENCE, tally.sequence().text());
        return (tally.ledgerEnd() == null ? row : row.endingAt(tally.ledgerEnd())).build();
    }

    private static Condition unmoved(@Nullable Item row) {
        return row == null
                ? Condition.absent(Refusal.LEDGER_MOVED)
                : new Condition(
                        new Test.TextIs(SEQUENCE, row.text(SEQUENCE)), Refusal.LEDGER_MOVED);
    }

    private static Sequence sequence(Item row) {
        return new Sequence(row.text(SEQUENCE));
    }
}
