package plaza.tally;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Transaction;

/// Performs the transactions that [Ledger] decides on.
public final class ExactlyOnceCounter {
    /// The largest number of edges in one transaction, which also updates their counter and writes
    /// what follows from them.
    public static final int EDGES_MAX = Table.TRANSACTION_MAX - 2;

    private final Table table;
    private final Clock clock;

    public ExactlyOnceCounter(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    /// Counts changes of edges of one counter. Repeating the call changes nothing.
    public void count(List<EdgeChange> changes) {
        var latest = List.copyOf(Ledger.latest(changes));
        if (latest.isEmpty() || isFirstOfEdge(latest)) {
            return;
        }
        // Edges that are removed because their counter was deleted are not counted: neither their
        // ledger is read nor a transaction sent that would be cancelled.
        if (latest.stream().anyMatch(EdgeChange::on)
                || table.find(latest.getFirst().counter()) != null) {
            table.optimisticallyUntil(() -> countUnseen(latest));
        } else {
            // a suspension can hide an edge in the batch in which it arrived too late
            removeUncounted(changes);
        }
    }

    /// Counts a single new edge as if it had no row yet, without a read, which is right for nearly
    /// all edges that come alone. Of several edges, one that has a row would cancel the transaction
    /// of all, and cost more than the reads.
    ///
    /// @return false if there are several, the edge has a row, or its counter does not exist
    private boolean isFirstOfEdge(List<EdgeChange> latest) {
        return latest.size() == 1
                && latest.getFirst().on()
                && table.transact(transaction(latest, Map.of(), latest)) instanceof Outcome.Done;
    }

    /// Counts the changes that are new to their rows. What follows from all of them is written in
    /// the first transaction.
    ///
    /// @return false if another invocation counted some of these edges meanwhile
    private boolean countUnseen(List<EdgeChange> latest) {
        var rows = table.getByKey(latest.stream().map(EdgeChange::ledger).toList());
        var unseen =
                latest.stream()
                        .filter(change -> Ledger.isNew(change, rows.get(change.ledger())))
                        .toList();
        var following = unseen;
        for (var start = 0; start < unseen.size(); start += EDGES_MAX) {
            var chunk = unseen.subList(start, Math.min(start + EDGES_MAX, unseen.size()));
            switch (table.transact(transaction(chunk, rows, following))) {
                case Outcome.Done() -> following = List.of();
                case Outcome.Refused(var failure, _) -> {
                    switch (failure) {
                        case LEDGER_MOVED -> {
                            return false;
                        }
                        case NO_COUNTER -> {
                            removeUncounted(unseen);
                            return true;
                        }
                    }
                }
            }
        }
        return true;
    }

    /// @param following the changes from which something follows; none if it was written before
    private Transaction<Ledger.Failure> transaction(
            List<EdgeChange> changes, Map<Key, Item> rows, List<EdgeChange> following) {
        var transaction = Ledger.count(changes, rows);
        var consequences = changes.getFirst().consequences();
        var write =
                consequences == null || following.isEmpty()
                        ? null
                        : consequences.of(following, table, clock);
        return write == null ? transaction : transaction.add(write, Ledger.Failure.LEDGER_MOVED);
    }

    private void removeUncounted(List<EdgeChange> uncounted) {
        var written = new ArrayList<Key>();
        for (var change : uncounted) {
            for (var write : change.uncounted()) {
                if (!written.contains(write.key())) {
                    written.add(write.key());
                    var _ = table.write(write);
                }
            }
        }
    }
}
