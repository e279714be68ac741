package plaza.local.mapping;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The store of the mappings' checkpoints. A checkpoint is written after the records are processed,
/// so that a crash in between repeats the records.
public interface Checkpoints {
    /// Returns the checkpoint of a mapping in a shard, or [Checkpoint#TRIM_HORIZON] if none exists.
    Checkpoint get(String mapping, String shardId);

    void put(String mapping, String shardId, Checkpoint checkpoint);

    /// Deletes a mapping's checkpoints of all shards except `shardIds`.
    void retain(String mapping, Collection<String> shardIds);

    /// Creates a store in memory.
    static Checkpoints inMemory() {
        return new Checkpoints() {
            private final Map<String, Map<String, Checkpoint>> all = new ConcurrentHashMap<>();

            @Override
            public Checkpoint get(String mapping, String shardId) {
                return of(mapping).getOrDefault(shardId, Checkpoint.TRIM_HORIZON);
            }

            @Override
            public void put(String mapping, String shardId, Checkpoint checkpoint) {
                of(mapping).put(shardId, checkpoint);
            }

            @Override
            public void retain(String mapping, Collection<String> shardIds) {
                of(mapping).keySet().retainAll(shardIds);
            }

            private Map<String, Checkpoint> of(String mapping) {
                return all.computeIfAbsent(mapping, _ -> new ConcurrentHashMap<>());
            }
        };
    }
}
