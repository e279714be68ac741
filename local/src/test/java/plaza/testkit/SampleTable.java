package plaza.testkit;

import java.util.HashMap;
import java.util.Map;
import plaza.table.Item;
import plaza.table.Key;

/// Fills a table with what sample events need: through the handlers the first time for a context,
/// and from a copy of the result afterwards.
public final class SampleTable {
    private final TestBed bed;
    private final Map<String, Map<Key, Item>> itemsByContext = new HashMap<>();

    public SampleTable(TestBed bed) {
        this.bed = bed;
    }

    /// Replaces the items of the table by those that the sample events of `context` need.
    public void reset(String context) {
        var items = itemsByContext.get(context);
        if (items != null) {
            bed.restore(items);
            return;
        }
        bed.clear();
        SampleEvents.prepare(bed, context);
        itemsByContext.put(context, bed.everything());
    }
}
