package plaza.local.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static plaza.table.Condition.absent;
import static plaza.table.Condition.exists;

import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import plaza.catalogue.Access;
import plaza.dynamodb.DynamoDbTable;
import plaza.id.UserId;
import plaza.local.SampleFunctions;
import plaza.local.emulator.Meter.Cost;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.table.Item;
import plaza.table.Query;
import plaza.table.Retry;
import plaza.table.Table;
import plaza.table.Write;

final class MeterTest {
    private static final UserId ALICE = UserId.of("alice");
    private static final UserId BOB = UserId.of("bob");
    private static final PostId POST = PostId.of("p1");

    private final Emulator emulator = Emulator.inMemory();
    private final Meter meter = new Meter(emulator.client());
    private final Table table =
            new DynamoDbTable(emulator.client(List.of(meter)), Emulator.TABLE, Retry.standard());

    @AfterEach
    void close() {
        emulator.close();
    }

    private Cost cost(Runnable work) {
        return meter.measure(
                        () -> {
                            work.run();
                            return true;
                        })
                .cost();
    }

    @Test
    void theCostOfAReadDependsOnSizeAndConsistency() {
        assertThat(cost(() -> table.get(SocialKeys.POST_COUNTER.key(POST))))
                .isEqualTo(new Cost(0.5, 0, 0, 1));
        table.write(Write.Put.of(post("x".repeat(5_000))));
        var key = SocialKeys.POST.key(ALICE, POST);
        assertThat(cost(() -> table.get(key))).isEqualTo(new Cost(1, 0, 0, 1));
        assertThat(cost(() -> table.getConsistent(key))).isEqualTo(new Cost(2, 0, 0, 1));
        assertThat(cost(() -> table.getAll(List.of(key, SocialKeys.POST_COUNTER.key(POST)))))
                .as("two units for the large item, one for the missing item")
                .isEqualTo(new Cost(3, 0, 0, 1));
    }

    @Test
    void aQueryWithoutResultsIsNotFree() {
        assertThat(cost(() -> table.read(Query.in(SocialKeys.LIKES.of(POST)), 10, null)))
                .isEqualTo(new Cost(0.5, 0, 0, 1));
    }

    @Test
    void aWriteCostsTheLargerOfTheSizesBeforeAndAfter() {
        assertThat(cost(() -> table.write(Write.Put.of(post("x".repeat(1_500))))))
                .isEqualTo(new Cost(0, 2, 0, 1));
        assertThat(cost(() -> table.write(Write.Put.of(post("x")))))
                .isEqualTo(new Cost(0, 2, 0, 1));
        assertThat(cost(() -> table.write(Write.Put.of(post("x")))))
                .isEqualTo(new Cost(0, 1, 0, 1));
        assertThat(
                        cost(() ->
                                table.write(
                                        Write.Update.of(SocialKeys.POST.key(ALICE, POST))
                                                .set("content", "x".repeat(2_500)))))
                .isEqualTo(new Cost(0, 3, 0, 1));
        assertThat(cost(() -> table.write(Write.Delete.of(SocialKeys.POST.key(ALICE, POST)))))
                .isEqualTo(new Cost(0, 3, 0, 1));
        assertThat(cost(() -> table.write(Write.Delete.of(SocialKeys.POST.key(ALICE, POST)))))
                .as("nothing to delete")
                .isEqualTo(new Cost(0, 1, 0, 1));
    }

    @Test
    void aTransactionCostsTwiceAsMuch() {
        var writes =
                List.<Write>of(
                        Write.Put.of(Item.at(SocialKeys.FOLLOWEE.key(ALICE, BOB)).build()),
                        Write.Put.of(Item.at(SocialKeys.FOLLOWER.key(BOB, ALICE)).build()),
                        Write.Update.of(SocialKeys.USER_COUNT.key(ALICE)).add("followingCount", 1),
                        Write.Update.of(SocialKeys.USER_COUNT.key(BOB)).add("followerCount", 1));
        assertThat(cost(() -> table.transact(writes))).isEqualTo(new Cost(0, 8, 0, 1));
        var large =
                List.<Write>of(
                        Write.Put.of(post("x".repeat(1_100))),
                        new Write.Check(SocialKeys.USER_COUNT.key(BOB), exists()));
        assertThat(cost(() -> table.transact(large))).isEqualTo(new Cost(0, 6, 0, 1));
    }

    @Test
    void aFailedConditionIsNotFree() {
        table.write(Write.Put.of(post("x".repeat(1_500))));
        var again = Write.Put.of(post("x")).onlyIf(absent());
        assertThat(cost(() -> table.write(again))).isEqualTo(new Cost(0, 2, 0, 1));
        assertThat(cost(() -> table.transact(List.of(again)))).isEqualTo(new Cost(0, 4, 0, 1));
    }

    @Test
    void indexesArePartOfTheCost() {
        var now = Instant.ofEpochMilli(1_700_000_000_000L);
        var request =
                Item.at(SocialKeys.REQUEST.key(ALICE, ALICE))
                        .in(
                                SocialKeys.REQUESTS_BY_TIME.of(ALICE),
                                SocialKeys.REQUEST_ORDER.of(now, ALICE))
                        .in(SocialKeys.LIKED.of(ALICE), "other")
                        .build();
        assertThat(cost(() -> table.write(Write.Put.of(request))))
                .as("one for the table, one for each index")
                .isEqualTo(new Cost(0, 3, 2, 1));
    }

    @Test
    void batchesAreCountedItemByItem() {
        var writes =
                IntStream.range(0, 60)
                        .<Write>mapToObj(n ->
                                Write.Put.of(
                                        Item.at(SocialKeys.LIKE.key(POST, UserId.of("u" + n)))
                                                .build()))
                        .toList();
        assertThat(cost(() -> table.writeAll(writes))).isEqualTo(new Cost(0, 60, 0, 3));
        assertThat(meter.calls()).containsEntry("BatchWriteItem", 3L);
    }

    @Test
    void aRequestThatIsNotSentIsFree() {
        var denied =
                new Functions(emulator)
                        .observedBy(meter)
                        .table(
                                SampleFunctions.row(
                                        SampleFunctions.Echo.class, "GET", "/", Access.ANY_USER));
        var before = meter.total();
        assertThatThrownBy(() -> denied.write(Write.Put.of(post("x")))).isNotNull();
        assertThat(meter.total()).isEqualTo(before);
    }

    private static Item post(String content) {
        return Item.at(SocialKeys.POST.key(ALICE, POST)).with("content", content).build();
    }
}
