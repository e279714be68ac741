package plaza.local.development;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.Budget;
import plaza.catalogue.Expansion;
import plaza.catalogue.HttpFunction;
import plaza.context.Declaration;
import plaza.functions.Catalogue;
import plaza.http.Request;

/// The calls whose cost the Catalogue documents, with the requests to DynamoDB that each of them
/// sends. `BudgetTest` writes these requests to the resource [#RESOURCE] of the context, in the
/// words of [RequestSums#lines]. A context without this resource has no documented cases.
public final class DocumentedCases {
    /// The name of the resource, relative to the `Declaration` of the context.
    public static final String RESOURCE = "local/costs.txt";

    private static final String INDENT = "  ";

    private final Map<String, List<String>> linesByCase = new HashMap<>();

    public DocumentedCases(Catalogue catalogue) {
        catalogue.declarations().all().forEach(each -> linesByCase.putAll(read(each)));
    }

    /// Returns the lines of each case of a context, by [#name].
    public static Map<String, List<String>> read(Declaration context) {
        try (var in = context.getClass().getResourceAsStream(RESOURCE)) {
            var cases = new HashMap<String, List<String>>();
            if (in != null) {
                var lines = List.<String>of();
                for (var line :
                        new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
                    if (line.startsWith(INDENT)) {
                        lines.add(line.strip());
                    } else {
                        lines = new ArrayList<>();
                        cases.put(line, lines);
                    }
                }
            }
            return cases;
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// Returns the text of a case in the resource.
    public static String text(String name, List<String> lines) {
        var text = new StringBuilder(name).append('\n');
        lines.forEach(line -> text.append(INDENT).append(line).append('\n'));
        return text.toString();
    }

    /// The name of a case.
    ///
    /// @param words the value of `expand`; empty if the call has none
    public static String name(HttpFunction function, String words) {
        return words.isEmpty()
                ? function.name()
                : function.name() + '?' + Request.EXPAND + '=' + words;
    }

    /// Returns the cost of the documented case that a call is like: one with the same value of
    /// `expand` that sends the same requests to DynamoDB, which cost the same units because they
    /// read and write items of the same sizes. Null if no documented case is like it.
    ///
    /// @param words the value of `expand`; empty if the call has none
    @Nullable Budget of(HttpFunction function, String words, RequestSums requests) {
        var budget = function.budget();
        var documented = "";
        if (!words.isEmpty()) {
            var expansion = expansionOrNull(function, words);
            if (expansion == null) {
                return null;
            }
            budget = expansion.budget();
            documented = expansion.words();
        }
        if (!requests.lines().equals(linesByCase.get(name(function, documented)))) {
            return null;
        }
        var tokens = function.takesToken() && !requests.takesToken() ? 1 : 0;
        return new Budget(
                budget.readUnits(),
                budget.writeUnits() - tokens,
                budget.roundTrips() - tokens,
                budget.when());
    }

    private static @Nullable Expansion expansionOrNull(HttpFunction function, String words) {
        var wanted = words(words);
        return function.expansions().stream()
                .filter(each -> words(each.words()).equals(wanted))
                .findFirst()
                .orElse(null);
    }

    private static Set<String> words(String list) {
        return new HashSet<>(List.of(list.split(",", -1)));
    }
}
