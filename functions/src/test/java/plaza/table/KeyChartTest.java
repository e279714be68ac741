package plaza.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import plaza.context.Declarations;
import plaza.table.TableSchema.Index;
import plaza.testkit.document.GeneratedText;

/// Compares the charts of keys in `package-info` and in the docs with the declared families.
/// `-Dplaza.docs=write` writes them instead.
class KeyChartTest {
    @Test
    void thePackageShowsTheFamiliesOfThePlatform() throws IOException {
        assertChart(
                Path.of("src/main/java/plaza/table/package-info.java"),
                "/// ```text\n",
                "///  ",
                "/// ```\n",
                PlatformKeys.families());
    }

    @Test
    void eachPageShowsTheFamiliesOfItsContext() throws IOException {
        for (var context : Declarations.registered().all()) {
            assertChart(
                    Path.of("../docs", context.name() + ".md"),
                    "## Items\n\n```text\n",
                    "",
                    "```\n",
                    context.families());
        }
    }

    private static void assertChart(
            Path file, String begin, String margin, String end, List<Family> families)
            throws IOException {
        var chart = new StringBuilder();
        chart(families).forEach(line -> chart.append(margin).append(line).append('\n'));
        GeneratedText.assertBetween(file, begin, end, chart.toString());
        assertThat(chart.toString().lines()).allMatch(line -> line.length() <= 100);
    }

    private static Stream<String> chart(List<Family> families) {
        return Stream.concat(
                families.stream().flatMap(KeyChartTest::items),
                families.stream()
                        .filter(family -> family.index() != Index.TABLE)
                        .map(family ->
                                line(family.index().indexName(), family.text(), family.meaning())));
    }

    private static Stream<String> items(Family family) {
        return family.kinds().stream()
                .map(kind ->
                        line(
                                kind == family.kinds().getFirst() ? family.text() : "",
                                kind.text(),
                                kind.meaning()));
    }

    private static String line(String first, String second, String meaning) {
        return "%-58s%s".formatted("%-30s%s  ".formatted(first + "  ", second), meaning);
    }
}
