package plaza.interleaving;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Write;

/// A table in memory that sends each request to another table as well, and compares the results.
final class MirroredTable extends ForwardingTable {
    private final Table table;
    private final Table other;

    MirroredTable(Table table, Table other) {
        super(table);
        this.table = table;
        this.other = other;
    }

    private <T extends @Nullable Object> T both(Function<Table, T> request) {
        var result = request.apply(table);
        assertThat(request.apply(other)).isEqualTo(result);
        return result;
    }

    @Override
    public @Nullable Item get(Key key) {
        return getConsistent(key);
    }

    @Override
    public @Nullable Item getConsistent(Key key) {
        return both(each -> each.getConsistent(key));
    }

    @Override
    public List<Item> getAll(List<Key> keys) {
        return both(each -> each.getAll(keys));
    }

    @Override
    public List<Item> getAllEventually(List<Key> keys) {
        return getAll(keys);
    }

    @Override
    public Page<Item> read(Query query, int limit, Page.@Nullable Position after) {
        // a page that ends where its range ends may have a next position, after which nothing
        // follows
        var page = table.read(query, limit, after);
        assertThat(other.read(query, limit, after).items()).isEqualTo(page.items());
        return page;
    }

    @Override
    public Outcome<Key> write(Write write) {
        return both(each -> each.write(write));
    }

    @Override
    public @Nullable Item update(Write.Update update) {
        return both(each -> each.update(update));
    }

    @Override
    public @Nullable Item updateAtLeastOnce(Write.Update update) {
        return both(each -> each.updateAtLeastOnce(update));
    }

    @Override
    public Outcome<Key> transact(List<Write> writes) {
        return both(each -> each.transact(writes));
    }

    @Override
    public void writeAll(List<Write> writes) {
        table.writeAll(writes);
        other.writeAll(writes);
    }
}
