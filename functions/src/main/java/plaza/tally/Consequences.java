package plaza.tally;

import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.table.Family;
import plaza.table.Table;
import plaza.table.Write;

/// What else is written in the transaction that counts edges, and so exactly once.
public interface Consequences {
    /// The families of the items that it reads by key, besides those of the counters.
    List<Family> read();

    /// The families of the items that it queries.
    List<Family> queried();

    /// The families of the items that it puts or deletes.
    List<Family> written();

    /// Returns the write that follows from changes of one counter, none of which was counted
    /// before. If they need several transactions, it is in the first one. If its condition fails,
    /// the transaction is decided anew.
    ///
    /// @return null if nothing follows
    @Nullable Write of(List<EdgeChange> changes, Table table, Clock clock);
}
