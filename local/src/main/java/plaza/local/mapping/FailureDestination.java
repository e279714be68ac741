package plaza.local.mapping;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import plaza.local.storage.AtomicFile;

/// Where mappings keep the records that they gave up: as much of an S3 bucket as that needs.
public interface FailureDestination {
    /// Keeps an invocation record. The same key again replaces it.
    void put(String key, String json);

    /// The keys of all that is kept, in their order, which within a mapping and shard is that of
    /// time.
    List<String> keys();

    /// What is kept under a key.
    String get(String key);

    void delete(String key);

    /// Keeps records until the process ends.
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
            public String get(String key) {
                var json = kept.get(key);
                if (json == null) {
                    throw new IllegalArgumentException("nothing is kept under this key");
                }
                return json;
            }

            @Override
            public void delete(String key) {
                kept.remove(key);
            }
        };
    }

    /// Keeps records as files below `folder`, named as the objects in S3 would be.
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
                var root = folder.resolve(FailureRecord.PREFIX);
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
            public String get(String key) {
                try {
                    return Files.readString(folder.resolve(key));
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
