package plaza.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.id.UserId;
import plaza.local.emulator.Emulator;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.table.Item;
import plaza.table.Retry;
import plaza.table.Unavailable;
import plaza.table.Write;
import plaza.testkit.capacity.LimitedClient;
import plaza.testkit.thread.VirtualSeconds;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/// Deliveries and posts share a table that accepts 100 write units per second.
///
/// Everything runs in one virtual time: each request takes a few milliseconds, and nothing depends
/// on the speed of the machine.
class BulkWritesTest {
    private static final int UNITS_PER_SECOND = 100;

    /// The writes of a post: the post, its two counters, and the author's count of posts.
    private static final int WRITES_PER_POST = 4;

    private static final int UNITS_PER_POST = 2 * WRITES_PER_POST;
    private static final Duration POST_INTERVAL = Duration.ofMillis(500);
    private static final int ENTRIES = 50_000;
    private static final int SLICE = 2_500;
    private static final long SEED = 20_261_123;

    private final VirtualSeconds time = new VirtualSeconds();
    private final LimitedClient client =
            new LimitedClient(new AcceptingClient(), UNITS_PER_SECOND, () -> time.now().toNanos());
    private final List<Duration> postTimes = new ArrayList<>();
    private int unavailable;
    private int writing;

    /// Accepts every write and stores nothing.
    private final class AcceptingClient implements DynamoDbClient {
        @Override
        public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
            time.pause(Duration.ofMillis(5));
            return BatchWriteItemResponse.builder().build();
        }

        @Override
        public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
            time.pause(Duration.ofMillis(10));
            return TransactWriteItemsResponse.builder().build();
        }

        @Override
        public String serviceName() {
            return "dynamodb";
        }

        @Override
        public void close() {}
    }

    /// At least 99.9 % of the posts succeed, and the deliveries use at least 90 % of the capacity
    /// that the posts leave them.
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 16})
    void postsSucceedWhileDeliveriesUseTheRestOfTheCapacity(int deliveries) {
        var callers = new ArrayList<Runnable>();
        writing = deliveries;
        for (var number = 0; number < deliveries; number++) {
            var table = table(SEED + number);
            var author = UserId.of("author" + number);
            callers.add(() -> deliver(table, author, ENTRIES / deliveries));
        }
        var table = table(SEED - 1);
        callers.add(() -> {
            while (writing > 0) {
                post(table);
                time.pause(POST_INTERVAL);
            }
        });

        time.run(callers);

        assertThat(client.written())
                .isEqualTo(ENTRIES + (long) UNITS_PER_POST * (postTimes.size() - unavailable));
        assertThat(postTimes).hasSizeGreaterThan(1_000);
        assertThat(unavailable).isLessThanOrEqualTo(postTimes.size() / 1_000);
        var atFullCapacity = Duration.ofSeconds(client.written() / UNITS_PER_SECOND);
        assertThat(time.now()).isLessThan(atFullCapacity.multipliedBy(11).dividedBy(10));
    }

    private DynamoDbTable table(long seed) {
        var random = new SplittableRandom(seed);
        var standard = Retry.standard();
        return new DynamoDbTable(
                client,
                Emulator.TABLE,
                new Retry(
                        standard.attemptsMax(),
                        standard.first(),
                        standard.longest(),
                        () -> random,
                        time),
                random);
    }

    private void deliver(DynamoDbTable table, UserId author, int entries) {
        for (var start = 0; start < entries; start += SLICE) {
            table.writeAll(
                    IntStream.range(start, Math.min(start + SLICE, entries))
                            .<Write>mapToObj(reader -> put(author, PostId.of("p" + reader)))
                            .toList());
        }
        writing--;
    }

    private void post(DynamoDbTable table) {
        var start = time.now();
        try {
            table.transact(
                    IntStream.range(0, WRITES_PER_POST)
                            .<Write>mapToObj(part -> put(UserId.of("other"), PostId.of("p" + part)))
                            .toList());
        } catch (Unavailable _) {
            unavailable++;
        }
        postTimes.add(time.now().minus(start));
    }

    private static Write put(UserId author, PostId post) {
        return Write.Put.of(
                Item.at(SocialKeys.POST.key(author, post)).endingAt(Instant.EPOCH).build());
    }
}
