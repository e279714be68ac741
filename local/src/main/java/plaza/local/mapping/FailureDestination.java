package plaza.local.mapping;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import plaza.lambda.FailureStore;
import plaza.local.storage.AtomicFile;

/// The store of the records that mappings discarded: the [FailureStore] with the operations of the
/// mappings and the tests.
public interface FailureDestination extends FailureStore {
    /// Stores an invocation record, or replaces the one with the same key.
    void put(String key, String json);

    /// Returns all keys in their order, which is chronological within a mapping and shard.
    List<String> keys();

    @Override
    default List<String> keysAfter(String key) {
        return keys().stream().filter(other -> other.compareTo(key) > 0).toList();
    }

    /// Creates a store in memory.
    static FailureDestination inMemory() {
        return new FailureDestination() {
            private final ConcurrentSkipListMap<String, String> kept =
                    new ConcurrentSkipListMap<>();

            @Override
            public void put(String key, String json) {
                kept.put(key, json);
            }

            @Override
            public List<String> keys() {
                return List.copyOf(kept.keySet());
            }

            @Override
            public @Nullable String read(String key) {
                return kept.get(key);
            }

            @Override
            public void delete(String key) {
                kept.remove(key);
            }
        };
    }

    /// Creates a store of files below `folder`, named as the objects in S3 would be.
    static FailureDestination in(Path folder) {
        return new FailureDestination() {
            @Override
            public void put(String key, String json) {
                try {
                    var file = folder.resolve(key);
                    Files.createDirectories(file.getParent());
                    synchronized (this) {
                        AtomicFile.write(file, json);
                    }
                } catch (IOException fault) {
                    throw new UncheckedIOException(fault);
                }
            }

            @Override
            public List<String> keys() {
                var root = folder.resolve(PREFIX);
                if (!Files.exists(root)) {
                    return List.of();
                }
                try (var files = Files.walk(root)) {
                    return files.filter(Files::isRegularFile)
                            .filter(file -> !file.toString().endsWith(AtomicFile.DRAFT_SUFFIX))
                            .map(file -> folder.relativize(file).toString().replace('\\', '/'))
                            .sorted()
                            .toList();
                } catch (IOException fault) {
                    throw new UncheckedIOException(fault);
                }
            }

            @Override
            public @Nullable String read(String key) {
                try {
                    return Files.readString(folder.resolve(key));
                } catch (NoSuchFileException _) {
                    return null;
                } catch (IOException fault) {
                    throw new UncheckedIOException(fault);
                }
            }

            @Override
            public void delete(String key) {
                try {
                    Files.deleteIfExists(folder.resolve(key));
                } catch (IOException fault) {
                    throw new UncheckedIOException(fault);
                }
            }
        };
    }
}
