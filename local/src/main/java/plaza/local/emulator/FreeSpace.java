package plaza.local.emulator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/// The free space of the disk that holds the data folder.
///
/// DynamoDB Local ignores a COMMIT that fails because the disk is full, and responds as if the
/// transaction were stored. Plaza therefore rejects writes while there is still space for them.
final class FreeSpace {
    /// What one write needs at most: DynamoDB's 4 MB of new items, the new and the old items in the
    /// stream, and SQLite's journal.
    static final long WRITE_BYTES = 12L * 1_024 * 1_024;

    /// The free space below which the API rejects writes. It is larger, so that the stream
    /// functions can process the writes before.
    static final long REQUEST_BYTES = 16L * 1_024 * 1_024;

    private final LongSupplier bytes;

    /// @param bytes returns the number of free bytes
    FreeSpace(LongSupplier bytes) {
        this.bytes = bytes;
    }

    static FreeSpace of(Path folder) {
        try {
            var disk = Files.getFileStore(folder);
            return new FreeSpace(() -> {
                try {
                    return disk.getUsableSpace();
                } catch (IOException fault) {
                    throw new UncheckedIOException(fault);
                }
            });
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// Whether the API can accept a write.
    boolean allowsRequest() {
        return bytes.getAsLong() >= REQUEST_BYTES;
    }

    /// Whether DynamoDB Local can perform a write.
    boolean allowsWrite() {
        return bytes.getAsLong() >= WRITE_BYTES;
    }
}
