package plaza.testkit;

import java.util.HashMap;
import java.util.Map;
import plaza.table.Item;
import plaza.table.Key;

/// A table that is made what sample events need before each of them: through the handlers the first
/// time of a context, as a copy of that afterwards.
public final class SampleTable {
    private final TestBed bed;
    private final Map<String, Map<Key, Item>> itemsByContext = new HashMap<>();

    public SampleTable(TestBed bed) {
        this.bed = bed;
    }

    /// Leaves exactly what the sample events of `context` need.
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
