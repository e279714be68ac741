package plaza.local.mapping;

import org.jspecify.annotations.Nullable;

/// The progress of a mapping in one shard.
///
/// @param after the last processed record; null before the first
/// @param complete whether the mapping has processed the whole shard
public record Checkpoint(@Nullable ShardPosition after, boolean complete) {
    /// The start of the shard: the oldest existing record is next.
    public static final Checkpoint TRIM_HORIZON = new Checkpoint(null, false);
}
