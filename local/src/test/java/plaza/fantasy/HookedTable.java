package plaza.fantasy;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Write;

/// A table that lets a test step in before each write: to write something else, or to crash.
record HookedTable(Table table, Consumer<Write> beforeWrite) implements Table {
    /// What a test throws to stop work halfway.
    static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1L;
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
    public Page<Item> read(Query query, int limit, Page.@Nullable Position after) {
        return table.read(query, limit, after);
    }

    @Override
    public Outcome write(Write write) {
        beforeWrite.accept(write);
        return table.write(write);
    }

    @Override
    public Outcome transact(List<Write> writes) {
        writes.forEach(beforeWrite);
        return table.transact(writes);
    }

    @Override
    public void writeAll(List<Write> writes) {
        writes.forEach(beforeWrite);
        table.writeAll(writes);
    }
}
