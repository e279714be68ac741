package plaza.table;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One page of a list.
///
/// @param items in the order of the list
/// @param next the position after which the next page begins, or null on the last page
public record Page<T>(List<T> items, @Nullable Position next) {
    /// The largest page that a client can request.
    public static final int LIMIT_MAX = 100;

    /// The page size if the client requests none.
    public static final int LIMIT_DEFAULT = 50;

    /// Returns the first page of a list in memory.
    ///
    /// @param rest what the client has not seen yet
    /// @param position the position of an item in the list
    public static <T> Page<T> first(List<T> rest, int limit, Function<T, Position> position) {
        if (rest.size() <= limit) {
            return new Page<>(rest, null);
        }
        var shown = rest.subList(0, limit);
        return new Page<>(shown, position.apply(shown.getLast()));
    }

    /// Converts each item of the page.
    public <U> Page<U> map(Function<? super T, ? extends U> convert) {
        var converted = new ArrayList<U>(items.size());
        for (var item : items) {
            converted.add(convert.apply(item));
        }
        return new Page<>(converted, next);
    }

    /// A request for one page of a list.
    ///
    /// @param limit the most items, 1 to [#LIMIT_MAX]
    /// @param after the last position already seen, or null at the beginning
    public record Ask(int limit, @Nullable Position after) {}

    /// A position between two items of a collection: the key attributes of the item before it, as
    /// DynamoDB requires them in `ExclusiveStartKey`.
    ///
    /// @param keyAttributes their values, in the order of [TableSchema.Index#keyAttributes()]
    public record Position(List<String> keyAttributes) {
        /// The position of a key in the table, whether or not an item has it. A Query from here
        /// reads the items after it, or those before it if it reads backwards.
        public static Position of(Key key) {
            return new Position(List.of(key.pk(), key.sk()));
        }

        /// The position of an item in an index.
        public static Position of(Item item, TableSchema.Index index) {
            return new Position(index.keyAttributes().stream().map(item::text).toList());
        }
    }
}
