package plaza.tally;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import plaza.table.Attempt;
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
    ///
    /// What follows from all changes is written in the first transaction that counts some of them.
    public void count(List<EdgeChange> changes) {
        var latest = List.copyOf(Ledger.latest(changes));
        var following = latest;
        for (var start = 0; start < latest.size(); start += EDGES_MAX) {
            var chunk = latest.subList(start, Math.min(start + EDGES_MAX, latest.size()));
            if (isFirstOfEdge(chunk, following)) {
                following = List.of();
            } else if (chunk.stream().anyMatch(EdgeChange::on)
                    || isCounterThere(chunk.getFirst())) {
                var all = following;
                if (table.optimistically(() -> countChunk(chunk, all))) {
                    following = List.of();
                }
            }
        }
    }

    /// Counts a single new edge as if it had no row yet, without a read, which is right for nearly
    /// all edges that come alone. Of several edges, one that has a row would cancel the transaction
    /// of all, and cost more than the reads.
    ///
    /// @return false if the edge has a row, or its counter does not exist
    private boolean isFirstOfEdge(List<EdgeChange> chunk, List<EdgeChange> following) {
        return chunk.size() == 1
                && chunk.getFirst().on()
                && table.transact(transaction(chunk, Map.of(), following)) instanceof Outcome.Done;
    }

    /// Whether the counter exists. Edges that are removed because their counter was deleted are not
    /// counted: neither their ledger is read nor a transaction sent that would be cancelled.
    private boolean isCounterThere(EdgeChange change) {
        return table.get(change.counter()) != null || table.getConsistent(change.counter()) != null;
    }

    /// Counts changes, unless another invocation has counted some of them meanwhile.
    ///
    /// @return whether one was counted
    private Attempt<Boolean> countChunk(List<EdgeChange> chunk, List<EdgeChange> following) {
        var rows = table.getByKey(chunk.stream().map(EdgeChange::ledger).toList());
        var unseen =
                chunk.stream()
                        .filter(change -> Ledger.isNew(change, rows.get(change.ledger())))
                        .toList();
        if (unseen.isEmpty()) {
            return Attempt.done(false);
        }
        return switch (table.transact(transaction(unseen, rows, following))) {
            case Outcome.Done() -> Attempt.done(true);
            case Outcome.Refused(var failure, _) ->
                    switch (failure) {
                        case LEDGER_MOVED -> Attempt.tryAgain();
                        case NO_COUNTER -> {
                            removeUncounted(unseen);
                            yield Attempt.done(false);
                        }
                    };
        };
    }

    /// @param following the changes from which something follows
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
