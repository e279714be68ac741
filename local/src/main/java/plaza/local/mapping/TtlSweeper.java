package plaza.local.mapping;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.table.TableSchema;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/// Removes expired items as DynamoDB itself does.
///
/// DynamoDB Local 3.3.1 can do so after UpdateTimeToLive, but it uses the machine's time instead of
/// `/dev/clock`, and its stream does not distinguish its removals from a user's. The local table
/// must therefore not have the setting.
public final class TtlSweeper implements AutoCloseable {
    private static final Logger LOG = System.getLogger(TtlSweeper.class.getName());

    /// Items that expired longer ago stay: "the TTL timestamp can't be more than five years in the
    /// past".
    private static final int YEARS_MAX = 5;

    /// The pause after each page of a sweep in the background, as a multiple of the time of the
    /// page. A sweep scans the whole table, and DynamoDB Local does nothing else meanwhile: sweeps
    /// take at most a tenth of its time.
    private static final int REST_FACTOR = 9;

    /// The time that a running sweep has to finish when the sweeper closes.
    private static final Duration CLOSE_MAX = Duration.ofMillis(500);

    private final DynamoDbClient client;
    private final String tableName;
    private final ExpiredItems expiredItems;
    private final Clock clock;
    private @Nullable Thread thread;

    /// @throws IllegalStateException if DynamoDB Local removes expired items of this table itself
    public TtlSweeper(
            DynamoDbClient client, String tableName, ExpiredItems expiredItems, Clock clock) {
        this.client = client;
        this.tableName = tableName;
        this.expiredItems = expiredItems;
        this.clock = clock;
        var setting =
                client.describeTimeToLive(
                                DescribeTimeToLiveRequest.builder().tableName(tableName).build())
                        .timeToLiveDescription();
        if (setting != null && setting.timeToLiveStatus() == TimeToLiveStatus.ENABLED) {
            throw new IllegalStateException("time to live is set on the local table");
        }
    }

    /// Removes all items that have expired.
    ///
    /// @return the number of removed items
    public int sweep() {
        return sweep(0);
    }

    /// @param restFactor the pause after each page, as a multiple of the time of the page
    private int sweep(int restFactor) {
        var now = clock.instant();
        var removed = 0;
        Map<String, AttributeValue> start = null;
        do {
            var began = System.nanoTime();
            var page = client.scan(expired(now, start));
            for (var item : page.items()) {
                removed += remove(item) ? 1 : 0;
            }
            start = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : Map.of();
            var took = Duration.ofNanos(System.nanoTime() - began);
            if (!rest(took.multipliedBy(restFactor))) {
                return removed;
            }
        } while (!start.isEmpty());
        return removed;
    }

    /// Starts to sweep repeatedly, with a pause after each sweep, until [#close].
    public synchronized void start(Duration pause) {
        if (thread == null) {
            thread = Thread.ofVirtual().name("ttl-sweeper").start(() -> run(pause));
        }
    }

    @Override
    public void close() {
        Thread running;
        synchronized (this) {
            running = thread;
            thread = null;
        }
        if (running != null) {
            running.interrupt();
            try {
                running.join(CLOSE_MAX);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void run(Duration pause) {
        do {
            try {
                sweep(REST_FACTOR);
            } catch (RuntimeException fault) {
                if (Thread.currentThread().isInterrupted()) {
                    return;
                }
                LOG.log(Level.WARNING, "a sweep of expired items failed", fault);
            }
        } while (rest(pause));
    }

    private static boolean rest(Duration pause) {
        try {
            Thread.sleep(pause);
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private ScanRequest expired(Instant now, @Nullable Map<String, AttributeValue> start) {
        var oldest = now.atZone(clock.getZone()).minus(YEARS_MAX, ChronoUnit.YEARS).toInstant();
        return ScanRequest.builder()
                .tableName(tableName)
                .filterExpression("#ttl <= :now AND #ttl > :oldest")
                .projectionExpression("#pk, #sk, #ttl")
                .expressionAttributeNames(
                        Map.of(
                                "#pk", TableSchema.PK,
                                "#sk", TableSchema.SK,
                                "#ttl", TableSchema.TTL))
                .expressionAttributeValues(Map.of(":now", seconds(now), ":oldest", seconds(oldest)))
                .exclusiveStartKey(start == null || start.isEmpty() ? null : start)
                .build();
    }

    private synchronized boolean remove(Map<String, AttributeValue> item) {
        var pk = item.get(TableSchema.PK);
        var sk = item.get(TableSchema.SK);
        var ttl = item.get(TableSchema.TTL);
        if (pk == null || sk == null || ttl == null) {
            return false;
        }
        expiredItems.note(pk.s(), sk.s(), ttl.n());
        try {
            client.deleteItem(
                    DeleteItemRequest.builder()
                            .tableName(tableName)
                            .key(Map.of(TableSchema.PK, pk, TableSchema.SK, sk))
                            .conditionExpression("#ttl = :seen")
                            .expressionAttributeNames(Map.of("#ttl", TableSchema.TTL))
                            .expressionAttributeValues(Map.of(":seen", ttl))
                            .build());
            return true;
        } catch (ConditionalCheckFailedException _) {
            expiredItems.withdraw(pk.s(), sk.s(), ttl.n());
            return false;
        }
    }

    private static AttributeValue seconds(Instant instant) {
        return AttributeValue.fromN(Long.toString(instant.getEpochSecond()));
    }
}
