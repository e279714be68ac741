package plaza.local.mapping;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A stream whose records and shards a test defines.
final class FakeStream implements StreamSource {
    static final String ARN =
            "arn:aws:dynamodb:us-east-2:123456789012:table/mytable/stream/2019-11-14T00:04:06.388";

    private static final class State {
        final @Nullable String parentId;
        final List<StreamRecord> records = new ArrayList<>();
        boolean closed;

        State(@Nullable String parentId) {
            this.parentId = parentId;
        }
    }

    private final Map<String, State> shards = new LinkedHashMap<>();
    private final int readMax;
    boolean broken;
    int reads;

    FakeStream() {
        this(READ_MAX);
    }

    FakeStream(int readMax) {
        this.readMax = readMax;
    }

    FakeStream shard(String id, @Nullable String parentId) {
        shards.put(id, new State(parentId));
        return this;
    }

    synchronized FakeStream close(String id) {
        state(id).closed = true;
        return this;
    }

    FakeStream remove(String id) {
        shards.remove(id);
        return this;
    }

    /// Adds a record of the insertion of the item `name`.
    synchronized FakeStream put(String shardId, String number, Instant created, String name) {
        var json =
                """
                {"eventID":"%s","eventName":"INSERT","eventVersion":"1.1","eventSource":"aws:dynamodb",
                "awsRegion":"ddblocal","dynamodb":{"ApproximateCreationDateTime":%d,
                "Keys":{"pk":{"S":"%s"}},"NewImage":{"pk":{"S":"%s"},"n":{"N":"7"}},
                "SequenceNumber":"%s","SizeBytes":26,"StreamViewType":"NEW_AND_OLD_IMAGES"},
                "eventSourceARN":"%s"}\
                """
                        .formatted(number, created.getEpochSecond(), name, name, number, ARN)
                        .replace("\n", "");
        state(shardId).records.add(new StreamRecord(new ShardPosition(number), created, json));
        return this;
    }

    @Override
    public String arn() {
        return ARN;
    }

    @Override
    public List<Shard> shards() {
        return shards.entrySet().stream()
                .map(shard -> new Shard(shard.getKey(), shard.getValue().parentId))
                .toList();
    }

    @Override
    public synchronized Slice read(String shardId, @Nullable ShardPosition after) {
        if (broken) {
            throw new IllegalStateException("the stream does not respond");
        }
        reads++;
        var state = state(shardId);
        var rest =
                state.records.stream()
                        .filter(record ->
                                after == null || record.sequenceNumber().compareTo(after) > 0)
                        .toList();
        var records = rest.subList(0, Math.min(readMax, rest.size()));
        return new Slice(records, state.closed && records.size() == rest.size());
    }

    private State state(String id) {
        return Objects.requireNonNull(shards.get(id), "unknown shard");
    }
}
