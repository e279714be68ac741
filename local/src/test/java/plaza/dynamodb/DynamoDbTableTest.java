package plaza.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static plaza.table.Condition.absent;
import static plaza.table.Condition.absentOrExpired;
import static plaza.table.Condition.attribute;
import static plaza.table.Condition.exists;
import static plaza.table.Condition.unchanged;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import plaza.id.UserId;
import plaza.local.emulator.Emulator;
import plaza.log.Log;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.table.Attempt;
import plaza.table.Condition;
import plaza.table.InvocationBudget;
import plaza.table.Item;
import plaza.table.ItemCollection;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.TableSchema.Index;
import plaza.table.Transaction;
import plaza.table.Unavailable;
import plaza.table.Write;
import plaza.testkit.TestBed;
import plaza.testkit.fault.Fault;
import plaza.testkit.fault.FaultPlan;
import plaza.testkit.fault.FaultyNetwork;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/// Every read, write and condition of the table on DynamoDB Local, without a handler. The requests
/// pass through HTTP, as those of the deployed functions do.
final class DynamoDbTableTest {
    private enum Failure {
        FIRST,
        SECOND
    }

    private static final PostId POST = PostId.of("post");
    private static final Key KEY = SocialKeys.LIKE.key(POST, UserId.of("u1"));
    private static final Instant NOW = Instant.ofEpochSecond(1_000);

    private static final TestBed bed = new TestBed();

    private static final DynamoDbTable TABLE =
            new DynamoDbTable(
                    bed.emulator().client(List.of(), http -> http),
                    Emulator.TABLE,
                    TestBed.retry(1));

    @BeforeEach
    void empty() {
        bed.clear();
    }

    @Test
    void anItemIsReadAsItWasWritten() {
        var item =
                Item.at(KEY)
                        .with("text", "a")
                        .with("noText", (@Nullable String) null)
                        .with("number", 7)
                        .with("time", NOW)
                        .with("noTime", (@Nullable Instant) null)
                        .with("decimal", new BigDecimal("1.25"))
                        .with("noDecimal", (@Nullable BigDecimal) null)
                        .with("numbers", Map.of("x", 3L))
                        .with("noNumbers", Map.of())
                        .with("flag", true)
                        .with("texts", List.of("b", "a"))
                        .endingAt(NOW.plusNanos(1))
                        .build();

        TABLE.writeAll(List.of(Write.Put.of(item)));

        var read = written();
        assertThat(read).isEqualTo(item).isEqualTo(TABLE.getConsistent(KEY));
        assertThat(read.key()).isEqualTo(KEY);
        assertThat(read.attributes().keySet())
                .containsExactlyInAnyOrder(
                        "pk", "sk", "text", "number", "time", "decimal", "numbers", "flag", "texts",
                        "ttl");
        assertThat(read.text("text")).isEqualTo("a");
        assertThat(read.textOrNull("noText")).isNull();
        assertThat(read.number("number")).isEqualTo(7);
        assertThat(read.numberOrNull("number")).isEqualTo(7);
        assertThat(read.numberOrNull("noNumber")).isNull();
        assertThat(read.time("time")).isEqualTo(NOW).isEqualTo(read.timeOrNull("time"));
        assertThat(read.timeOrNull("noTime")).isNull();
        assertThat(read.decimalOrNull("decimal")).isEqualTo("1.25");
        assertThat(read.decimalOrNull("noDecimal")).isNull();
        assertThat(read.numbersByName("numbers")).isEqualTo(Map.of("x", 3L));
        assertThat(read.numbersByName("noNumbers")).isEmpty();
        assertThat(read.flag("flag")).isTrue();
        assertThat(read.flag("noFlag")).isFalse();
        assertThat(read.texts("texts")).containsExactly("b", "a");
        assertThat(read.textsOrNone("texts")).containsExactly("b", "a");
        assertThat(read.textsOrNone("noTexts")).isEmpty();
        assertThat(read.texts()).isEqualTo(Map.of("text", "a"));
        assertThat(read.numbers())
                .isEqualTo(new TreeMap<>(Map.of("number", 7L, "time", 1_000_000L, "ttl", 1_001L)));
        assertThat(read.expired(NOW)).isFalse();
        assertThat(read.expired(NOW.plusSeconds(1))).isTrue();
        assertThat(Item.at(KEY).build().expired(Instant.MAX)).isFalse();
        assertThatThrownBy(() -> read.text("noText")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> read.texts("noTexts")).isInstanceOf(IllegalStateException.class);
        var other = Item.at(KEY).with("text", "b").with("number", 7).build();
        assertThat(other.differingFrom(read)).containsExactly("text");
    }

    private static Item written() {
        return Objects.requireNonNull(TABLE.get(KEY));
    }

    @Test
    void eachConditionHoldsOnlyForMatchingItems() {
        var now = NOW.getEpochSecond();
        assertHolds(absent(), item -> item == null);
        assertHolds(exists(), item -> item != null);
        assertHolds(
                absentOrExpired(NOW),
                item -> item == null || (item.has("ttl") && item.number("ttl") <= now));
        assertHolds(
                attribute("text").is("a"),
                item -> item != null && "a".equals(item.textOrNull("text")));
        assertHolds(attribute("ttl").is(now), item -> ttl(item) == now);
        assertHolds(attribute("ttl").isAtLeast(now), item -> ttl(item) >= now);
        assertHolds(attribute("ttl").isBelow(now), item -> ttl(item) >= 0 && ttl(item) < now);
        assertHolds(attribute("text").isAbsent(), item -> item == null || !item.has("text"));
        assertHolds(
                exists().and(attribute("text").isAbsent()),
                item -> item != null && !item.has("text"));
        assertHolds(
                absent().or(attribute("text").is("a")),
                item -> item == null || "a".equals(item.textOrNull("text")));
        assertHolds(
                absent().or(attribute("text").is("a")).or(attribute("text").is("b")),
                item -> item == null || item.has("text"));
        assertHolds(
                absent().or(exists()).and(attribute("text").isAbsent()),
                item -> item == null || !item.has("text"));
        assertHolds(attribute("ttl").isStill(now), item -> ttl(item) == now);
        assertHolds(attribute("ttl").isStill(null), item -> ttl(item) < 0);
        var read = Item.at(KEY).with("text", "a").with("number", 1).build();
        assertHolds(
                attribute("text").isAsIn(read),
                item -> item != null && "a".equals(item.textOrNull("text")));
        assertHolds(attribute("number").isAsIn(read), item -> false);
        assertHolds(attribute("ttl").isAsIn(read), item -> ttl(item) < 0);
        assertHolds(attribute("text").isAsIn(null), item -> item == null || !item.has("text"));
        assertHolds(unchanged(read), item -> false);
        TABLE.write(Write.Put.of(read));
        assertThat(TABLE.write(Write.Put.of(read).onlyIf(unchanged(read))))
                .isEqualTo(new Outcome.Done<>());
        for (var changed :
                List.of(
                        Item.at(KEY).with("text", "a").with("number", 2).build(),
                        Item.at(KEY).with("text", "b").with("number", 1).build())) {
            assertThat(TABLE.write(Write.Put.of(read).onlyIf(unchanged(changed))))
                    .isEqualTo(new Outcome.Refused<>(KEY, read));
        }
    }

    private static long ttl(@Nullable Item item) {
        return item == null || !item.has("ttl") ? -1 : item.number("ttl");
    }

    /// Evaluates a condition on various items, alone and in a transaction.
    private static void assertHolds(Condition condition, Predicate<@Nullable Item> expected) {
        var items = new ArrayList<@Nullable Item>();
        items.add(null);
        items.add(Item.at(KEY).build());
        items.add(Item.at(KEY).with("text", "a").build());
        items.add(Item.at(KEY).with("text", "b").build());
        for (var seconds = 999; seconds <= 1_001; seconds++) {
            items.add(Item.at(KEY).endingAt(Instant.ofEpochSecond(seconds)).build());
        }
        for (var item : items) {
            TABLE.write(item == null ? Write.Delete.of(KEY) : Write.Put.of(item));
            var outcome =
                    expected.test(item) ? new Outcome.Done<>() : new Outcome.Refused<>(KEY, item);
            assertThat(TABLE.transact(List.of(new Write.Check(KEY, condition))))
                    .as("check %s on %s", condition, item)
                    .isEqualTo(outcome);
            assertThat(TABLE.write(Write.Delete.of(KEY).onlyIf(condition)))
                    .as("%s on %s", condition, item)
                    .isEqualTo(outcome);
        }
        TABLE.write(Write.Delete.of(KEY));
    }

    @Test
    void anUpdateChangesOnlyTheNamedAttributes() {
        TABLE.write(
                Write.Put.of(
                        Item.at(KEY)
                                .with("kept", "k")
                                .with("text", "old")
                                .with("gone", "x")
                                .with("noText", "x")
                                .with("noDecimal", 1)
                                .with("noNumbers", Map.of("x", 1L))
                                .build()));
        var source = Item.at(KEY).with("copied", "c").with("notCopied", "n").build();
        var update =
                Write.Update.of(KEY)
                        .set("text", "new")
                        .set("number", 5)
                        .set("flag", true)
                        .set("texts", List.of("a"))
                        .setAs(source, List.of("copied"))
                        .setOrRemove("noText", (@Nullable String) null)
                        .setOrRemove("someText", "s")
                        .setOrRemove("noDecimal", (@Nullable BigDecimal) null)
                        .setOrRemove("decimal", new BigDecimal("2.5"))
                        .setOrRemove("noNumbers", Map.of())
                        .setOrRemove("numbers", Map.of("y", 2L))
                        .remove("gone");
        var expected =
                Item.at(KEY)
                        .with("kept", "k")
                        .with("text", "new")
                        .with("number", 5)
                        .with("flag", true)
                        .with("texts", List.of("a"))
                        .with("copied", "c")
                        .with("someText", "s")
                        .with("decimal", new BigDecimal("2.5"))
                        .with("numbers", Map.of("y", 2L))
                        .build();

        assertThat(TABLE.update(update)).isEqualTo(expected);
        assertThat(TABLE.get(KEY)).isEqualTo(expected);

        assertThat(TABLE.transact(List.of(Write.Update.of(KEY).add("number", 3))))
                .isEqualTo(new Outcome.Done<>());
        assertThat(written().number("number")).isEqualTo(8);
        assertThat(TABLE.update(update.onlyIf(absent()))).isNull();
        assertThat(written().number("number")).isEqualTo(8);
    }

    @Test
    void aPageEndsAtItsLimitAndTheNextBeginsAfterIt() {
        var user = UserId.of("u1");
        for (var number = 0; number < 5; number++) {
            TABLE.write(Write.Put.of(member(number)));
        }
        for (var collection :
                List.of(
                        SocialKeys.USERS.of(user),
                        new ItemCollection(Index.LSI_ONE, SocialKeys.USERS.of(user).pk()),
                        new ItemCollection(Index.GSI_ONE, "g"))) {
            var query = Query.in(collection);
            var first = TABLE.read(query, 2, null);
            assertThat(numbers(first)).containsExactly(0L, 1L);
            var second = TABLE.read(query, 2, first.next());
            assertThat(numbers(second)).containsExactly(2L, 3L);
            assertThat(numbers(TABLE.read(query.descending(), 2, null))).containsExactly(4L, 3L);

            var page = TABLE.page(query, new Page.Ask(2, null), item -> item);
            assertThat(numbers(page)).containsExactly(0L, 1L);
            page = TABLE.page(query, new Page.Ask(2, page.next()), item -> item);
            assertThat(numbers(page)).containsExactly(2L, 3L);
            page = TABLE.page(query, new Page.Ask(2, page.next()), item -> item);
            assertThat(numbers(page)).containsExactly(4L);
            assertThat(page.next()).isNull();

            // Items 1 and 3 have expired: the page is filled with the items after them.
            var alive = query.aliveAt(NOW);
            page = TABLE.page(alive, new Page.Ask(2, null), item -> item);
            assertThat(numbers(page)).containsExactly(0L, 2L);
            page = TABLE.page(alive, new Page.Ask(2, page.next()), item -> item);
            assertThat(numbers(page)).containsExactly(4L);
            assertThat(page.next()).isNull();
        }
        var query = Query.in(SocialKeys.USERS.of(user)).beginningWith("n3").consistent();
        assertThat(numbers(TABLE.read(query, 5, null))).containsExactly(3L);
    }

    private static Item member(int number) {
        return Item.at(new Key(SocialKeys.USERS.of(UserId.of("u1")).pk(), "n" + number))
                .with("number", number)
                .in(new ItemCollection(Index.LSI_ONE, "unused"), "l" + number)
                .in(new ItemCollection(Index.GSI_ONE, "g"), "g" + number)
                .endingAt(NOW.plusSeconds(number % 2 == 1 ? 0 : 1))
                .build();
    }

    private static List<Long> numbers(Page<Item> page) {
        return page.items().stream().map(item -> item.number("number")).toList();
    }

    @Test
    void getAllReadsEachItemOnceInTheOrderOfTheKeys() {
        var keys =
                IntStream.range(0, Table.BATCH_GET_MAX + 5)
                        .mapToObj(number -> SocialKeys.LIKE.key(POST, UserId.of("u" + number)))
                        .toList();
        bed.putAll(keys.stream().skip(1).map(key -> Item.at(key).build()));
        var asked = new ArrayList<>(keys);
        asked.addAll(keys);
        asked.addFirst(keys.getLast());

        var invocation = InvocationBudget.within(Duration.ofMinutes(1));
        var found = invocation.run(() -> TABLE.getAll(asked));

        var expected = new ArrayList<>(keys.subList(1, keys.size() - 1));
        expected.addFirst(keys.getLast());
        assertThat(found).extracting(Item::key).isEqualTo(expected);
        assertThat(invocation.roundTrips()).isEqualTo(2);
        assertThat(invocation.readUnits()).isEqualTo(found.size());
        assertThat(invocation.writeUnits()).isZero();
    }

    @Test
    void writeUnitsAreCountedInTheBudget() {
        var invocation = InvocationBudget.within(Duration.ofMinutes(1));
        invocation.run(() -> TABLE.write(Write.Put.of(Item.at(KEY).build())));
        assertThat(invocation.writeUnits()).isEqualTo(1);
        assertThat(invocation.roundTrips()).isEqualTo(1);
        invocation.run(() -> TABLE.get(KEY));
        assertThat(invocation.readUnits()).isEqualTo(0.5);
        invocation.run(() -> TABLE.getConsistent(KEY));
        assertThat(invocation.readUnits()).isEqualTo(1.5);
        invocation.run(() -> TABLE.read(Query.in(SocialKeys.LIKES.of(POST)), 5, null));
        assertThat(invocation.readUnits()).isEqualTo(2);
        invocation.run(() -> TABLE.transact(List.of(Write.Delete.of(KEY))));
        assertThat(invocation.writeUnits()).isEqualTo(3);
        invocation.run(() -> {
            TABLE.writeAll(List.of(Write.Put.of(Item.at(KEY).build())));
            return true;
        });
        assertThat(invocation.writeUnits()).isEqualTo(4);
        invocation.run(() -> TABLE.update(Write.Update.of(KEY).set("text", "a")));
        assertThat(invocation.writeUnits()).isEqualTo(5);
        assertThat(invocation.roundTrips()).isEqualTo(7);
    }

    @Test
    void aRefusedTransactionReturnsTheFailureAndTheItem() {
        var other = SocialKeys.LIKE.key(POST, UserId.of("u2"));
        var item = Item.at(other).with("text", "there").build();
        TABLE.write(Write.Put.of(item));

        var outcome =
                TABLE.transact(
                        new Transaction<Failure>()
                                .add(
                                        Write.Put.of(Item.at(KEY).build()).onlyIf(absent()),
                                        Failure.FIRST)
                                .add(
                                        Write.Put.of(Item.at(other).build()).onlyIf(absent()),
                                        Failure.SECOND));

        assertThat(outcome).isEqualTo(new Outcome.Refused<>(Failure.SECOND, item));
        assertThat(TABLE.get(KEY)).isNull();
    }

    @Test
    void writesThatCannotBeRepeatedSafelyAreRejected() {
        var add = Write.Update.of(KEY).add("number", 1);
        var conditional = Write.Delete.of(KEY).onlyIf(exists());
        var check = new Write.Check(KEY, absent());
        List.<Runnable>of(
                        () -> TABLE.write(add),
                        () -> TABLE.update(add),
                        () -> TABLE.write(check),
                        () -> TABLE.writeAll(List.of(conditional)),
                        () -> TABLE.writeAll(List.of(check)),
                        () -> TABLE.writeAll(List.of(Write.Update.of(KEY).set("text", "a"))))
                .forEach(write ->
                        assertThatThrownBy(write::run)
                                .isInstanceOf(IllegalArgumentException.class));
        assertThat(bed.everything()).isEmpty();
    }

    private static DynamoDbTable losing() {
        return faulty(new FaultyNetwork(FaultPlan.always(Fault.RESET_AFTER_THE_EFFECT).times(1)));
    }

    @Test
    void aWriteWhoseResponseWasLostIsDone() {
        var item = Item.at(KEY).with("text", "a").build();
        var absent = absent();
        assertThat(losing().write(Write.Put.of(item).onlyIf(absent)))
                .isEqualTo(new Outcome.Done<>());
        assertThat(TABLE.get(KEY)).isEqualTo(item);

        var isA = attribute("text").is("a");
        var update = Write.Update.of(KEY).set("text", "b").remove("gone").onlyIf(isA);
        assertThat(losing().write(update)).isEqualTo(new Outcome.Done<>());
        var isB = attribute("text").is("b");
        var next = Write.Update.of(KEY).set("text", "c").onlyIf(isB);
        assertThat(losing().update(next)).isEqualTo(Item.at(KEY).with("text", "c").build());

        var present = exists();
        assertThat(losing().write(Write.Delete.of(KEY).onlyIf(present)))
                .isEqualTo(new Outcome.Done<>());
        assertThat(TABLE.get(KEY)).isNull();
    }

    @Test
    void aRepeatedWriteThatFindsAnotherWritersItemIsRefused() {
        var other = Item.at(KEY).with("text", "theirs").with("gone", "no").build();
        TABLE.write(Write.Put.of(other));
        var refused = new Outcome.Refused<>(KEY, other);
        var absent = absent();
        var mine = attribute("text").is("mine");
        assertThat(afterAFault().write(Write.Put.of(Item.at(KEY).build()).onlyIf(absent)))
                .isEqualTo(refused);
        for (var update :
                List.of(
                        Write.Update.of(KEY).set("text", "mine").onlyIf(mine),
                        Write.Update.of(KEY).remove("gone").onlyIf(mine))) {
            assertThat(afterAFault().write(update)).isEqualTo(refused);
            assertThat(afterAFault().update(update)).isNull();
        }
        assertThat(afterAFault().write(Write.Delete.of(KEY).onlyIf(mine))).isEqualTo(refused);
        // On the first attempt the existing item is not a result of this write.
        var same = Write.Put.of(other).onlyIf(absent);
        assertThat(TABLE.write(same)).isEqualTo(refused);
    }

    /// A table whose first request never reaches DynamoDB.
    private static DynamoDbTable afterAFault() {
        return faulty(new FaultyNetwork(FaultPlan.always(Fault.INTERNAL_SERVER_ERROR).times(1)));
    }

    @Test
    void onlyTransientFaultsAreRetried() {
        var put = Write.Put.of(Item.at(KEY).build());
        for (var fault : List.of(Fault.INTERNAL_SERVER_ERROR, Fault.THROTTLING)) {
            var network = new FaultyNetwork(FaultPlan.always(fault).on("PutItem").times(2));
            assertThat(faulty(network).write(put)).isEqualTo(new Outcome.Done<>());
            assertThat(network.injected()).isEqualTo(2);
        }
        var conflicts =
                new FaultyNetwork(
                        FaultPlan.always(Fault.TRANSACTION_CONFLICT)
                                .on("TransactWriteItems")
                                .times(2));
        assertThat(faulty(conflicts).transact(List.of(put))).isEqualTo(new Outcome.Done<>());
        assertThat(conflicts.injected()).isEqualTo(2);

        var denied = new FaultyNetwork(FaultPlan.always(Fault.ACCESS_DENIED));
        assertThatThrownBy(() -> faulty(denied).write(put)).isNotInstanceOf(Unavailable.class);
        assertThat(denied.injected()).isEqualTo(1);
        var throttled = new FaultyNetwork(FaultPlan.always(Fault.THROTTLING));
        assertThatThrownBy(() -> faulty(throttled).write(put)).isInstanceOf(Unavailable.class);
        assertThat(throttled.injected()).isEqualTo(3);
    }

    private static DynamoDbTable faulty(FaultyNetwork network) {
        return new DynamoDbTable(
                bed.emulator().client(List.of(), network::over), Emulator.TABLE, TestBed.retry(3));
    }

    @Test
    void eachOfSeveralWritesHasItsOwnOutcome() {
        var other = SocialKeys.LIKE.key(POST, UserId.of("u2"));
        var put = Write.Put.of(Item.at(KEY).build()).onlyIf(absent());
        var delete = Write.Delete.of(other).onlyIf(exists());
        assertThat(put.key()).isEqualTo(KEY);

        var outcomes = TABLE.writeEach(List.of(put, delete));

        assertThat(outcomes)
                .containsExactly(new Outcome.Done<>(), new Outcome.Refused<>(other, null));
        var check = new Write.Check(KEY, absent());
        assertThat(check.onlyIf(exists())).isEqualTo(new Write.Check(KEY, exists()));
    }

    @Test
    void anUpdateMovesAnItemIntoAnIndex() {
        var collection = new ItemCollection(Index.GSI_ONE, "g");

        var _ = TABLE.write(Write.Update.of(KEY).in(collection, "g1"));

        assertThat(TABLE.read(Query.in(collection), 2, null).items())
                .extracting(Item::key)
                .containsExactly(KEY);
        assertThat(Page.Position.of(KEY)).isEqualTo(new Page.Position(List.of(KEY.pk(), KEY.sk())));
        assertThat(SocialKeys.LIKES.index()).isEqualTo(Index.TABLE);
    }

    @Test
    void anOptimisticWriteIsRetriedUntilItSucceeds() {
        var attempts = new AtomicInteger();
        var table = faulty(new FaultyNetwork());
        table.optimisticallyUntil(() -> attempts.incrementAndGet() == 3);
        assertThat(attempts).hasValue(3);
        assertThat(table.<String>optimistically(() -> Attempt.done("won"))).isEqualTo("won");
    }

    @Test
    void aScanReturnsEveryItemPageByPage() {
        bed.putAll(IntStream.range(0, 5).mapToObj(DynamoDbTableTest::member));
        var scans = new DynamoDbScans(bed.emulator().client(), Emulator.TABLE, TestBed.retry(1));
        var found = new ArrayList<Long>();
        Page.@Nullable Position next = null;
        var invocation = InvocationBudget.within(Duration.ofMinutes(1));
        do {
            var from = next;
            var page = invocation.run(() -> scans.scan(2, from));
            assertThat(page.items().size()).isLessThanOrEqualTo(2);
            found.addAll(numbers(page));
            next = page.next();
        } while (next != null);
        assertThat(found).containsExactlyInAnyOrder(0L, 1L, 2L, 3L, 4L);
        assertThat(invocation.roundTrips()).isEqualTo(3);
        assertThat(invocation.readUnits()).isPositive();
    }

    @Test
    void aLargeItemCollectionIsLoggedByEachKindOfWrite() {
        var item = Item.at(KEY).with("text", "a").build();
        var writes =
                List.<Consumer<Table>>of(
                        table -> table.write(Write.Put.of(item)),
                        table -> table.write(Write.Update.of(KEY).set("text", "b")),
                        table -> table.update(Write.Update.of(KEY).set("text", "c")),
                        table -> table.transact(List.of(Write.Put.of(item))));
        for (var write : writes) {
            assertThat(linesOf(write, 5)).isEmpty();
            assertThat(linesOf(write, 6))
                    .singleElement()
                    .asString()
                    .contains("\"level\":\"WARN\"", "\"partition_key\":\"" + KEY.pk() + "\"")
                    .contains("\"gigabytes\":6.0");
        }
    }

    private static List<String> linesOf(Consumer<Table> write, double gigabytes) {
        var client = bed.emulator().client(List.of(new LargeCollections(gigabytes)));
        var table = new DynamoDbTable(client, Emulator.TABLE, TestBed.retry(1));
        var lines = new ArrayList<String>();
        Log.to(
                lines::add,
                () -> {
                    write.accept(table);
                    return lines;
                });
        return lines;
    }

    /// Adds the size of the item collection to responses to requests that ask for it.
    private record LargeCollections(double gigabytes) implements ExecutionInterceptor {
        @Override
        public SdkResponse modifyResponse(
                Context.ModifyResponse call, ExecutionAttributes attributes) {
            var metrics =
                    ItemCollectionMetrics.builder()
                            .itemCollectionKey(Map.of("pk", AttributeValue.fromS(KEY.pk())))
                            .sizeEstimateRangeGB(gigabytes - 1, gigabytes)
                            .build();
            return switch (call.request()) {
                case PutItemRequest put
                        when put.returnItemCollectionMetrics()
                                == ReturnItemCollectionMetrics.SIZE ->
                        ((PutItemResponse) call.response())
                                .toBuilder().itemCollectionMetrics(metrics).build();
                case UpdateItemRequest update
                        when update.returnItemCollectionMetrics()
                                == ReturnItemCollectionMetrics.SIZE ->
                        ((UpdateItemResponse) call.response())
                                .toBuilder().itemCollectionMetrics(metrics).build();
                case TransactWriteItemsRequest transaction
                        when transaction.returnItemCollectionMetrics()
                                == ReturnItemCollectionMetrics.SIZE ->
                        ((TransactWriteItemsResponse) call.response())
                                .toBuilder()
                                        .itemCollectionMetrics(
                                                Map.of(Emulator.TABLE, List.of(metrics)))
                                        .build();
                default -> call.response();
            };
        }
    }
}
