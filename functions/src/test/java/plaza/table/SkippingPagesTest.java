package plaza.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.simulation.MemoryTable;

/// Pages of a list of which some items do not count.
class SkippingPagesTest {
    private static final Family.Of0 LIST = new Families().family("List");
    private static final ItemKind.Of1<String> ITEM = LIST.item("{item}", Variable.TEXT, "items");

    /// More than one page can skip.
    private static final int ITEMS = 2 * Table.QUERIES_PER_PAGE_MAX * Table.BATCH_GET_MAX;

    private final MemoryTable table =
            new MemoryTable(
                    Clock.systemUTC(),
                    new MemoryTable.Calm(bound -> bound - 1),
                    BigInteger.TEN,
                    _ -> {});
    private final List<Key> keys = new ArrayList<>();

    SkippingPagesTest() {
        var items = new HashMap<Key, Item>();
        for (var number = 0; number < ITEMS; number++) {
            var item = Item.at(ITEM.key("d%05d".formatted(number))).build();
            keys.add(item.key());
            items.put(item.key(), item);
        }
        table.load(items);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 50, 100})
    void pagesHaveEveryItemThatCountsOnce(int limit) {
        for (var counting :
                List.<Predicate<Integer>>of(
                        _ -> true,
                        _ -> false,
                        number -> number == 0 || number == ITEMS - 1,
                        number -> number % 7 == 0,
                        number -> number % 1_000 == 999)) {
            var kept = new ArrayList<Key>();
            IntStream.range(0, ITEMS)
                    .filter(counting::test)
                    .forEach(number -> kept.add(keys.get(number)));
            assertThat(all(kept, limit)).isEqualTo(kept);
        }
    }

    private List<Key> all(List<Key> kept, int limit) {
        var counting = Set.copyOf(kept);
        var all = new ArrayList<Key>();
        Page.Position after = null;
        do {
            var page =
                    table.page(
                            Query.in(LIST.of()),
                            new Page.Ask(limit, after),
                            items ->
                                    items.stream()
                                            .filter(item -> counting.contains(item.key()))
                                            .toList(),
                            Item::key);
            all.addAll(page.items());
            after = page.next();
        } while (after != null);
        return all;
    }
}
