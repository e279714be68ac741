package plaza.local.mapping;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A stream that can be read.
public interface StreamSource {
    /// The most records that one read returns; DynamoDB Streams' own limit for GetRecords.
    int READ_MAX = 1_000;

    /// The stream's name.
    String arn();

    /// All shards that still exist, parents before children.
    List<Shard> shards();

    /// The records of a shard that follow `after`, oldest first; from the oldest there is where
    /// `after` is null.
    Slice read(String shardId, @Nullable ShardPosition after);

    /// A part of the stream, in which records are in order.
    ///
    /// @param id its name
    /// @param parentId the shard that it continues; null for the first
    record Shard(String id, @Nullable String parentId) {}

    /// What one read found.
    ///
    /// @param records at most [#READ_MAX]; fewer, or none, does not mean that there are no more
    /// @param complete whether nothing can follow: the shard is closed and read to its end
    record Slice(List<StreamRecord> records, boolean complete) {}
}
