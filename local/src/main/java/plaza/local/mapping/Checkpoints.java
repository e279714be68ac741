package plaza.local.mapping;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Where mappings remember how far they are. Written after the work, so that a crash between the
/// two repeats the work.
public interface Checkpoints {
    /// The checkpoint of a mapping in a shard; [Checkpoint#TRIM_HORIZON] where none was written.
    Checkpoint get(String mapping, String shardId);

    void put(String mapping, String shardId, Checkpoint checkpoint);

    /// Forgets a mapping's shards that no longer exist.
    void retain(String mapping, Collection<String> shardIds);

    /// Forgets all when the process ends, like a table kept in memory.
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
