package plaza.testkit.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import plaza.dynamodb.DynamoDbTable;
import plaza.local.emulator.Emulator;
import plaza.table.Item;
import plaza.table.ItemCollection;
import plaza.table.Key;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.TableSchema.Index;
import plaza.table.Write;

/// The limits of [KeyCapacity], in virtual time.
class KeyCapacityTest {
    /// An item with this text costs ten write units.
    private static final String TEN_UNITS = "x".repeat(10_140);

    private final VirtualTime time = new VirtualTime();
    @AutoClose private final Emulator emulator = Emulator.inMemory();
    private final KeyCapacity capacity = new KeyCapacity(emulator.client(), time);
    private final Table table =
            new DynamoDbTable(emulator.client(List.of(capacity)), Emulator.TABLE, time.retry());

    @Test
    void oneKeyTakesAThousandWriteUnitsPerSecond() {
        assertThat(secondsOfBatches(1)).isBetween(0.5, 5.0);
        assertThat(capacity.throttled()).isPositive();
    }

    @Test
    void severalKeysTakeAThousandWriteUnitsPerSecondEach() {
        assertThat(secondsOfBatches(4)).isZero();
        assertThat(capacity.throttled()).isZero();
    }

    @Test
    void everyWriteCountsItsUnits() {
        var written =
                time.measure(() -> {
                    for (var number = 0; number < 50; number++) {
                        table.write(Write.Put.of(item("p", number)));
                        table.transact(List.of(Write.Put.of(item("q", number))));
                        table.write(
                                Write.Update.of(new Key("p", sk(number)))
                                        .set("more", "y".repeat(40)));
                    }
                    return capacity.throttled();
                });
        assertThat(written.result()).isZero();
        var exceeding = time.measure(() -> table.write(Write.Put.of(item("p", 51))));
        assertThat(exceeding.time()).isPositive();
    }

    @Test
    void oneKeyTakesThreeThousandReadUnitsPerSecond() {
        table.writeAll(puts(1, 25));
        var query = Query.in(new ItemCollection(Index.TABLE, "p0")).consistent();
        var before = capacity.throttled();
        time.pause(Duration.ofSeconds(1));
        // 250 KB are 63 units each time.
        var reading =
                time.measure(() ->
                        IntStream.range(0, 100)
                                .map(_ -> table.read(query, 1_000, null).items().size())
                                .sum());
        assertThat(reading.result()).isEqualTo(2_500);
        assertThat(capacity.throttled()).isGreaterThan(before);
        assertThat(reading.time()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(5));
    }

    /// Writes 150 items of ten units.
    private double secondsOfBatches(int keys) {
        return time.measure(
                                () -> {
                                    table.writeAll(puts(keys, 150));
                                    return true;
                                })
                        .time()
                        .toMillis()
                / 1e3;
    }

    private static List<Write> puts(int keys, int items) {
        return IntStream.range(0, items)
                .<Write>mapToObj(number -> Write.Put.of(item("p" + number % keys, number)))
                .toList();
    }

    private static Item item(String pk, int number) {
        return Item.at(new Key(pk, sk(number))).with("text", TEN_UNITS).build();
    }

    private static String sk(int number) {
        return "%04d".formatted(number);
    }
}
