package plaza.local.mapping;

import org.jspecify.annotations.Nullable;

/// How far a mapping is in one shard.
///
/// @param after the last record that it is done with; null before the first
/// @param complete whether it is done with the whole shard, for good
public record Checkpoint(@Nullable ShardPosition after, boolean complete) {
    /// The oldest record there is comes next.
    public static final Checkpoint TRIM_HORIZON = new Checkpoint(null, false);
}
