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
import plaza.dynamodb.DynamoDbTable;
import plaza.http.Cursors;
import plaza.http.Cursors.Keyring;
import plaza.http.Cursors.Secret;
import plaza.id.Ulids;
import plaza.id.UserId;
import plaza.social.key.SocialKeys;
import plaza.table.Item;
import plaza.table.Retry;
import plaza.table.Write;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/// Tests copies of one snapshot. A copy is simulated by creating the same function with the same
/// seed and the same calls, so that its state equals that of a real copy.
final class SnapshotTest {
    private static final long SEED = 4_711;
    private static final int MADE = 200;
    private static final Keyring KEYRING = new Keyring(List.of(new Secret(new byte[32])));
    private static final Context<Resource> CRAC = Core.getGlobalContext();

    /// All copies are restored in the same millisecond, the worst case for ids that start with the
    /// time.
    private static final Clock CLOCK =
            Clock.fixed(Instant.parse("2026-01-31T09:05:00Z"), ZoneOffset.UTC);

    @Test
    void copiesWithoutRenewalGenerateTheSameValues() {
        var first = Copy.atCheckpoint(1);
        var second = Copy.atCheckpoint(2);
        assertThat(first.make()).isEqualTo(second.make());
    }

    @Test
    void renewedCopiesNeverRepeatIdsTokensCursorsOrPauses() {
        var first = Copy.atCheckpoint(1);
        var second = Copy.atCheckpoint(2);
        first.snapshot.afterRestore(CRAC);
        second.snapshot.afterRestore(CRAC);
        var made = new ArrayList<>(first.make());
        made.addAll(second.make());
        made.addAll(Copy.atCheckpoint(3).make());
        assertThat(made).hasSize(3 * 4 * MADE);
        assertThat(new HashSet<>(made)).hasSameSizeAs(made);
    }

    @Test
    void primingRunsBeforeTheSnapshotAndRenewalAfterTheRestore() {
        var done = new ArrayList<String>();
        var snapshot = new Snapshot();
        snapshot.after(() -> done.add("renewed"));
        snapshot.before(() -> done.add("primed"));
        snapshot.beforeCheckpoint(CRAC);
        assertThat(done).containsExactly("primed");
        snapshot.afterRestore(CRAC);
        assertThat(done).containsExactly("primed", "renewed");
    }

    /// A function with all state that must differ between copies.
    private static final class Copy {
        private final Snapshot snapshot = new Snapshot();
        private final List<String> tokens = new ArrayList<>();
        private final RenewableRandom random;
        private final Ulids ulids;
        private final Cursors cursors;
        private final DynamoDbTable table;

        private Copy(List<RandomGenerator> sources) {
            this.random = new RenewableRandom(sources::removeFirst);
            this.ulids = new Ulids(CLOCK, random);
            this.cursors = new Cursors(KEYRING, CLOCK, random);
            this.table =
                    new DynamoDbTable(
                            new Transactions(tokens), "table", Retry.standard(random), random);
            snapshot.after(random::renew);
            snapshot.after(ulids::forget);
        }

        /// The function at its snapshot, after it has generated some ids.
        ///
        /// @param number the seed of this copy, which the operating system would provide
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
                made.add(ulids.next().id());
                var user = SocialKeys.USER_INFO.key(UserId.of("u" + number));
                var _ = table.transact(List.of(Write.Put.of(Item.at(user).build())));
                made.add(HttpPriming.page(cursors).getBody());
                made.add("pause " + random.nextLong());
            }
            made.addAll(tokens);
            return made;
        }
    }

    /// Records the tokens of transactions.
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
