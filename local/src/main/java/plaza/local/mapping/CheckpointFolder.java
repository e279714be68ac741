package plaza.local.mapping;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import plaza.local.storage.AtomicFile;

/// Checkpoints in a folder, one file per mapping with one line per shard: `<shard> <sequence number
/// or -> open|complete`.
///
/// Each file is written as an [AtomicFile]. A line that cannot be parsed is ignored: the mapping
/// then starts at the oldest record of the shard, and stream functions tolerate repeated records.
public final class CheckpointFolder implements Checkpoints {
    private static final String NONE = "-";
    private static final String COMPLETE = "complete";
    private static final String OPEN = "open";

    private final Path folder;
    private final Map<String, Map<String, Checkpoint>> all = new ConcurrentHashMap<>();

    /// Uses the checkpoints in `folder`, and creates the folder if it does not exist.
    public CheckpointFolder(Path folder) {
        this.folder = folder;
        try {
            Files.createDirectories(folder);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    @Override
    public Checkpoint get(String mapping, String shardId) {
        var shards = of(mapping);
        synchronized (shards) {
            return shards.getOrDefault(shardId, Checkpoint.TRIM_HORIZON);
        }
    }

    @Override
    public void put(String mapping, String shardId, Checkpoint checkpoint) {
        var shards = of(mapping);
        synchronized (shards) {
            if (!checkpoint.equals(shards.put(shardId, checkpoint))) {
                write(mapping, shards);
            }
        }
    }

    @Override
    public void retain(String mapping, Collection<String> shardIds) {
        var shards = of(mapping);
        synchronized (shards) {
            if (shards.keySet().retainAll(shardIds)) {
                write(mapping, shards);
            }
        }
    }

    private Map<String, Checkpoint> of(String mapping) {
        return all.computeIfAbsent(mapping, this::read);
    }

    private Map<String, Checkpoint> read(String mapping) {
        var shards = new TreeMap<String, Checkpoint>();
        try {
            if (Files.exists(file(mapping))) {
                for (var line : Files.readAllLines(file(mapping), StandardCharsets.ISO_8859_1)) {
                    var parts = line.split(" ", -1);
                    var after = parts.length == 3 ? ShardPosition.parse(parts[1]) : null;
                    if (parts.length == 3 && (after != null || NONE.equals(parts[1]))) {
                        shards.put(parts[0], new Checkpoint(after, COMPLETE.equals(parts[2])));
                    }
                }
            }
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
        return shards;
    }

    private void write(String mapping, Map<String, Checkpoint> shards) {
        var lines = new StringBuilder();
        shards.forEach((shardId, checkpoint) -> lines.append(line(shardId, checkpoint)));
        try {
            AtomicFile.write(file(mapping), lines.toString());
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static String line(String shardId, Checkpoint checkpoint) {
        @Nullable ShardPosition after = checkpoint.after();
        return String.join(
                        " ",
                        shardId,
                        after == null ? NONE : after.digits(),
                        checkpoint.complete() ? COMPLETE : OPEN)
                + "\n";
    }

    private Path file(String mapping) {
        return folder.resolve(mapping + ".checkpoints");
    }
}
