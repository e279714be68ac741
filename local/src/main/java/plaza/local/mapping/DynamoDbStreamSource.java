package plaza.local.mapping;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/// A table's stream in DynamoDB Local. It uses the same API as DynamoDB's.
///
/// DynamoDB Local 3.3.1 has one open shard at a time, whose parent is the previous shard. Sequence
/// numbers have 21 digits, are padded with zeros and increase over the whole stream; the end of a
/// shard uses some. The time of a change is truncated to the minute. A closed shard that is read to
/// its end has no next iterator. Stream, shards and sequence numbers survive a restart if data is
/// kept in a file.
public final class DynamoDbStreamSource implements StreamSource {
    private static final Logger LOG = System.getLogger(DynamoDbStreamSource.class.getName());

    /// The maximum number of iterators that are kept for the next read; one per reader and shard is
    /// enough.
    private static final int ITERATORS_MAX = 64;

    private final DynamoDbStreamsClient client;
    private final String arn;
    private final ExpiredItems expiredItems;
    private final Map<Cursor, String> iterators =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Cursor, String> eldest) {
                    return size() > ITERATORS_MAX;
                }
            };

    private record Cursor(String shardId, @Nullable ShardPosition after) {}

    /// @param expiredItems the removals that DynamoDB itself made
    public DynamoDbStreamSource(
            DynamoDbStreamsClient client, String arn, ExpiredItems expiredItems) {
        this.client = client;
        this.arn = arn;
        this.expiredItems = expiredItems;
    }

    @Override
    public String arn() {
        return arn;
    }

    @Override
    public List<Shard> shards() {
        var shards = new ArrayList<Shard>();
        String last = null;
        do {
            var request =
                    DescribeStreamRequest.builder()
                            .streamArn(arn)
                            .exclusiveStartShardId(last)
                            .build();
            var stream = client.describeStream(request).streamDescription();
            for (var shard : stream.shards()) {
                shards.add(new Shard(shard.shardId(), shard.parentShardId()));
            }
            last = stream.lastEvaluatedShardId();
        } while (last != null);
        return shards;
    }

    @Override
    public Slice read(String shardId, @Nullable ShardPosition after) {
        var cursor = new Cursor(shardId, after);
        var known = takeIterator(cursor);
        GetRecordsResponse response;
        try {
            response = records(known == null ? iterator(cursor) : known);
        } catch (ExpiredIteratorException _) {
            // after 15 minutes, for example because the machine was suspended
            response = records(iterator(cursor));
        } catch (TrimmedDataAccessException _) {
            LOG.log(Level.WARNING, "records were trimmed before they were read");
            response = records(iterator(new Cursor(shardId, null)));
        } catch (ResourceNotFoundException _) {
            LOG.log(Level.WARNING, "a shard was trimmed before it was read to its end");
            return new Slice(List.of(), true);
        }
        var records = new ArrayList<StreamRecord>(response.records().size());
        for (var record : response.records()) {
            records.add(LambdaJson.record(record, arn, expiredItems.includes(record)));
        }
        var next = response.nextShardIterator();
        if (next == null) {
            return new Slice(records, true);
        }
        var through = records.isEmpty() ? after : records.getLast().sequenceNumber();
        keepIterator(new Cursor(shardId, through), next);
        return new Slice(records, false);
    }

    private GetRecordsResponse records(String iterator) {
        return client.getRecords(
                GetRecordsRequest.builder().shardIterator(iterator).limit(READ_MAX).build());
    }

    private String iterator(Cursor cursor) {
        var request = GetShardIteratorRequest.builder().streamArn(arn).shardId(cursor.shardId());
        var after = cursor.after();
        if (after == null) {
            request.shardIteratorType(ShardIteratorType.TRIM_HORIZON);
        } else {
            request.shardIteratorType(ShardIteratorType.AFTER_SEQUENCE_NUMBER)
                    .sequenceNumber(after.digits());
        }
        return Objects.requireNonNull(
                client.getShardIterator(request.build()).shardIterator(), "no iterator");
    }

    private @Nullable String takeIterator(Cursor cursor) {
        synchronized (iterators) {
            return iterators.remove(cursor);
        }
    }

    private void keepIterator(Cursor cursor, String iterator) {
        synchronized (iterators) {
            iterators.put(cursor, iterator);
        }
    }
}
