package plaza.local.mapping;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.local.storage.AtomicFile;
import plaza.table.TableSchema;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;

/// The removals in the stream that the [TtlSweeper] made, which count as DynamoDB's own.
///
/// The stream of DynamoDB Local does not distinguish these from a user's removals. The sweeper
/// therefore notes an item *before* it removes it; after a crash in between, the next sweep removes
/// the item. A removal of the same item with the same time to live is then DynamoDB's. A note is
/// kept as long as a record can be in the stream.
public final class ExpiredItems {
    /// A little longer than a stream keeps its records (24 hours).
    private static final Duration KEPT = Duration.ofHours(25);

    /// The number of notes after which old ones are deleted.
    private static final int PURGE_EVERY = 10_000;

    private final InstantSource time;
    private final @Nullable Path file;
    private final Map<Note, Instant> notes = new HashMap<>();

    private record Note(String pk, String sk, String ttl) {}

    private ExpiredItems(InstantSource time, @Nullable Path file) {
        this.time = time;
        this.file = file;
    }

    /// Keeps the notes in memory.
    public static ExpiredItems inMemory() {
        return new ExpiredItems(InstantSource.system(), null);
    }

    /// Keeps the notes in memory and in `file`.
    public static ExpiredItems in(Path file) {
        var items = new ExpiredItems(InstantSource.system(), file);
        items.load(file);
        return items;
    }

    /// Notes an item that is about to be removed.
    ///
    /// @param ttl its time to live, in the digits of the item's attribute
    synchronized void note(String pk, String sk, String ttl) {
        var note = new Note(pk, sk, ttl);
        var now = time.instant();
        notes.put(note, now);
        if (notes.size() % PURGE_EVERY == 0) {
            notes.values().removeIf(now.minus(KEPT)::isAfter);
        }
        if (file != null) {
            append(file, line(note, now));
        }
    }

    /// Deletes a note because the item was changed or removed in the meantime.
    synchronized void withdraw(String pk, String sk, String ttl) {
        notes.remove(new Note(pk, sk, ttl));
    }

    /// Returns whether a stream record is a removal by DynamoDB itself.
    synchronized boolean includes(Record record) {
        if (record.eventName() != OperationType.REMOVE) {
            return false;
        }
        var image = record.dynamodb().oldImage();
        var pk = image.get(TableSchema.PK);
        var sk = image.get(TableSchema.SK);
        var ttl = image.get(TableSchema.TTL);
        return pk != null
                && sk != null
                && ttl != null
                && ttl.n() != null
                && notes.containsKey(new Note(pk.s(), sk.s(), ttl.n()));
    }

    private void load(Path from) {
        try {
            Files.createDirectories(from.toAbsolutePath().getParent());
            var oldest = time.instant().minus(KEPT);
            var kept = new StringBuilder();
            for (var line : lines(from)) {
                if (load(line, oldest)) {
                    kept.append(line).append('\n');
                }
            }
            AtomicFile.write(from, kept.toString());
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static List<String> lines(Path from) throws IOException {
        return Files.exists(from)
                ? Files.readAllLines(from, StandardCharsets.ISO_8859_1)
                : List.of();
    }

    /// Loads a line unless it is older than `oldest` or cannot be parsed. The sweeper removes an
    /// item only after the whole line is written, so a line that a kill truncated belongs to no
    /// removal.
    private boolean load(String line, Instant oldest) {
        var parts = line.split(" ", -1);
        if (parts.length != 5 || !parts[4].equals(".")) {
            return false;
        }
        try {
            var noted = Instant.ofEpochSecond(Long.parseLong(parts[3]));
            if (!noted.isAfter(oldest)) {
                return false;
            }
            notes.put(new Note(decode(parts[0]), decode(parts[1]), parts[2]), noted);
            return true;
        } catch (IllegalArgumentException | DateTimeException _) {
            return false;
        }
    }

    private static void append(Path file, String line) {
        try {
            Files.writeString(
                    file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static String line(Note note, Instant now) {
        return String.join(
                " ",
                encode(note.pk()),
                encode(note.sk()),
                note.ttl(),
                Long.toString(now.getEpochSecond()),
                ".");
    }

    private static String encode(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String decode(String text) {
        return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
    }
}
