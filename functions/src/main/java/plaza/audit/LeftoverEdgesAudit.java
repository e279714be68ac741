package plaza.audit;

import static plaza.table.Condition.absent;

import java.util.HashSet;
import java.util.List;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;
import plaza.tally.CountedEdge;
import plaza.tally.SequenceNumber;

/// Finds edges and ledger rows whose counter does not exist. A repair starts the work that removes
/// what the counter counted: one job for all of them.
public record LeftoverEdgesAudit(CountedEdge counted) implements Audit {
    /// Returns the check that every edge and ledger row has a counter.
    ///
    /// @param counter the noun for what has the counter, such as "post"
    public static Check check(CountedEdge counted, String counter) {
        return Check.ofCounts(
                        counted.name() + "Leftovers",
                        new LeftoverEdgesAudit(counted),
                        counted.edges(),
                        counted.ledger())
                .eventually()
                .rule("Every %s and its ledger row have a %s.".formatted(counted.name(), counter))
                .repair("starts the job that removes them");
    }

    @Override
    public List<Drift> audit(List<Item> items, AuditContext context) {
        var counters =
                context.table().getByKey(items.stream().map(this::counter).distinct().toList());
        var erased = new HashSet<Key>();
        return items.stream()
                .filter(item -> !counters.containsKey(counter(item)))
                .filter(item -> !item.expired(context.now()))
                .map(item -> leftover(item, erased.add(counter(item)), context))
                .toList();
    }

    private Drift leftover(Item item, boolean isFirst, AuditContext context) {
        var counter = counter(item);
        var erasure = counted.erasure().apply(counter, SequenceNumber.ZERO);
        var repair =
                isFirst
                        ? new Write[] {
                            new Write.Check(counter, absent()), context.jobs().start(erasure)
                        }
                        : new Write[0];
        return Drift.superfluous(item, "a leftover", "nothing counts it", repair)
                .unlessRunning(erasure.key());
    }

    private Key counter(Item item) {
        return counted.of(item).counter();
    }
}
