package plaza.audit;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.unchanged;

import org.jspecify.annotations.Nullable;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;

/// The parts of a repair: conditional writes that fail if the items have changed since they were
/// read.
public final class Repair {
    private Repair() {}

    /// Makes the transaction depend on another item.
    public static Write require(Key key, Condition condition) {
        return new Write.Check(key, condition);
    }

    /// Makes a write depend on its own item.
    public static Write onlyIf(Condition condition, Write write) {
        return write.onlyIf(condition);
    }

    /// Holds while an item is as it was read, where null stands for an item that did not exist.
    public static Condition asRead(@Nullable Item item) {
        return item == null ? absent() : unchanged(item);
    }
}
