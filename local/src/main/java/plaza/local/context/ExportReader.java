package plaza.local.context;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import plaza.table.Item;

/// Converts the lines that one export has of a context to items: the reverse of the kinds of lines
/// that the context declares ([plaza.leaving.ExportedKind]). It receives the lines in the order of
/// the export, each with the properties of its shape.
public interface ExportReader {
    /// The reader of a context that exports nothing.
    ExportReader NOTHING =
            new ExportReader() {
                @Override
                public Map<String, Function<ExportLine, List<Item>>> kinds() {
                    return Map.of();
                }

                @Override
                public List<Item> rest() {
                    return List.of();
                }
            };

    /// What converts a line, by the word of its kind. A conversion may throw
    /// [plaza.text.Malformed].
    Map<String, Function<ExportLine, List<Item>>> kinds();

    /// The items that depend on several lines, after the last line.
    List<Item> rest();
}
