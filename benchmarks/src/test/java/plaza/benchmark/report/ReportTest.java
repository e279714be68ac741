package plaza.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    private static final Section SECTION =
            Section.titled("Likes")
                    .summary("A like costs 3 units.")
                    .goal("ratio ≤ 1.00", "1.02", false, "by 2 %")
                    .prose("As measured:")
                    .table(MarkdownTable.of("what", "WRU").row("like", "3.02").row("view", "4"))
                    .plot(
                            Plot.lines(
                                            "likes",
                                            "Units of a like",
                                            Plot.Axis.logarithmic("likes in a batch"),
                                            Plot.Axis.linear("WRU"))
                                    .line(
                                            "measured",
                                            new double[] {1, 10, 100},
                                            new double[] {5, 3.2, 3.02}));

    @TempDir private Path root;

    @Test
    void columnOfNumbersIsAlignedToTheRight() {
        var table = MarkdownTable.of("a", "b", "c").row("x", "1.5", "2 x").row("y", 10, "");
        assertThat(table.markdown())
                .isEqualTo(
                        """
                        | a | b | c |
                        |---|--:|---|
                        | x | 1.5 | 2 x |
                        | y | 10 |  |\
                        """);
    }

    @Test
    void separatePageContainsGoalsSectionsAndImages() throws IOException {
        new Report(Map.of("likes", SECTION)).writeTo(root);
        assertThat(root.resolve("performance.md"))
                .content()
                .contains("| likes | ratio ≤ 1.00 | 1.02 | **missed** | by 2 % |")
                .contains("## Likes\n\nAs measured:\n\n| what | WRU |\n|---|--:|")
                .contains("![Units of a like](likes.png)");
        assertThat(root.resolve("likes.png")).isNotEmptyFile();
    }

    @Test
    void documentationKeepsTheFiguresOfBenchmarksThatDidNotRun() throws IOException {
        Files.createDirectories(root.resolve("docs/operations"));
        Files.writeString(
                root.resolve("docs/performance.md"),
                """
                By hand.
                <!-- benchmark:goals -->
                | likes | old | | | |
                | views | kept | | | |
                <!-- /benchmark -->
                <!-- benchmark:likes -->
                old
                <!-- /benchmark -->
                By hand too.
                """);
        Files.writeString(
                root.resolve("README.md"), "<!-- benchmark:likes -->\n<!-- /benchmark -->\n");

        Files.writeString(
                root.resolve("docs/operations/bill.md"),
                "By hand.\n<!-- benchmark:likes -->\nold\n<!-- /benchmark -->\n");

        var section = SECTION.bill(List.of(new Section.Prose("A bill.")));
        new Report(Map.of("likes", section)).writeInto(root, List.of("views", "likes"));

        assertThat(root.resolve("docs/performance.md"))
                .content()
                .startsWith("By hand.\n")
                .endsWith("By hand too.\n")
                .contains(
                        "| views | kept | | | |\n| likes | ratio ≤ 1.00 | 1.02 | **missed** | by 2 % |")
                .contains("![Units of a like](plots/likes.png)")
                .doesNotContain("old");
        assertThat(root.resolve("README.md"))
                .hasContent(
                        "<!-- benchmark:likes -->\nA like costs 3 units.\n<!-- /benchmark -->\n");
        assertThat(root.resolve("docs/operations/bill.md"))
                .hasContent("By hand.\n<!-- benchmark:likes -->\nA bill.\n<!-- /benchmark -->\n");
        assertThat(root.resolve("docs/plots/likes.png")).exists();
    }

    @Test
    void pageWithoutTheMarkerIsRejected() {
        assertThatThrownBy(() -> Report.replace("nothing", "likes", "text"))
                .hasMessageContaining("<!-- benchmark:likes -->");
    }
}
