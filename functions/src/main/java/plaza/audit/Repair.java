package plaza.audit;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.unchanged;

import org.jspecify.annotations.Nullable;
import plaza.table.Condition;
import plaza.table.Condition.Predicate;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;

/// The parts of a repair: conditional writes that fail if the items have changed since they were
/// read.
public final class Repair {
    private enum Failure {
        CHANGED_SINCE_READ
    }

    private Repair() {}

    /// Makes the transaction depend on another item.
    public static Write require(Key key, Predicate predicate) {
        return new Write.Check(key, new Condition(predicate, Failure.CHANGED_SINCE_READ));
    }

    /// Makes a write depend on its own item.
    public static Write onlyIf(Predicate predicate, Write write) {
        return write.onlyIf(new Condition(predicate, Failure.CHANGED_SINCE_READ));
    }

    /// Holds while an item is as it was read, where null stands for an item that did not exist.
    public static Predicate asRead(@Nullable Item item) {
        return item == null ? absent() : unchanged(item);
    }
}
