package plaza.benchmark.report;

import java.util.ArrayList;
import java.util.List;

/// What a benchmark has to say.
///
/// @param title its heading
/// @param summary the few words of it that stand in the README; may be empty
/// @param goals what was to be reached
/// @param parts prose, tables and plots, in the order of the page
public record Section(String title, String summary, List<Goal> goals, List<Part> parts) {
    /// A piece of the page.
    public sealed interface Part permits Prose, Heading, MarkdownTable, Plot {}

    /// A paragraph of Markdown.
    public record Prose(String text) implements Part {}

    /// A heading below the section's own.
    public record Heading(String text) implements Part {}

    /// A goal and what became of it.
    ///
    /// @param goal what was wanted, as a text: `ratio ≤ 0.5`
    /// @param measured what was found
    /// @param met whether that is enough
    /// @param remark by how much it is missed, or what the figure stands for; may be empty
    public record Goal(String goal, String measured, boolean met, String remark) {}

    /// A section that begins with nothing but its title.
    public static Section titled(String title) {
        return new Section(title, "", List.of(), List.of());
    }

    public Section summary(String text) {
        return new Section(title, text, goals, parts);
    }

    public Section goal(String goal, String measured, boolean met, String remark) {
        return new Section(
                title, summary, and(goals, new Goal(goal, measured, met, remark)), parts);
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

    private Section with(Part part) {
        return new Section(title, summary, goals, and(parts, part));
    }

    private static <T> List<T> and(List<T> list, T more) {
        var longer = new ArrayList<>(list);
        longer.add(more);
        return List.copyOf(longer);
    }
}
