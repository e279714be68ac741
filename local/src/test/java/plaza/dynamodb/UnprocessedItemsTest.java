package plaza.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import plaza.id.UserId;
import plaza.local.emulator.Emulator;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.table.Item;
import plaza.table.Table;
import plaza.table.Unavailable;
import plaza.table.Write;
import plaza.testkit.TestBed;
import plaza.testkit.fault.Fault;
import plaza.testkit.fault.FaultPlan;
import plaza.testkit.fault.FaultyNetwork;

/// A table at its capacity returns a part of each batch as unprocessed.
class UnprocessedItemsTest {
    private static final int ATTEMPTS_MAX = 3;
    private static final PostId POST = PostId.of("post");

    /// Attempts that write something do not count towards the limit.
    @Test
    void aBatchThatMakesProgressIsRetriedWithoutLimit() {
        try (var bed = new TestBed()) {
            // 25, 13, 7, 4, 2, 1: five requests leave something unprocessed
            var network = new FaultyNetwork(FaultPlan.always(Fault.SOME_UNPROCESSED).times(5));

            table(bed, network).writeAll(likes(Table.BATCH_WRITE_MAX));

            assertThat(bed.items(SocialKeys.LIKES.of(POST))).hasSize(Table.BATCH_WRITE_MAX);
            assertThat(network.sent()).hasSize(6).hasSizeGreaterThan(ATTEMPTS_MAX);
        }
    }

    @Test
    void aBatchWithoutProgressFailsAfterAllAttempts() {
        try (var bed = new TestBed()) {
            var network = new FaultyNetwork(FaultPlan.always(Fault.SOME_UNPROCESSED));

            assertThatThrownBy(() -> table(bed, network).writeAll(likes(1)))
                    .isInstanceOf(Unavailable.class);

            assertThat(network.sent()).hasSize(ATTEMPTS_MAX);
        }
    }

    private static DynamoDbTable table(TestBed bed, FaultyNetwork network) {
        return new DynamoDbTable(
                bed.emulator().client(List.of(), network::over),
                Emulator.TABLE,
                TestBed.retry(ATTEMPTS_MAX));
    }

    private static List<Write> likes(int count) {
        return IntStream.range(0, count)
                .<Write>mapToObj(number ->
                        Write.Put.of(
                                Item.at(SocialKeys.LIKE.key(POST, UserId.of("u" + number)))
                                        .build()))
                .toList();
    }
}
