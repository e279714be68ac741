package plaza.catalogue;

import plaza.table.Family;
import plaza.table.TableSchema.Index;

/// A permission: an action on the items of one family, in the table or in one index.
public record Grant(Action action, Index index, Family family) {}
