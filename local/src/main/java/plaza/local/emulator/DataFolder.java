package plaza.local.emulator;

import com.almworks.sqlite4java.SQLiteConnection;
import com.almworks.sqlite4java.SQLiteConstants;
import com.almworks.sqlite4java.SQLiteException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import plaza.local.storage.AtomicFile;
import plaza.local.storage.StartupFailure;
import software.amazon.dynamodb.services.local.shared.access.sqlite.SQLiteLibraryLoader;

/// The folder that keeps Plaza's data between runs, `-Dplaza.data`. One process at a time can use
/// it.
///
/// A folder with other files than Plaza's is rejected, because it is more likely a mistyped path
/// than a folder for a database.
public final class DataFolder implements AutoCloseable {
    /// The folder of the event source mappings' checkpoints.
    public static final String CHECKPOINTS = "checkpoints";

    /// The file of the expired items that were removed.
    public static final String EXPIRED = "expired";

    /// The file that exists while the demo is being loaded.
    public static final String DEMO_INCOMPLETE = "demo-incomplete";

    /// The folder of the objects that users store.
    public static final String OBJECTS = "objects";

    /// The folder of the stream records that the mappings discarded.
    public static final String FAILURES = "failures";

    /// The file of the key that signs tokens.
    public static final String TOKEN_KEY = "token-key.json";

    /// The database; DynamoDB Local chooses the name.
    static final String DATABASE = "shared-local-instance.db";

    private static final String LOCK = "in-use.lock";

    private static final Set<String> OWN =
            Set.of(
                    CHECKPOINTS,
                    DEMO_INCOMPLETE,
                    DEMO_INCOMPLETE + AtomicFile.DRAFT_SUFFIX,
                    EXPIRED,
                    EXPIRED + AtomicFile.DRAFT_SUFFIX,
                    FAILURES,
                    OBJECTS,
                    TOKEN_KEY,
                    TOKEN_KEY + AtomicFile.DRAFT_SUFFIX,
                    DATABASE,
                    // SQLite keeps it during a transaction and after a kill
                    DATABASE + "-journal",
                    LOCK,
                    // macOS creates one in every folder that it displays
                    ".DS_Store");

    /// The maximum number of other files that a message lists.
    private static final int NAMED_MAX = 3;

    /// The byte that is locked. It lies behind the content, so that other processes can read the
    /// content on every system.
    private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

    /// A process id has at most 10 digits on every system that Java runs on.
    private static final int PID_BYTES_MAX = 32;

    private final Path path;
    private final FileChannel lock;

    private DataFolder(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /// Locks `folder` for this process, and creates it if it does not exist.
    ///
    /// @throws StartupFailure if the folder cannot be created or written, holds other files, or is
    ///   locked by another process
    static DataFolder open(Path folder) {
        if (Files.exists(folder)) {
            rejectOthers(folder);
            rejectUnusable(folder);
        }
        try {
            var real = Files.createDirectories(folder).toRealPath();
            return new DataFolder(real, locked(real));
        } catch (IOException fault) {
            throw new StartupFailure(
                    "plaza.data: the folder %s cannot be written (%s). Choose another folder."
                            .formatted(folder, reason(fault)));
        }
    }

    private static void rejectOthers(Path folder) {
        try (var entries = Files.list(folder)) {
            var others =
                    entries.map(entry -> entry.getFileName().toString())
                            .filter(name -> !OWN.contains(name))
                            .collect(Collectors.toCollection(TreeSet::new));
            if (!others.isEmpty()) {
                throw new StartupFailure(
                        "plaza.data: the folder %s holds files that are not Plaza's (%s). Choose an empty or a new folder."
                                .formatted(folder, named(others)));
            }
        } catch (NotDirectoryException _) {
            throw new StartupFailure(
                    "plaza.data: %s is not a folder. Choose an empty or a new folder."
                            .formatted(folder));
        } catch (IOException fault) {
            throw new StartupFailure(
                    "plaza.data: the folder %s cannot be read (%s). Choose another folder."
                            .formatted(folder, reason(fault)));
        }
    }

    private static void rejectUnusable(Path folder) {
        for (var name : List.of(CHECKPOINTS, FAILURES)) {
            if (Files.exists(folder.resolve(name)) && !Files.isDirectory(folder.resolve(name))) {
                throw new StartupFailure(
                        "plaza.data: %s must be a folder. Restore the data folder from a copy, or choose another folder."
                                .formatted(folder.resolve(name)));
            }
        }
        if (Files.exists(folder.resolve(DEMO_INCOMPLETE))) {
            throw new StartupFailure(
                    "plaza.data: the folder %s contains only a part of the demo, because the start that loaded it was interrupted. Delete the folder or choose another one; to use it as it is, delete its file %s."
                            .formatted(folder, DEMO_INCOMPLETE));
        }
    }

    private static String named(Set<String> names) {
        var first = names.stream().limit(NAMED_MAX).collect(Collectors.joining(", "));
        var more = names.size() - NAMED_MAX;
        return more > 0 ? first + " and " + more + " more" : first;
    }

    /// Returns the system's reason for a fault, without the path, which the message contains
    /// already.
    private static String reason(IOException fault) {
        var reason =
                fault instanceof FileSystemException system
                        ? system.getReason()
                        : fault.getMessage();
        return reason == null ? fault.getClass().getSimpleName() : reason;
    }

    /// Locks the folder, because SQLite lets two processes write the same file, while their streams
    /// and clocks would differ.
    private static FileChannel locked(Path folder) throws IOException {
        var channel =
                FileChannel.open(
                        folder.resolve(LOCK),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
        if (isLocked(channel)) {
            channel.truncate(0);
            channel.write(ascii(Long.toString(ProcessHandle.current().pid())), 0);
            return channel;
        }
        try (channel) {
            throw new StartupFailure(
                    "plaza.data: another Plaza%s uses the folder %s. Stop it, or choose another folder."
                            .formatted(owner(channel), folder));
        }
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock(LOCKED_BYTE, 1, false) != null;
        } catch (OverlappingFileLockException _) {
            // locked by this process
            return false;
        }
    }

    /// Returns a text with the id of the process that holds the lock; empty until that process has
    /// written it.
    private static String owner(FileChannel channel) throws IOException {
        var content = ByteBuffer.allocate(PID_BYTES_MAX);
        channel.read(content, 0);
        var pid = StandardCharsets.US_ASCII.decode(content.flip()).toString();
        return pid.isEmpty() ? "" : " (process " + pid + ")";
    }

    private static ByteBuffer ascii(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    Path path() {
        return path;
    }

    /// Checks every page of the database, which takes about 0.2 s for 100 MB. DynamoDB Local would
    /// respond with an "unknown error" to each request that reads a corrupted page.
    ///
    /// @throws StartupFailure if the database is corrupted
    void checkDatabase() {
        var database = path.resolve(DATABASE);
        if (!Files.exists(database)) {
            return;
        }
        // a kill during the first start leaves an empty file, but before there is a key
        if (database.toFile().length() == 0 && Files.exists(path.resolve(TOKEN_KEY))) {
            throw new StartupFailure(
                    "plaza.data: the database file %s is empty. Restore the folder from a copy, or move it away to start with an empty table."
                            .formatted(database));
        }
        load();
        var connection = new SQLiteConnection(database.toFile());
        try {
            connection.open(false);
            var check = connection.prepare("PRAGMA quick_check(1)");
            if (!check.step() || !"ok".equals(check.columnString(0))) {
                throw corrupted(database);
            }
        } catch (SQLiteException fault) {
            throw switch (fault.getErrorCode()) {
                case SQLiteConstants.SQLITE_CORRUPT, SQLiteConstants.SQLITE_NOTADB ->
                        corrupted(database);
                default ->
                        new StartupFailure(
                                "plaza.data: the database file %s cannot be opened (%s). Choose another folder."
                                        .formatted(database, fault.getMessage()));
            };
        } finally {
            connection.dispose();
        }
    }

    private static void load() {
        try {
            SQLiteLibraryLoader.initialize();
        } catch (Exception fault) {
            throw new IllegalStateException("SQLite cannot be loaded", fault);
        }
    }

    private static StartupFailure corrupted(Path database) {
        return new StartupFailure(
                "plaza.data: the database file %s is corrupted. Restore the folder from a copy, or move it away to start with an empty table."
                        .formatted(database));
    }

    /// Creates the failure for a database that SQLite can read and DynamoDB Local cannot use.
    StartupFailure unusable(Exception fault) {
        return new StartupFailure(
                "plaza.data: DynamoDB Local cannot use the database file %s (%s). Move the folder away to start with an empty table."
                        .formatted(path.resolve(DATABASE), fault.getMessage()));
    }

    /// Unlocks the folder.
    @Override
    public void close() throws IOException {
        lock.close();
    }
}
