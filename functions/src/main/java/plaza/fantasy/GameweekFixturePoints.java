package plaza.fantasy;

import java.util.ArrayList;
import java.util.stream.Stream;
import plaza.id.Gameweek;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;

/// Reads the fixture points of all footballers in a gameweek from the gameweek's item collection.
final class GameweekFixturePoints {
    /// Items in one Query. A megabyte holds about 8,000 of them, and the busiest gameweek of a real
    /// season has 1,700.
    private static final int PAGE_MAX = 10_000;

    private static final int QUERIES_MAX = 10;

    private GameweekFixturePoints() {}

    /// Returns the items of all fixture points, read consistently.
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
        throw new IllegalStateException("a gameweek has more fixture points than expected");
    }
}
