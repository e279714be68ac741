package plaza.benchmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The section of the report on one benchmark.
///
/// @param title the heading
/// @param summary the summary in the README; may be empty
/// @param goals the goals and whether they are met
/// @param parts prose, headings, tables and plots, in the order of the page
/// @param bill what `docs/operations/bill.md` contains of the benchmark; empty for most
/// @param files further files that contain its figures, by their path from the root
public record Section(
        String title,
        String summary,
        List<Goal> goals,
        List<Part> parts,
        List<Part> bill,
        Map<String, String> files) {
    /// A part of the page.
    public sealed interface Part permits Prose, Heading, MarkdownTable, Plot {}

    /// A paragraph of Markdown.
    public record Prose(String text) implements Part {}

    /// A heading below the title of the section.
    public record Heading(String text) implements Part {}

    /// A goal and its result.
    ///
    /// @param goal the goal as text, such as `ratio ≤ 0.5`
    /// @param measured the measured value with its unit
    /// @param remark why the goal is missed, or how to read the value; may be empty
    public record Goal(String goal, String measured, boolean met, String remark) {}

    /// Returns a section that has only a title.
    public static Section titled(String title) {
        return new Section(title, "", List.of(), List.of(), List.of(), Map.of());
    }

    public Section summary(String text) {
        return new Section(title, text, goals, parts, bill, files);
    }

    public Section goal(String goal, String measured, boolean met, String remark) {
        return new Section(
                title,
                summary,
                append(goals, new Goal(goal, measured, met, remark)),
                parts,
                bill,
                files);
    }

    public Section heading(String text) {
        return with(new Heading(text));
    }

    public Section prose(String text) {
        return with(new Prose(text));
    }

    public Section table(MarkdownTable table) {
        return with(table);
    }

    public Section plot(Plot plot) {
        return with(plot);
    }

    /// Returns the section with what the page about the bill contains.
    public Section bill(List<Part> content) {
        return new Section(title, summary, goals, parts, List.copyOf(content), files);
    }

    public Section files(Map<String, String> texts) {
        return new Section(title, summary, goals, parts, bill, Map.copyOf(texts));
    }

    private Section with(Part part) {
        return new Section(title, summary, goals, append(parts, part), bill, files);
    }

    private static <T> List<T> append(List<T> list, T more) {
        var longer = new ArrayList<>(list);
        longer.add(more);
        return List.copyOf(longer);
    }
}
