package plaza;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.catalogue.FunctionRow;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;
import plaza.testkit.document.GeneratedText;

/// Compares the tables of routes on the pages of the contexts, and those of the other functions in
/// `docs/access-patterns.md`, with the Catalogue. `-Dplaza.docs=write` writes them instead.
class AccessPatternsTest {
    private static final Path DOCS = Path.of("../docs");
    private static final String LOCAL_TESTS = "../local/src/test/java/";
    private static final String BEGIN = "<!-- access patterns: begin -->\n";
    private static final String END = "<!-- access patterns: end -->\n";

    static Stream<String> contexts() {
        return Catalogue.ALL.httpFunctions().stream().map(HttpFunction::context).distinct();
    }

    @ParameterizedTest
    @MethodSource("contexts")
    void thePageOfAContextMatchesTheCatalogue(String context) throws IOException {
        var rows =
                Catalogue.ALL.httpFunctions().stream()
                        .filter(row -> row.context().equals(context))
                        .toList();
        assertTables(context + ".md", routes(rows) + expansions(rows) + rules(rows));
    }

    @Test
    void thePageOfAccessPatternsMatchesTheCatalogue() throws IOException {
        assertTables(
                "access-patterns.md",
                functions("Stream functions", Catalogue.ALL.streamFunctions())
                        + functions("Scheduled functions", Catalogue.ALL.scheduledFunctions())
                        + '\n');
    }

    private static void assertTables(String name, String tables) throws IOException {
        GeneratedText.assertBetween(DOCS.resolve(name), BEGIN, END, tables);
    }

    private static String routes(List<HttpFunction> rows) {
        var table =
                new StringBuilder(
                        """

                        | access pattern | function | route | caller | limit | RRU | WRU | round trips | measured for |
                        |---|---|---|---|---|--:|--:|--:|---|
                        """);
        for (var function : rows) {
            var budget = function.budget();
            table.append(
                    "| %s | %s | `%s` | %s | %s | %s | %s | %d | %s |\n"
                            .formatted(
                                    function.summary(),
                                    links(function),
                                    function.routeKey(),
                                    caller(function),
                                    limit(function),
                                    units(budget.readUnits()),
                                    units(budget.writeUnits()),
                                    budget.roundTrips(),
                                    budget.when()));
        }
        return table.append('\n').toString();
    }

    private static String expansions(List<HttpFunction> rows) {
        var table =
                new StringBuilder(
                        """
                        | function | `expand` | RRU | round trips | measured for |
                        |---|---|--:|--:|---|
                        """);
        for (var function : rows) {
            for (var expansion : function.expansions()) {
                var budget = expansion.budget();
                table.append(
                        "| %s | `%s` | %s | %d | %s |\n"
                                .formatted(
                                        function.name(),
                                        expansion.words(),
                                        units(budget.readUnits()),
                                        budget.roundTrips(),
                                        budget.when()));
            }
        }
        return table.append('\n').toString();
    }

    private static String rules(List<HttpFunction> rows) {
        var table = new StringBuilder("| function | other calls |\n|---|---|\n");
        for (var function : rows) {
            if (!function.rule().isEmpty()) {
                table.append("| %s | %s |\n".formatted(function.name(), function.rule()));
            }
        }
        return table.append('\n').toString();
    }

    private static String functions(String title, List<? extends FunctionRow> rows) {
        var table = new StringBuilder("\n## " + title + "\n\n| task | function |\n|---|---|\n");
        for (var function : rows) {
            table.append("| %s | %s |\n".formatted(function.summary(), links(function)));
        }
        return table.toString();
    }

    /// The name of a function as a link to its handler, and a link to its test: the one with the
    /// name of the handler, or else those of its package.
    private static String links(FunctionRow function) {
        var path = function.handler().getName().replace('.', '/');
        var test = path + "Test.java";
        while (!Files.exists(DOCS.resolve(LOCAL_TESTS + test))) {
            test = test.substring(0, test.lastIndexOf('/'));
        }
        return "[%s](../functions/src/main/java/%s.java) ([tests](%s))"
                .formatted(function.name(), path, LOCAL_TESTS + test);
    }

    private static String limit(HttpFunction function) {
        var limit = function.limit();
        return limit == null ? "" : limit.label();
    }

    private static String caller(HttpFunction function) {
        var caller = function.access().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        var prerequisite = function.prerequisite();
        return prerequisite == null ? caller : caller + " with a " + prerequisite.noun();
    }

    private static String units(double units) {
        return units == Math.rint(units) ? Long.toString((long) units) : Double.toString(units);
    }
}
