package plaza.table;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Forwards to another table; tests override single operations.
public abstract class ForwardingTable implements Table {
    private final Table table;

    protected ForwardingTable(Table table) {
        this.table = table;
    }

    /// Counts the units of a request that the subclass performs itself.
    protected static void spent(double reads, double writes) {
        InvocationBudget.current().spent(reads, writes);
    }

    @Override
    public @Nullable Item get(Key key) {
        return table.get(key);
    }

    @Override
    public @Nullable Item getConsistent(Key key) {
        return table.getConsistent(key);
    }

    @Override
    public List<Item> getAll(List<Key> keys) {
        return table.getAll(keys);
    }

    @Override
    public List<Item> getAllEventually(List<Key> keys) {
        return table.getAllEventually(keys);
    }

    @Override
    public <T, R> List<R> concurrently(int concurrencyMax, List<T> elements, Function<T, R> work) {
        return table.concurrently(concurrencyMax, elements, work);
    }

    @Override
    public Page<Item> read(Query query, int limit, Page.@Nullable Position after) {
        return table.read(query, limit, after);
    }

    @Override
    public Outcome<Key> write(Write write) {
        return table.write(write);
    }

    @Override
    public @Nullable Item updateAtLeastOnce(Write.Update update) {
        return table.updateAtLeastOnce(update);
    }

    @Override
    public Outcome<Key> transact(List<Write> writes) {
        return table.transact(writes);
    }

    @Override
    public void writeAll(List<Write> writes) {
        table.writeAll(writes);
    }

    @Override
    public <T> T optimistically(Supplier<Attempt<T>> attempt) {
        return table.optimistically(attempt);
    }
}
