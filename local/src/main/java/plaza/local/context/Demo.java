package plaza.local.context;

import plaza.table.Table;

/// The data of a context in the demo.
public interface Demo {
    /// Whether the table has data of this person. The demo is not loaded then.
    boolean isLoaded(Table table, String person);

    /// Loads the data. The clock shows when the village was founded.
    ///
    /// @return what was loaded, such as `25 tags`
    String load(Village village);
}
