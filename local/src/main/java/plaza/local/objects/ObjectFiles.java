package plaza.local.objects;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import plaza.local.storage.AtomicFile;

/// Bytes by name, in memory or in the files of a folder.
interface ObjectFiles {
    byte @Nullable [] read(String name);

    void write(String name, byte[] bytes);

    /// Deletes a file if it exists.
    void delete(String name);

    List<String> names();

    /// Keeps the bytes in memory.
    static ObjectFiles inMemory() {
        var files = new ConcurrentSkipListMap<String, byte[]>();
        return new ObjectFiles() {
            @Override
            public byte @Nullable [] read(String name) {
                return files.get(name);
            }

            @Override
            public void write(String name, byte[] bytes) {
                files.put(name, bytes);
            }

            @Override
            public void delete(String name) {
                files.remove(name);
            }

            @Override
            public List<String> names() {
                return List.copyOf(files.keySet());
            }
        };
    }

    /// Keeps each file in this folder. A slash in a name is a comma in that of the file.
    static ObjectFiles in(Path folder) {
        return new ObjectFiles() {
            @Override
            public byte @Nullable [] read(String name) {
                try {
                    return Files.readAllBytes(file(name));
                } catch (NoSuchFileException _) {
                    return null;
                } catch (IOException fault) {
                    throw new UncheckedIOException(fault);
                }
            }

            @Override
            public void write(String name, byte[] bytes) {
                try {
                    Files.createDirectories(folder);
                    AtomicFile.write(file(name), bytes);
                } catch (IOException fault) {
                    throw new UncheckedIOException(fault);
                }
            }

            @Override
            public void delete(String name) {
                try {
                    Files.deleteIfExists(file(name));
                } catch (IOException fault) {
                    throw new UncheckedIOException(fault);
                }
            }

            @Override
            public List<String> names() {
                try (var files = Files.list(folder)) {
                    return files.map(file -> file.getFileName().toString())
                            .filter(name -> !name.endsWith(AtomicFile.DRAFT_SUFFIX))
                            .map(name -> name.replace(',', '/'))
                            .sorted()
                            .toList();
                } catch (NoSuchFileException _) {
                    return List.of();
                } catch (IOException fault) {
                    throw new UncheckedIOException(fault);
                }
            }

            private Path file(String name) {
                return folder.resolve(name.replace('/', ','));
            }
        };
    }
}
