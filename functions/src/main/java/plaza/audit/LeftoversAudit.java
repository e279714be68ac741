package plaza.audit;

import static plaza.table.Condition.absent;

import java.util.HashSet;
import java.util.List;
import java.util.function.Function;
import plaza.job.Work;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;
import plaza.tally.CountedEdge;
import plaza.tally.SequenceNumber;

/// Finds items that belong to something that does not exist, such as the likes of a deleted post. A
/// repair starts the work that removes them: one job for all items of the same owner.
///
/// @param owner returns the key of what an item belongs to
/// @param reason a clause that says what does not exist
/// @param erasure returns the work that removes what belongs to an owner
/// @param running returns the jobs that may be removing it already
public record LeftoversAudit(
        Function<Item, Key> owner,
        String reason,
        Function<Key, Work> erasure,
        Function<Key, List<Key>> running)
        implements Audit {
    /// Returns the check that every edge and ledger row has a counter.
    ///
    /// @param counter the noun for what has the counter, such as "post"
    public static Check check(CountedEdge counted, String counter) {
        Function<Key, Work> erasure = key -> counted.erasure().apply(key, SequenceNumber.ZERO);
        var audit =
                new LeftoversAudit(
                        item -> counted.of(item).counter(),
                        "the %s does not exist".formatted(counter),
                        erasure,
                        key -> List.of(erasure.apply(key).key()));
        return Check.ofCounts(
                        counted.name() + "Leftovers", audit, counted.edges(), counted.ledger())
                .eventually()
                .rule("Every %s and its ledger row have a %s.".formatted(counted.name(), counter))
                .repair("starts the job that removes them");
    }

    @Override
    public List<Drift> audit(List<Item> items, AuditContext context) {
        var owners = context.related(items.stream().map(owner).distinct().toList());
        var erased = new HashSet<Key>();
        return items.stream()
                .filter(item -> !owners.containsKey(owner.apply(item)))
                .filter(item -> !item.expired(context.now()))
                .map(item -> leftover(item, erased.add(owner.apply(item)), context))
                .toList();
    }

    private Drift leftover(Item item, boolean isFirst, AuditContext context) {
        var key = owner.apply(item);
        var repair =
                isFirst
                        ? new Write[] {
                            new Write.Check(key, absent()), context.jobs().start(erasure.apply(key))
                        }
                        : new Write[0];
        return Drift.superfluous(item, "a leftover", reason, repair)
                .unlessRunning(running.apply(key).toArray(Key[]::new));
    }
}
