package plaza.local.mapping;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A stream that can be read.
public interface StreamSource {
    /// The maximum number of records of one read; the limit of GetRecords in DynamoDB Streams.
    int READ_MAX = 1_000;

    /// Returns the ARN of the stream.
    String arn();

    /// Returns all existing shards, parents before children.
    List<Shard> shards();

    /// Reads the records of a shard after `after`, oldest first, or from the oldest existing record
    /// if `after` is null.
    Slice read(String shardId, @Nullable ShardPosition after);

    /// A part of the stream with ordered records.
    ///
    /// @param parentId the shard that it continues; null for the first one
    record Shard(String id, @Nullable String parentId) {}

    /// The result of a read.
    ///
    /// @param records at most [#READ_MAX]; more may follow even if there are fewer, or none
    /// @param complete whether the shard is closed and read to its end
    record Slice(List<StreamRecord> records, boolean complete) {}
}
