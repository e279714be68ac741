package plaza.benchmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A Markdown table. Columns of numbers are aligned to the right.
public record MarkdownTable(List<String> headers, List<List<String>> rows) implements Section.Part {
    private static final Pattern NUMBER =
            Pattern.compile("(\\*\\*)?[<>≤≥~$−-]?\\s?[\\d.,]+(\\s?[×%MkGB]+)?(\\*\\*)?");

    public MarkdownTable {
        rows = List.copyOf(rows);
        for (var row : rows) {
            if (row.size() != headers.size()) {
                throw new IllegalArgumentException(
                        "The row has "
                                + row.size()
                                + " cells instead of "
                                + headers.size()
                                + ": "
                                + row);
            }
        }
    }

    public static MarkdownTable of(String... headers) {
        return new MarkdownTable(List.of(headers), List.of());
    }

    public MarkdownTable row(Object... cells) {
        var longer = new ArrayList<>(rows);
        longer.add(IntStream.range(0, cells.length).mapToObj(n -> cells[n].toString()).toList());
        return new MarkdownTable(headers, longer);
    }

    public String markdown() {
        var lines = new ArrayList<String>();
        lines.add(line(headers));
        lines.add(
                IntStream.range(0, headers.size())
                        .mapToObj(column -> isNumeric(column) ? "--:" : "---")
                        .collect(Collectors.joining("|", "|", "|")));
        rows.forEach(row -> lines.add(line(row)));
        return String.join("\n", lines);
    }

    private boolean isNumeric(int column) {
        return !rows.isEmpty()
                && rows.stream()
                        .map(row -> row.get(column))
                        .allMatch(cell -> cell.isEmpty() || NUMBER.matcher(cell).matches())
                && rows.stream().anyMatch(row -> !row.get(column).isEmpty());
    }

    private static String line(List<String> cells) {
        return cells.stream()
                .map(cell -> cell.replace("|", "\\|"))
                .collect(Collectors.joining(" | ", "| ", " |"));
    }
}
