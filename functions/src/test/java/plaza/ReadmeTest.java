package plaza;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/// The README's table of access patterns is what the Catalogue says. `-Dplaza.readme=write` writes
/// it anew.
class ReadmeTest {
    private static final Path README = Path.of("../README.md");
    private static final String BEGIN = "<!-- access patterns: begin -->\n";
    private static final String END = "<!-- access patterns: end -->\n";

    @Test
    void theTableOfAccessPatternsIsTheCatalogue() throws IOException {
        var text = Files.readString(README);
        var begin = text.indexOf(BEGIN) + BEGIN.length();
        var end = text.indexOf(END);
        if ("write".equals(System.getProperty("plaza.readme"))) {
            Files.writeString(README, text.substring(0, begin) + table() + text.substring(end));
            text = Files.readString(README);
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
                table.append("\n**").append(context).append("**\n\n");
                table.append(
                        "| access pattern | function | route | who | RRU | WRU | trips | in the case of |\n");
                table.append("|---|---|---|---|--:|--:|--:|---|\n");
            }
            var budget = function.budget();
            table.append(
                    "| %s | %s | `%s` | %s | %s | %s | %d | %s |\n"
                            .formatted(
                                    function.pattern(),
                                    function.name(),
                                    function.routeKey(),
                                    who(function),
                                    units(budget.readUnits()),
                                    units(budget.writeUnits()),
                                    budget.roundTrips(),
                                    budget.when()));
        }
        table.append("\n**behind the stream**\n\n| what happens | function |\n|---|---|\n");
        for (var function : Catalogue.streamFunctions()) {
            table.append("| %s | %s |\n".formatted(function.pattern(), function.name()));
        }
        table.append(
                "\n**by a schedule, and by hand**\n\n| what happens | function |\n|---|---|\n");
        for (var function : Catalogue.scheduledFunctions()) {
            table.append("| %s | %s |\n".formatted(function.pattern(), function.name()));
        }
        return table.append('\n').toString();
    }

    private static String who(Catalogue.HttpFunction function) {
        var who = function.who().name().toLowerCase(Locale.ROOT);
        return switch (function.needs()) {
            case PROFILE -> who + ", with a profile";
            case GAMER -> who + ", with a gamer";
            case NOTHING -> who;
            case null -> who;
        };
    }

    private static String units(double units) {
        return units == Math.rint(units) ? Long.toString((long) units) : Double.toString(units);
    }
}
