package plaza.audit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import plaza.job.Jobs;
import plaza.table.InvocationBudget;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;

/// The table and the clock that audits work with. It also counts the items that could not be
/// decided.
public final class AuditContext {
    /// The part of an invocation's time that is reserved for reporting and saving the cursor.
    private static final Duration RESERVE = Duration.ofSeconds(5);

    /// Items in one page of a long list. A Query returns at most a megabyte; edges and ledger rows
    /// are smaller than 250 bytes.
    private static final int PAGE_SIZE = 5_000;

    private final Table table;
    private final Clock clock;

    private boolean isFirst;
    private long unsettled;

    public AuditContext(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    /// Performs a first examination. It reads related items with eventual consistency, at half the
    /// price, because everything that differs is examined again with a fresh read.
    public <T> T first(Supplier<T> examination) {
        isFirst = true;
        try {
            return examination.get();
        } finally {
            isFirst = false;
        }
    }

    /// Reads the items that exist, by key.
    public Map<Key, Item> related(Collection<Key> keys) {
        return isFirst ? table.getByKeyEventually(keys) : table.getByKey(keys);
    }

    /// Reads the items that exist, by key. A first examination does not read the examined items
    /// again: what differs because one of them has changed since is examined again.
    public Map<Key, Item> related(Collection<Key> keys, List<Item> examined) {
        if (!isFirst) {
            return related(keys);
        }
        var found = new HashMap<Key, Item>();
        examined.forEach(item -> found.put(item.key(), item));
        found.putAll(related(keys.stream().filter(key -> !found.containsKey(key)).toList()));
        return found;
    }

    /// Thrown when a list is too long for the time that is left.
    public static final class OutOfTime extends RuntimeException {
        private static final long serialVersionUID = 1L;

        OutOfTime() {
            super("no time left to read the list", null, false, false);
        }
    }

    public Table table() {
        return table;
    }

    public Jobs jobs() {
        return new Jobs(table, clock);
    }

    public Instant now() {
        return clock.instant();
    }

    /// Passes every item that a query finds to `action`. The audit of a list that is too long for
    /// this invocation ends here and is repeated by the next.
    public void readAll(Query query, Consumer<Item> action) {
        Page.@Nullable Position from = null;
        do {
            if (!isTimeLeft()) {
                throw new OutOfTime();
            }
            var page = table.read(query, PAGE_SIZE, from);
            page.items().forEach(action);
            from = page.next();
        } while (from != null);
    }

    public static boolean isTimeLeft() {
        return InvocationBudget.current().remaining().compareTo(RESERVE) > 0;
    }

    /// Counts something that could not be decided: it kept changing, its list is too long, it
    /// cannot be parsed, or only its owner can decide it.
    public void noteUnsettled() {
        unsettled++;
    }

    public long unsettled() {
        return unsettled;
    }
}
