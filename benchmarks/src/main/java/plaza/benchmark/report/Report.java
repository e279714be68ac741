package plaza.benchmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import plaza.benchmark.report.Section.Goal;
import plaza.benchmark.report.Section.Heading;
import plaza.benchmark.report.Section.Prose;

/// Writes the sections of the benchmarks that ran, with their images, to a separate page or into
/// the documentation.
///
/// In the documentation, the figures of the benchmark `likes` are between the markers `<!--
/// benchmark:likes -->` and `<!-- /benchmark -->`. Text outside the markers, and between the
/// markers of a benchmark that did not run, is kept.
public final class Report {
    /// The name in the marker of the table of goals.
    static final String GOALS = "goals";

    /// The line width of the documentation.
    private static final int COLUMNS_MAX = 120;

    private static final String END = "<!-- /benchmark -->";

    private final Map<String, Section> sections;

    /// @param sections by name of the benchmark, in the order of the page
    public Report(Map<String, Section> sections) {
        this.sections = sections;
    }

    /// Writes `performance.md` and its images to `folder`.
    public void writeTo(Path folder) throws IOException {
        Files.createDirectories(folder);
        var page = new ArrayList<String>();
        page.add("# Performance");
        page.add(goals("", List.copyOf(sections.keySet())));
        for (var section : sections.values()) {
            page.add("## " + section.title());
            page.add(body(section.parts(), ""));
        }
        Files.writeString(folder.resolve("performance.md"), String.join("\n\n", page) + "\n");
        draw(folder);
    }

    /// Updates `docs/performance.md`, its images, `docs/operations/bill.md`, and the summaries in
    /// `README.md`.
    ///
    /// @param root the folder of the project
    /// @param order the names of all benchmarks, including those that did not run
    public void writeInto(Path root, List<String> order) throws IOException {
        var page = root.resolve("docs/performance.md");
        var text = Files.readString(page);
        text = replace(text, GOALS, goals(between(text, GOALS), order));
        for (var section : sections.entrySet()) {
            text = replace(text, section.getKey(), body(section.getValue().parts(), "plots/"));
        }
        Files.writeString(page, text);
        for (var section : sections.entrySet()) {
            if (!section.getValue().bill().isEmpty()) {
                var bill = root.resolve("docs/operations/bill.md");
                Files.writeString(
                        bill,
                        replace(
                                Files.readString(bill),
                                section.getKey(),
                                body(section.getValue().bill(), "plots/")));
            }
        }
        for (var section : sections.values()) {
            for (var file : section.files().entrySet()) {
                Files.writeString(root.resolve(file.getKey()), file.getValue());
            }
        }
        var readme = root.resolve("README.md");
        text = Files.readString(readme);
        for (var section : sections.entrySet()) {
            if (!section.getValue().summary().isEmpty()) {
                text = replace(text, section.getKey(), section.getValue().summary());
            }
        }
        Files.writeString(readme, text);
        var plots = root.resolve("docs/plots");
        Files.createDirectories(plots);
        draw(plots);
    }

    private void draw(Path folder) throws IOException {
        for (var section : sections.values()) {
            for (var part : section.parts()) {
                if (part instanceof Plot plot) {
                    PlotImage.write(plot, folder);
                }
            }
        }
    }

    private static String body(List<Section.Part> parts, String plots) {
        return parts.stream()
                .map(part ->
                        switch (part) {
                            case Prose(var text) -> wrapped(text);
                            case Heading(var text) -> "### " + text;
                            case MarkdownTable table -> table.markdown();
                            case Plot plot -> "![" + plot.alt() + "](" + plots + plot.file() + ")";
                        })
                .collect(Collectors.joining("\n\n"));
    }

    private static String wrapped(String text) {
        var lines = new StringBuilder();
        var columns = 0;
        for (var word : text.strip().split("\\s+", -1)) {
            if (columns > 0 && columns + 1 + word.length() > COLUMNS_MAX) {
                lines.append('\n');
                columns = 0;
            } else if (columns > 0) {
                lines.append(' ');
                columns++;
            }
            lines.append(word);
            columns += word.length();
        }
        return lines.toString();
    }

    /// Returns the table of goals, with new rows for the benchmarks that ran and the previous rows
    /// for all others.
    ///
    /// @param previous the previous table
    String goals(String previous, List<String> order) {
        var lines = new ArrayList<String>();
        var previousRows = previous.lines().toList();
        for (var name : order) {
            var section = sections.get(name);
            if (section == null) {
                previousRows.stream()
                        .filter(line -> line.startsWith(cell(name)))
                        .forEach(lines::add);
            } else {
                section.goals().forEach(goal -> lines.add(row(name, goal)));
            }
        }
        return Stream.concat(
                        Stream.of("| benchmark | goal | measured | | |", "|---|---|---|---|---|"),
                        lines.stream())
                .collect(Collectors.joining("\n"));
    }

    private static String row(String name, Goal goal) {
        return cell(name)
                + " "
                + String.join(
                        " | ",
                        goal.goal(),
                        goal.measured(),
                        goal.met() ? "met" : "**missed**",
                        goal.remark())
                + " |";
    }

    private static String cell(String name) {
        return "| " + name + " |";
    }

    /// Returns the text between the markers of `name`.
    static String between(String page, String name) {
        var matcher = markedText(name).matcher(page);
        if (!matcher.find()) {
            throw new IllegalStateException("The page has no marker " + start(name));
        }
        return matcher.group("text").strip();
    }

    /// Returns the page with `text` between the markers of `name`.
    static String replace(String page, String name, String text) {
        var matcher = markedText(name).matcher(page);
        if (!matcher.find()) {
            throw new IllegalStateException("The page has no marker " + start(name));
        }
        return page.substring(0, matcher.start("text"))
                + "\n"
                + text
                + "\n"
                + page.substring(matcher.end("text"));
    }

    private static Pattern markedText(String name) {
        return Pattern.compile(
                Pattern.quote(start(name)) + "(?<text>.*?)" + Pattern.quote(END), Pattern.DOTALL);
    }

    private static String start(String name) {
        return "<!-- benchmark:" + name + " -->";
    }
}
