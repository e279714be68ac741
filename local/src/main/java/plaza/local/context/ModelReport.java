package plaza.local.context;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import plaza.http.Json;

/// The results of the import of a model.
///
/// @param model the name of the model
/// @param counts the results by kind of item
public record ModelReport(String model, Map<String, Counts> counts, List<Note> notes) {
    /// The results for one kind of item.
    ///
    /// @param mapped items that correspond to a row of the file
    /// @param added items that the table needs and the file lacks
    /// @param skipped rows of the file without an item
    /// @param written mapped and added items that were written
    /// @param kept mapped and added items that existed already and were left unchanged
    public record Counts(int mapped, int added, int skipped, int written, int kept) {}

    /// A remark about a row of the file.
    ///
    /// @param place the path of the row or attribute in the file
    public record Note(String place, String kind, String text) {}

    public Json json() {
        var kinds = List.copyOf(counts.entrySet());
        return Json.object()
                .with("model", model)
                .withAll("kinds", kinds, kind -> json(kind.getKey(), kind.getValue()))
                .withAll(
                        "notes",
                        notes,
                        note ->
                                Json.object()
                                        .with("place", note.place())
                                        .with("kind", note.kind())
                                        .with("note", note.text()));
    }

    private static Json json(String kind, Counts counts) {
        return Json.object()
                .with("kind", kind)
                .with("mapped", counts.mapped())
                .with("added", counts.added())
                .with("skipped", counts.skipped())
                .with("written", counts.written())
                .with("kept", counts.kept());
    }

    /// The report for a terminal, line by line.
    public List<String> lines() {
        var lines = new ArrayList<String>();
        lines.add("imported the model " + model);
        counts.forEach((kind, of) ->
                lines.add(
                        "  %-14s %d mapped, %d added, %d skipped; %d written, %d kept"
                                .formatted(
                                        kind,
                                        of.mapped(),
                                        of.added(),
                                        of.skipped(),
                                        of.written(),
                                        of.kept())));
        notes.forEach(note -> lines.add("  " + note.place() + ": " + note.text()));
        return lines;
    }
}
