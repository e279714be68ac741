package plaza;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;

/// Compares the tables in `docs/access-patterns.md` with the Catalogue. `-Dplaza.docs=write` writes
/// them instead.
class AccessPatternsTest {
    private static final Path PAGE = Path.of("../docs/access-patterns.md");
    private static final String BEGIN = "<!-- access patterns: begin -->\n";
    private static final String END = "<!-- access patterns: end -->\n";

    @Test
    void thePageMatchesTheCatalogue() throws IOException {
        var text = Files.readString(PAGE);
        var begin = text.indexOf(BEGIN) + BEGIN.length();
        var end = text.indexOf(END);
        if ("write".equals(System.getProperty("plaza.docs"))) {
            Files.writeString(PAGE, text.substring(0, begin) + table() + text.substring(end));
            text = Files.readString(PAGE);
            end = text.indexOf(END);
        }
        assertThat(text.substring(begin, end)).isEqualTo(table());
    }

    private static String table() {
        var table = new StringBuilder();
        var context = "";
        for (var function : Catalogue.httpFunctions()) {
            if (!function.context().equals(context)) {
                context = function.context();
                table.append("\n## ").append(title(context)).append("\n\n");
                table.append(
                        "| access pattern | function | route | caller | limit | RRU | WRU | round trips | case |\n");
                table.append("|---|---|---|---|---|--:|--:|--:|---|\n");
            }
            var budget = function.budget();
            table.append(
                    "| %s | %s | `%s` | %s | %s | %s | %s | %d | %s |\n"
                            .formatted(
                                    function.summary(),
                                    function.name(),
                                    function.routeKey(),
                                    caller(function),
                                    limit(function),
                                    units(budget.readUnits()),
                                    units(budget.writeUnits()),
                                    budget.roundTrips(),
                                    budget.when()));
        }
        table.append(expansions());
        table.append("\n## Stream functions\n\n| task | function |\n|---|---|\n");
        for (var function : Catalogue.streamFunctions()) {
            table.append("| %s | %s |\n".formatted(function.summary(), function.name()));
        }
        table.append("\n## Scheduled functions\n\n| task | function |\n|---|---|\n");
        for (var function : Catalogue.scheduledFunctions()) {
            table.append("| %s | %s |\n".formatted(function.summary(), function.name()));
        }
        return table.append('\n').toString();
    }

    private static String expansions() {
        var table =
                new StringBuilder(
                        """

                        ## Expansions

                        | function | `expand` | RRU | round trips | case |
                        |---|---|--:|--:|---|
                        """);
        for (var function : Catalogue.httpFunctions()) {
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
        return table.toString();
    }

    private static String title(String context) {
        return context.substring(0, 1).toUpperCase(Locale.ROOT) + context.substring(1);
    }

    private static String limit(HttpFunction function) {
        var limit = function.limit();
        return limit == null ? "" : limit.label();
    }

    private static String caller(HttpFunction function) {
        var caller = function.access().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return switch (function.prerequisite()) {
            case PROFILE -> caller + " with a profile";
            case GAMER -> caller + " with a gamer";
            case NOTHING -> caller;
            case null -> caller;
        };
    }

    private static String units(double units) {
        return units == Math.rint(units) ? Long.toString((long) units) : Double.toString(units);
    }
}
