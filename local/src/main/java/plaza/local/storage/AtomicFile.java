package plaza.local.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;

/// Replaces a file atomically: after a kill, the file has either the old content or the new one.
///
/// The content is written to a draft next to the file and forced to disk; then the draft is renamed
/// to the file. The next write overwrites a draft that a killed process left behind.
public final class AtomicFile {
    /// The suffix of a draft's file name.
    public static final String DRAFT_SUFFIX = ".draft";

    private AtomicFile() {}

    /// Writes `text` to `file` in UTF-8.
    ///
    /// @param attributes the attributes that the file is created with, such as its permissions
    public static void write(Path file, String text, FileAttribute<?>... attributes)
            throws IOException {
        write(file, text.getBytes(StandardCharsets.UTF_8), attributes);
    }

    /// Writes `content` to `file`.
    ///
    /// @param attributes the attributes that the file is created with, such as its permissions
    public static void write(Path file, byte[] content, FileAttribute<?>... attributes)
            throws IOException {
        var draft = file.resolveSibling(file.getFileName() + DRAFT_SUFFIX);
        Files.deleteIfExists(draft);
        try (var channel =
                FileChannel.open(
                        draft,
                        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        attributes)) {
            var bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(
                draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
