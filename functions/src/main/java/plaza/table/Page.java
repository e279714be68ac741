package plaza.table;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One page of a list.
///
/// @param items what it holds, in order
/// @param next where the next page begins, or null on the last
public record Page<T>(List<T> items, @Nullable Position next) {
    /// Page sizes that a client may ask for.
    public static final int LIMIT_MAX = 100;

    /// The page size where none is asked for.
    public static final int LIMIT_DEFAULT = 50;

    /// The same page of other things.
    public <U> Page<U> map(Function<? super T, ? extends U> change) {
        var changed = new ArrayList<U>(items.size());
        for (var item : items) {
            changed.add(change.apply(item));
        }
        return new Page<>(changed, next);
    }

    /// What is asked of a list.
    ///
    /// @param limit the most items, 1 to [#LIMIT_MAX]
    /// @param after the last position already seen, or null at the beginning
    public record Ask(int limit, @Nullable Position after) {}

    /// A place between two items of a collection: the key attributes of the item before it, which
    /// is exactly what DynamoDB wants as its `ExclusiveStartKey`.
    ///
    /// @param keyAttributes their values, in the order of [TableSchema.Index#keyAttributes()]
    public record Position(List<String> keyAttributes) {
        /// The place of an item of the table, whether it is there or not: a Query that goes on from
        /// here reads what comes after it, or before it when it reads backwards.
        public static Position of(Key key) {
            return new Position(List.of(key.pk(), key.sk()));
        }

        static Position of(Item item, TableSchema.Index index) {
            return new Position(index.keyAttributes().stream().map(item::text).toList());
        }
    }
}
