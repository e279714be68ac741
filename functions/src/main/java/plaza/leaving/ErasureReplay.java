package plaza.leaving;

import java.time.Clock;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.Table;

/// Erases persons again whom a restored table contains, although they left after its backup.
public final class ErasureReplay {
    private final Erasures erasures;
    private final Predicate<String> hasLeft;
    private final Table table;
    private final Clock clock;
    private final Set<String> begun = new HashSet<>();

    /// @param since the time of the backup
    public ErasureReplay(
            Erasures erasures, ErasedIds ids, Instant since, Table table, Clock clock) {
        this.erasures = erasures;
        this.hasLeft = ids.since(since);
        this.table = table;
        this.clock = clock;
    }

    /// Begins the erasure of each person whom the items name and who has left.
    ///
    /// @return how many erasures began
    public long examine(List<Item> items) {
        var count = 0L;
        for (var item : items) {
            var personal = erasures.kindOrNull(item.key());
            if (personal != null) {
                count +=
                        personal.ids(item)
                                .filter(hasLeft)
                                .filter(begun::add)
                                .filter(id -> erasures.begin(UserId.of(id), table, clock))
                                .count();
            }
        }
        return count;
    }
}
