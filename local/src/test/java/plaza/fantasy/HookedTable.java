package plaza.fantasy;

import java.util.List;
import java.util.function.Consumer;
import plaza.table.ForwardingTable;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;

/// A table that lets a test step in before each write: to write something else, or to crash.
final class HookedTable extends ForwardingTable {
    /// What a test throws to stop work halfway.
    static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private final Consumer<Write> beforeWrite;

    HookedTable(Table table, Consumer<Write> beforeWrite) {
        super(table);
        this.beforeWrite = beforeWrite;
    }

    @Override
    public Outcome write(Write write) {
        beforeWrite.accept(write);
        return super.write(write);
    }

    @Override
    public Outcome transact(List<Write> writes) {
        writes.forEach(beforeWrite);
        return super.transact(writes);
    }

    @Override
    public void writeAll(List<Write> writes) {
        writes.forEach(beforeWrite);
        super.writeAll(writes);
    }
}
