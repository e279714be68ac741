package plaza.favorites;

import java.util.ArrayList;
import java.util.List;
import plaza.table.ForwardingTable;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;

/// A table whose user dies before or after one of its writes: the process is gone, what was written
/// stays.
final class CrashingTable extends ForwardingTable {
    /// The end of the process.
    static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private final Table table;
    private final int writesBefore;
    private int writes;

    /// @param writesBefore how many writes succeed
    CrashingTable(Table table, int writesBefore) {
        super(table);
        this.table = table;
        this.writesBefore = writesBefore;
    }

    private void count() {
        if (writes++ >= writesBefore) {
            throw new Crash();
        }
    }

    @Override
    public Outcome write(Write write) {
        count();
        return table.write(write);
    }

    @Override
    public Outcome transact(List<Write> parts) {
        count();
        return table.transact(parts);
    }

    /// One after the other, so that a crash leaves a part done.
    @Override
    public void writeAll(List<Write> parts) {
        for (var part : parts) {
            count();
            table.writeAll(List.of(part));
        }
    }

    @Override
    public List<Outcome> writeEach(List<Write> parts) {
        var outcomes = new ArrayList<Outcome>();
        for (var part : parts) {
            outcomes.add(write(part));
        }
        return outcomes;
    }
}
