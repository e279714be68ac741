package plaza.local.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import plaza.table.TableSchema.Index;
import plaza.units.Units;
import plaza.units.Units.Consistency;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class UnitsTest {
    private final Emulator emulator = Emulator.inMemory();
    private final DynamoDbClient client = emulator.client();
    private final long seed = Long.getLong("plaza.seed", 20260131);
    private final Random random = new Random(seed);

    @BeforeAll
    void printSeed() {
        System.err.println("UnitsTest: -Dplaza.seed=" + seed);
    }

    @AfterAll
    void close() {
        emulator.close();
    }

    @Test
    void namesAndValuesCountInUtf8() {
        assertThat(Units.size(Map.of("näme", AttributeValue.fromS("für 🎉")))).isEqualTo(5 + 9);
    }

    @Test
    void numbersCountPairsOfSignificantDigits() {
        assertThat(number("0")).isEqualTo(1);
        assertThat(number("7")).isEqualTo(2);
        assertThat(number("42")).isEqualTo(2);
        assertThat(number("420000")).isEqualTo(2);
        assertThat(number("3000000000")).isEqualTo(2);
        assertThat(number("1571827560123")).isEqualTo(8);
    }

    @Test
    void containersAndTheirElementsHaveAnOverhead() {
        assertThat(value(AttributeValue.fromL(List.of()))).isEqualTo(3);
        assertThat(value(AttributeValue.fromM(Map.of()))).isEqualTo(3);
        assertThat(value(AttributeValue.fromL(List.of(text("ab"), text("c")))))
                .isEqualTo(3 + 3 + 2);
        assertThat(value(AttributeValue.fromM(Map.of("k", text("ab"))))).isEqualTo(3 + 1 + 2 + 1);
        assertThat(value(AttributeValue.fromBool(true))).isEqualTo(1);
        assertThat(value(AttributeValue.fromNul(true))).isEqualTo(1);
        assertThat(value(AttributeValue.fromB(SdkBytes.fromByteArray(new byte[7])))).isEqualTo(7);
        assertThat(value(AttributeValue.fromSs(List.of("ab", "cde")))).isEqualTo(5);
    }

    @Test
    void readsAndWritesAreRoundedUpAndNeverFree() {
        assertThat(Units.read(0, Consistency.EVENTUAL)).isEqualTo(0.5);
        assertThat(Units.read(4_096, Consistency.STRONG)).isEqualTo(1);
        assertThat(Units.read(4_097, Consistency.STRONG)).isEqualTo(2);
        assertThat(Units.read(4_097, Consistency.TRANSACTIONAL)).isEqualTo(4);
        assertThat(Units.write(null, null)).isEqualTo(1);
        assertThat(Units.write(null, sized(1_024))).isEqualTo(1);
        assertThat(Units.write(sized(1_025), sized(10))).isEqualTo(2);
        assertThat(Units.transactionalWrite(null, sized(1_025))).isEqualTo(4);
    }

    /// Where DynamoDB Local is right, both must agree for items of every type around every
    /// boundary.
    @Test
    void unitsOfSingleItemsMatchDynamoDbLocal() {
        for (var round = 0; round < 60; round++) {
            var item = randomItem("single", "s" + round);
            var replaced = random.nextBoolean() ? randomItem("single", "s" + round) : null;
            if (replaced != null) {
                put(replaced);
            }
            assertThat(put(item)).as("put %s", item).isEqualTo(Units.write(replaced, item));
            for (var consistency : List.of(Consistency.EVENTUAL, Consistency.STRONG)) {
                var read =
                        client.getItem(get ->
                                get.tableName(Emulator.TABLE)
                                        .key(key(item))
                                        .consistentRead(consistency == Consistency.STRONG)
                                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
                assertThat(read.consumedCapacity().capacityUnits())
                        .isEqualTo(Units.read(Units.size(item), consistency));
            }
        }
    }

    /// Finds the exact size: a text grows until the item just fits into a unit and one more byte
    /// does not.
    @Test
    void sizesAreExactToTheByte() {
        for (var round = 0; round < 25; round++) {
            var item = new HashMap<>(randomItem("exact", "e"));
            item.remove("filler");
            var rest = 1_024 - Math.floorMod(Units.size(item) + "filler".length(), 1_024);
            item.put("filler", text("x".repeat(rest)));
            delete(item);
            var units = put(item);
            assertThat(units).as("%s", item).isEqualTo(Units.size(item) / 1_024.0);
            item.put("filler", text("x".repeat(rest + 1)));
            delete(item);
            assertThat(put(item)).as("%s", item).isEqualTo(units + 1);
        }
    }

    @Test
    void aQueryAddsSizesBeforeRounding() {
        for (var round = 0; round < 10; round++) {
            var collection = "query" + round;
            var items = new ArrayList<Map<String, AttributeValue>>();
            for (var n = 0; n <= random.nextInt(30); n++) {
                items.add(randomItem(collection, "n" + n));
            }
            items.forEach(this::put);
            var response =
                    client.query(q ->
                            q.tableName(Emulator.TABLE)
                                    .keyConditionExpression("pk = :pk")
                                    .expressionAttributeValues(Map.of(":pk", text(collection)))
                                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
            assertThat(response.consumedCapacity().capacityUnits())
                    .isEqualTo(Units.query(items, Consistency.EVENTUAL));
        }
    }

    @Test
    void aBatchGetRoundsEachItem() {
        var items = IntStream.range(0, 20).mapToObj(n -> randomItem("batch", "n" + n)).toList();
        items.forEach(this::put);
        var keys = KeysAndAttributes.builder().keys(items.stream().map(UnitsTest::key).toList());
        var response =
                client.batchGetItem(b ->
                        b.requestItems(Map.of(Emulator.TABLE, keys.consistentRead(true).build()))
                                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
        assertThat(response.consumedCapacity().getFirst().capacityUnits())
                .isEqualTo(
                        items.stream()
                                .mapToDouble(i -> Units.read(Units.size(i), Consistency.STRONG))
                                .sum());
    }

    @Test
    void anIndexIsWrittenOnlyForItemsInIt() {
        var plain = sized(100);
        assertThat(Units.indexWrites(null, plain, false)).isZero();
        var favorite = in(Index.LSI_ONE, in(Index.GSI_ONE, plain, "a"), "a");
        assertThat(Units.indexWrites(null, favorite, false)).isEqualTo(2);
        assertThat(Units.indexWrites(null, favorite, true))
                .as("the local index doubles")
                .isEqualTo(3);
        assertThat(Units.indexWrites(favorite, null, false)).isEqualTo(2);
        assertThat(Units.indexWrites(favorite, favorite, false)).isZero();
        var renamed = with(favorite, "title", "new");
        assertThat(Units.indexWrites(favorite, renamed, false)).isEqualTo(2);
        var moved = in(Index.LSI_ONE, favorite, "b");
        assertThat(Units.indexWrites(favorite, moved, false))
                .as("two in the local index because the key changes, one in the global index")
                .isEqualTo(3);
    }

    /// DynamoDB Local reports the right units for plain puts.
    @Test
    void indexWritesOfPlainPutsMatchDynamoDbLocal() {
        var first = in(Index.LSI_ONE, in(Index.GSI_ONE, item("index", "i", 100), "a"), "a");
        assertThat(put(first))
                .isEqualTo(Units.write(null, first) + Units.indexWrites(null, first, false));
        var second = in(Index.LSI_ONE, first, "b");
        assertThat(put(second))
                .isEqualTo(Units.write(first, second) + Units.indexWrites(first, second, false));
        var third = with(second, "title", "x");
        assertThat(put(third))
                .isEqualTo(Units.write(second, third) + Units.indexWrites(second, third, false));
    }

    private double put(Map<String, AttributeValue> item) {
        return client.putItem(p ->
                        p.tableName(Emulator.TABLE)
                                .item(item)
                                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
                .consumedCapacity()
                .capacityUnits();
    }

    private void delete(Map<String, AttributeValue> item) {
        client.deleteItem(d -> d.tableName(Emulator.TABLE).key(key(item)));
    }

    private Map<String, AttributeValue> randomItem(String pk, String sk) {
        var item = new HashMap<String, AttributeValue>();
        item.put("pk", text(pk));
        item.put("sk", text(sk));
        for (var n = 0; n < random.nextInt(6); n++) {
            item.put("a" + n, randomValue(2));
        }
        if (random.nextBoolean()) {
            item.put("filler", text("y".repeat(1 + random.nextInt(9_000))));
        }
        return item;
    }

    private AttributeValue randomValue(int depth) {
        return switch (random.nextInt(depth == 0 ? 5 : 7)) {
            case 0 -> text("é".repeat(random.nextInt(40)));
            case 1 -> AttributeValue.fromN(Long.toString(random.nextLong() >> random.nextInt(64)));
            case 2 -> AttributeValue.fromN(random.nextInt(-5, 1_000) + "0000");
            case 3 -> AttributeValue.fromBool(random.nextBoolean());
            case 4 -> AttributeValue.fromN(random.nextInt(1_000) + ".25");
            case 5 ->
                    AttributeValue.fromL(
                            IntStream.range(0, random.nextInt(4))
                                    .mapToObj(_ -> randomValue(depth - 1))
                                    .toList());
            default -> AttributeValue.fromM(Map.of("key", randomValue(depth - 1)));
        };
    }

    private static int number(String digits) {
        return value(AttributeValue.fromN(digits));
    }

    private static int value(AttributeValue value) {
        return Units.size(Map.of("n", value)) - 1;
    }

    private static Map<String, AttributeValue> sized(int bytes) {
        return item("p", "s", bytes);
    }

    /// Creates an item with a size of exactly `bytes`.
    private static Map<String, AttributeValue> item(String pk, String sk, int bytes) {
        var keys = Map.of("pk", text(pk), "sk", text(sk));
        var rest = bytes - Units.size(keys) - 1;
        return rest < 0 ? keys : with(keys, "x", "x".repeat(rest));
    }

    private static Map<String, AttributeValue> in(
            Index index, Map<String, AttributeValue> item, String place) {
        var indexed = new HashMap<>(item);
        indexed.putIfAbsent(index.partitionKey(), text("index"));
        indexed.put(index.sortKey(), text(place));
        return indexed;
    }

    private static Map<String, AttributeValue> with(
            Map<String, AttributeValue> item, String name, @Nullable String text) {
        var more = new HashMap<>(item);
        more.put(name, text(text == null ? "" : text));
        return more;
    }

    private static Map<String, AttributeValue> key(Map<String, AttributeValue> item) {
        return Map.of("pk", text(item, "pk"), "sk", text(item, "sk"));
    }

    private static AttributeValue text(Map<String, AttributeValue> item, String name) {
        return text(item.getOrDefault(name, text("")).s());
    }

    private static AttributeValue text(String text) {
        return AttributeValue.fromS(text);
    }
}
