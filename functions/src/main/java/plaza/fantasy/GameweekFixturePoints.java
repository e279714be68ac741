package plaza.fantasy;

import java.util.ArrayList;
import java.util.stream.Stream;
import plaza.id.Gameweek;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;

/// The points of all footballers in all fixtures of a gameweek, as the gameweek's item collection
/// has them.
final class GameweekFixturePoints {
    /// Items in one Query, and Queries that a gameweek may take: a megabyte holds some 8,000, and a
    /// season's busiest gameweek has 1,700.
    private static final int PAGE_MAX = 10_000;

    private static final int QUERIES_MAX = 10;

    private GameweekFixturePoints() {}

    /// All of them, read consistently.
    static Stream<Item> all(Table table, Gameweek gameweek) {
        var query =
                Query.in(KeySpace.gameweekItems(gameweek))
                        .beginningWith(KeySpace.gameweekFixturePointsPrefix())
                        .consistent();
        var items = new ArrayList<Item>();
        Page.Position from = null;
        for (var number = 0; number < QUERIES_MAX; number++) {
            var page = table.read(query, PAGE_MAX, from);
            items.addAll(page.items());
            from = page.next();
            if (from == null) {
                return items.stream();
            }
        }
        throw new IllegalStateException("a gameweek has more lines than can be");
    }
}
