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

/// Replaces a file in one step: a process that is killed leaves the old text or the new one, never
/// a part of it.
///
/// The text goes to a draft beside the file first, is forced to the disk, and then takes the file's
/// name. A draft that a killed process leaves behind is overwritten by the next one.
public final class AtomicFile {
    /// What a draft's name has after the file's.
    public static final String DRAFT_SUFFIX = ".draft";

    private AtomicFile() {}

    /// Writes `text` to `file` in UTF-8.
    ///
    /// @param attributes what the file has from its first byte on, such as who may read it
    public static void write(Path file, String text, FileAttribute<?>... attributes)
            throws IOException {
        var draft = file.resolveSibling(file.getFileName() + DRAFT_SUFFIX);
        Files.deleteIfExists(draft);
        try (var channel =
                FileChannel.open(
                        draft,
                        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        attributes)) {
            var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(
                draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
