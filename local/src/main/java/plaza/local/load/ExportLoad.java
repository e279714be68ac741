package plaza.local.load;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import plaza.functions.Catalogue;
import plaza.functions.ItemReaders;
import plaza.http.Ids;
import plaza.http.Shape;
import plaza.id.UserId;
import plaza.leaving.ExportedKind;
import plaza.leaving.Exports;
import plaza.local.context.ExportLine;
import plaza.local.context.ExportReader;
import plaza.local.context.LocalParts;
import plaza.local.emulator.Emulator;
import plaza.local.storage.StartupFailure;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;
import plaza.text.Malformed;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/// Loads the export of a user into an empty table: a file with the lines of all pages.
///
/// The file is read twice. [#check] reads it without writing anything, so that a file with an error
/// in its last line leaves nothing behind.
public final class ExportLoad {
    private static final int PROGRESS_LINES = 10_000;

    /// Items that are passed to the writer at once.
    private static final int ITEMS_MAX = 1_000;

    private final Path file;
    private final Map<String, Shape<?>> shapes;
    private final LocalParts parts;
    private final Instant now;
    private final ItemReaders itemReaders;

    /// @param catalogue that of the system
    /// @param parts those of the contexts of the system
    /// @param now the time of the system
    public ExportLoad(Path file, Catalogue catalogue, LocalParts parts, Instant now) {
        this.file = file;
        this.parts = parts;
        this.now = now;
        shapes = catalogue.declarations().exports().shapes();
        itemReaders = new ItemReaders(catalogue);
    }

    /// Checks that the table is empty, and each line of the file.
    ///
    /// @param progress receives a line after every [#PROGRESS_LINES] lines of the file
    /// @throws StartupFailure that names the first line that is not one of an export
    public void check(Emulator emulator, Consumer<String> progress) {
        var one = ScanRequest.builder().tableName(Emulator.TABLE).limit(1).build();
        if (!emulator.client().scan(one).items().isEmpty()) {
            throw failure(
                    "the data folder has data, and an export is loaded only into an empty system."
                            + " Choose another folder, or start without plaza.load.");
        }
        var keys = new HashSet<Key>();
        var _ =
                read(
                        items -> {
                            for (var item : items) {
                                requireReadable(item);
                                if (!keys.add(item.key())) {
                                    throw new Malformed("repeats another line");
                                }
                            }
                        },
                        lines -> progress.accept("checking the export: " + lines));
    }

    private void requireReadable(Item item) {
        try {
            itemReaders.read(item);
        } catch (RuntimeException unreadable) {
            throw new Malformed("is not as an export has it: " + unreadable.getMessage());
        }
    }

    /// Writes the items of the file.
    ///
    /// @param writer writes any number of items, each once
    /// @param progress receives a line after every [#PROGRESS_LINES] lines of the file
    public void write(Consumer<List<Write>> writer, Consumer<String> progress) {
        var began = System.nanoTime();
        var writes = new ArrayList<Write>();
        var last =
                read(
                        items -> {
                            items.forEach(item -> writes.add(Write.Put.of(item)));
                            if (writes.size() >= ITEMS_MAX) {
                                writer.accept(writes);
                                writes.clear();
                            }
                        },
                        lines -> progress.accept("loading the export: " + lines));
        writer.accept(writes);
        progress.accept(
                "loaded the export of %s: %s in %.1f s"
                        .formatted(
                                last.user(),
                                lines(last.number()),
                                (System.nanoTime() - began) / 1e9));
    }

    /// The last line of a file, and the user whose lines it has.
    private record Last(int number, UserId user) {}

    private static String lines(int number) {
        return "%,d lines".formatted(number);
    }

    /// Reads the whole file.
    ///
    /// @param items receives the items of each line, in the order of the lines
    /// @param progress receives the number of lines so far
    private Last read(Consumer<List<Item>> items, Consumer<String> progress) {
        var number = 0;
        try (var lines = Files.newBufferedReader(file)) {
            UserId user = null;
            var readers = List.<ExportReader>of();
            var kinds = new HashMap<String, Function<ExportLine, List<Item>>>();
            for (var text = lines.readLine(); text != null; text = lines.readLine()) {
                number++;
                if (number % PROGRESS_LINES == 0) {
                    progress.accept(lines(number));
                }
                if (text.isBlank()) {
                    continue;
                }
                var line = line(text);
                var kind = line.text(ExportedKind.KIND);
                if (user == null) {
                    if (!kind.equals(Exports.USER)) {
                        throw new Malformed("must be the first one of an export, of the kind user");
                    }
                    user = line.value("userId", Ids.USER);
                    readers = parts.exportReaders(user, now);
                    readers.forEach(reader -> kinds.putAll(reader.kinds()));
                    continue;
                }
                var convert = kinds.get(kind);
                if (convert == null) {
                    throw new Malformed(
                            kind.equals(Exports.USER)
                                    ? "begins a second export"
                                    : "has the kind " + kind + ", which cannot be loaded");
                }
                items.accept(convert.apply(line));
            }
            if (user == null) {
                throw failure("the file is empty.");
            }
            for (var reader : readers) {
                items.accept(reader.rest());
            }
            return new Last(number, user);
        } catch (Malformed malformed) {
            throw failure(malformed.about("line " + number));
        } catch (IllegalArgumentException | ArithmeticException invalid) {
            throw failure(
                    "line %d is not as an export has it: %s."
                            .formatted(number, invalid.getMessage()));
        } catch (CharacterCodingException _) {
            throw failure("the file is not UTF-8.");
        } catch (IOException _) {
            throw failure("the file cannot be read: " + file);
        }
    }

    private static StartupFailure failure(String sentence) {
        return new StartupFailure("plaza.load: " + sentence);
    }

    private ExportLine line(String text) {
        JsonNode json;
        try {
            json = ModelImport.JSON.readTree(text);
        } catch (JsonProcessingException _) {
            throw new Malformed("must be a JSON object");
        }
        if (!json.isObject()) {
            throw new Malformed("must be a JSON object");
        }
        var kind = json.path(ExportedKind.KIND).asText();
        var shape = shapes.get(kind);
        if (shape == null) {
            throw new Malformed(
                    "has the kind `%s`, which no context of this system has".formatted(kind));
        }
        ShapeCheck.require(shape, json);
        return new ExportLine(json);
    }
}
