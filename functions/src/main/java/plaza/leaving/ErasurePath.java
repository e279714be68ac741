package plaza.leaving;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Page;
import plaza.table.Query;

/// A path from a person to items that name them.
///
/// @param name in the cursors of stored jobs
/// @param queried the families that following it reads with Queries
/// @param byKey the families that it reads by key, in batches
public record ErasurePath(String name, List<Family> queried, List<Family> byKey, Reader reader) {
    public ErasurePath {
        queried = List.copyOf(queried);
        byKey = List.copyOf(byKey);
    }

    /// The items of a collection that the person has.
    public static ErasurePath to(String name, Family.Of1<UserId> family) {
        return queried(name, family, person -> Query.in(family.of(person)));
    }

    /// The items that a Query finds.
    public static ErasurePath queried(String name, Family family, Function<UserId, Query> query) {
        return new ErasurePath(
                name,
                List.of(family),
                List.of(),
                (erasing, limit, after) ->
                        erasing.table()
                                .read(
                                        query.apply(erasing.person()).consistentIfPossible(),
                                        limit,
                                        after));
    }

    /// The items to which those of a collection lead, one each.
    ///
    /// @param list the collection that the person has
    /// @param family the family of the items
    /// @param key returns the key of the item to which one of the list leads
    public static ErasurePath through(
            String name, Family.Of1<UserId> list, Family family, Function<Item, Key> key) {
        return new ErasurePath(
                name,
                List.of(list),
                List.of(family),
                (erasing, limit, after) -> {
                    var query = Query.in(list.of(erasing.person())).consistentIfPossible();
                    var page = erasing.table().read(query, limit, after);
                    var keys = page.items().stream().map(key).toList();
                    return new Page<>(erasing.table().getAll(keys), page.next());
                });
    }

    /// Reads a part of the items.
    public interface Reader {
        /// Reads the items behind a position.
        ///
        /// @param limit the most items to read in the first step of the path
        Page<Item> read(Erasing erasing, int limit, Page.@Nullable Position after);
    }
}
