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

/// A table's stream in DynamoDB Local (or DynamoDB: nothing here is special to the former except
/// what the words say).
///
/// What DynamoDB Local 3.3.1 does: one open shard at a time, each with the one before it as parent;
/// sequence numbers are 21 digits, padded with zeros, counted over the whole stream, some of them
/// used up by the ends of shards; the time of a change is cut to the minute; a closed and read
/// shard answers with no next iterator; stream, shards and numbers survive a restart when data is
/// kept in a file.
public final class DynamoDbStreamSource implements StreamSource {
    private static final Logger LOG = System.getLogger(DynamoDbStreamSource.class.getName());

    /// Iterators that are kept for the next read: one per reader and shard is enough.
    private static final int ITERATORS_MAX = 64;

    private final DynamoDbStreamsClient client;
    private final String arn;
    private final ExpiredItems expiredItems;
    private final Map<Place, String> iterators =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Place, String> eldest) {
                    return size() > ITERATORS_MAX;
                }
            };

    private record Place(String shardId, @Nullable ShardPosition after) {}

    /// @param expiredItems which removals were DynamoDB's own
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
        var place = new Place(shardId, after);
        var known = takeIterator(place);
        GetRecordsResponse response;
        try {
            response = records(known == null ? iterator(place) : known);
        } catch (ExpiredIteratorException _) {
            // after 15 minutes, for instance because the machine slept
            response = records(iterator(place));
        } catch (TrimmedDataAccessException _) {
            LOG.log(Level.WARNING, "records were trimmed before they were read");
            response = records(iterator(new Place(shardId, null)));
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
        keepIterator(new Place(shardId, through), next);
        return new Slice(records, false);
    }

    private GetRecordsResponse records(String iterator) {
        return client.getRecords(
                GetRecordsRequest.builder().shardIterator(iterator).limit(READ_MAX).build());
    }

    private String iterator(Place place) {
        var request = GetShardIteratorRequest.builder().streamArn(arn).shardId(place.shardId());
        var after = place.after();
        if (after == null) {
            request.shardIteratorType(ShardIteratorType.TRIM_HORIZON);
        } else {
            request.shardIteratorType(ShardIteratorType.AFTER_SEQUENCE_NUMBER)
                    .sequenceNumber(after.digits());
        }
        return Objects.requireNonNull(
                client.getShardIterator(request.build()).shardIterator(), "no iterator");
    }

    private @Nullable String takeIterator(Place place) {
        synchronized (iterators) {
            return iterators.remove(place);
        }
    }

    private void keepIterator(Place place, String iterator) {
        synchronized (iterators) {
            iterators.put(place, iterator);
        }
    }
}
