package plaza.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;
import org.junit.jupiter.api.Test;
import plaza.id.PostIds;
import plaza.id.UserId;
import plaza.table.DynamoDbTable;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Retry;
import plaza.table.Write;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/// Copies of one snapshot. A copy is played by building the same function with the same seed and
/// doing the same things with it: whatever it then makes is what a real copy would make.
final class SnapshotTest {
    private static final long SEED = 4_711;
    private static final int MADE = 200;
    private static final Context<Resource> CRAC = Core.getGlobalContext();

    /// All copies wake at the same moment: the worst case for ids that begin with the time.
    private static final Clock CLOCK =
            Clock.fixed(Instant.parse("2026-01-31T09:05:00Z"), ZoneOffset.UTC);

    @Test
    void copiesThatRenewNothingRepeatEachOther() {
        var first = Copy.atCheckpoint(1);
        var second = Copy.atCheckpoint(2);
        assertThat(first.make()).isEqualTo(second.make());
    }

    @Test
    void twoCopiesNeverMakeTheSameIdTokenOrPause() {
        var first = Copy.atCheckpoint(1);
        var second = Copy.atCheckpoint(2);
        first.snapshot.afterRestore(CRAC);
        second.snapshot.afterRestore(CRAC);
        var made = new ArrayList<>(first.make());
        made.addAll(second.make());
        made.addAll(Copy.atCheckpoint(3).make());
        assertThat(made).hasSize(3 * 3 * MADE);
        assertThat(new HashSet<>(made)).hasSameSizeAs(made);
    }

    @Test
    void nothingOfTheLastIdSurvives() {
        var before = Copy.atCheckpoint(1);
        var last = before.postIds.next().id().value();
        before.snapshot.afterRestore(CRAC);
        var next = before.postIds.next().id().value();
        // The same millisecond: an id that was the last one plus a step would share its first
        // half of chance.
        assertThat(next.substring(0, 10)).isEqualTo(last.substring(0, 10));
        assertThat(next.substring(10, 18)).isNotEqualTo(last.substring(10, 18));
    }

    @Test
    void primingRunsBeforeAndRenewalAfter() {
        var done = new ArrayList<String>();
        var snapshot = new Snapshot();
        snapshot.after(() -> done.add("renewed"));
        snapshot.before(() -> done.add("primed"));
        snapshot.beforeCheckpoint(CRAC);
        assertThat(done).containsExactly("primed");
        snapshot.afterRestore(CRAC);
        assertThat(done).containsExactly("primed", "renewed");
    }

    /// A function with everything in it that must be unique.
    private static final class Copy {
        private final Snapshot snapshot = new Snapshot();
        private final List<String> tokens = new ArrayList<>();
        private final RenewableRandom chance;
        private final PostIds postIds;
        private final DynamoDbTable table;

        private Copy(List<RandomGenerator> sources) {
            this.chance = new RenewableRandom(sources::removeFirst);
            this.postIds = new PostIds(CLOCK, chance);
            this.table =
                    new DynamoDbTable(
                            new Transactions(tokens), "table", Retry.standard(chance), chance);
            snapshot.after(chance::renew);
            snapshot.after(postIds::forget);
        }

        /// The function at its snapshot, having made some ids already.
        ///
        /// @param number what the operating system gives this copy, and no other, to start from
        static Copy atCheckpoint(int number) {
            var copy =
                    new Copy(
                            new ArrayList<>(
                                    List.of(
                                            new SplittableRandom(SEED),
                                            new SplittableRandom(SEED + number))));
            copy.snapshot.beforeCheckpoint(CRAC);
            copy.make();
            copy.tokens.clear();
            return copy;
        }

        List<String> make() {
            var made = new ArrayList<String>();
            for (var number = 0; number < MADE; number++) {
                made.add(postIds.next().id().value());
                var user = KeySpace.userInfo(UserId.of("u" + number));
                var _ = table.transact(List.of(Write.Put.of(Item.at(user).build())));
                made.add("pause " + chance.nextLong());
            }
            made.addAll(tokens);
            return made;
        }
    }

    /// Remembers the tokens of transactions.
    private record Transactions(List<String> tokens) implements DynamoDbClient {
        @Override
        public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
            tokens.add(request.clientRequestToken());
            return TransactWriteItemsResponse.builder().build();
        }

        @Override
        public String serviceName() {
            return "dynamodb";
        }

        @Override
        public void close() {
            // There is nothing to close.
        }
    }
}
