package plaza.tally;

import java.util.ArrayList;
import java.util.List;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Table;

/// Performs what [Ledger] decides.
public final class ExactlyOnceCounter {
    /// Edges in one transaction, which also moves their counter.
    public static final int EDGES_MAX = Table.TRANSACTION_MAX - 1;

    private final Table table;

    public ExactlyOnceCounter(Table table) {
        this.table = table;
    }

    /// Counts changes of edges of one counter. Counting them again changes nothing.
    public void count(List<EdgeChange> tallies) {
        var latest = List.copyOf(Ledger.latest(tallies));
        for (var start = 0; start < latest.size(); start += EDGES_MAX) {
            var chunk = latest.subList(start, Math.min(start + EDGES_MAX, latest.size()));
            table.optimisticallyUntil(() -> countChunk(chunk));
        }
    }

    /// @return false if another invocation counted some of these edges in between
    private boolean countChunk(List<EdgeChange> chunk) {
        var rows = table.getByKey(chunk.stream().map(EdgeChange::ledger).toList());
        var news =
                chunk.stream()
                        .filter(tally -> Ledger.isNews(tally, rows.get(tally.ledger())))
                        .toList();
        if (news.isEmpty()) {
            return true;
        }
        return switch (table.transact(Ledger.count(news, rows))) {
            case Outcome.Done() -> true;
            case Outcome.Refused refused ->
                    switch (refused.as(Ledger.Failure.class)) {
                        case LEDGER_MOVED -> false;
                        case NO_COUNTER -> {
                            clearAway(news);
                            yield true;
                        }
                    };
        };
    }

    private void clearAway(List<EdgeChange> uncounted) {
        var writes = new ArrayList<Key>();
        for (var tally : uncounted) {
            for (var write : tally.uncounted()) {
                if (!writes.contains(write.key())) {
                    writes.add(write.key());
                    var _ = table.write(write);
                }
            }
        }
    }
}
