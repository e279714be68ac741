package plaza.audit;

import java.util.List;
import plaza.table.Item;

/// Compares items with the sources that they are derived from.
public interface Audit {
    /// Returns the differences that the items show.
    ///
    /// @param items items of the check's families
    List<Drift> audit(List<Item> items, AuditContext context);
}
