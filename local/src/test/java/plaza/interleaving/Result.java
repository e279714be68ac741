package plaza.interleaving;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.gameweek.GameweekItems;
import plaza.favorites.quota.QuotaUsage;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.TableSchema;
import plaza.tally.Ledger;

/// What operations left behind: the changed items and the responses, as text that does not depend
/// on the random ids that they generated.
///
/// @param items the items that differ from those before, one a line
/// @param responses the responses of each operation
record Result(String items, List<List<String>> responses) {
    /// Attributes that count attempts, order records of the stream, or are documented as inexact.
    private static final Set<String> INCIDENTAL =
            Set.of(
                    Ledger.SEQUENCE,
                    GameweekItems.MOVES,
                    "version",
                    "gamerVersion",
                    QuotaUsage.FAVORITES,
                    QuotaUsage.CHANGES);

    /// A random id, the id of a post, or the code of a league.
    private static final Pattern ID =
            Pattern.compile(
                    "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
                            + "|01[0-9A-HJKMNP-TV-Z]{24}"
                            + "|\\b[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}\\b");

    /// A count that follows through the stream, and the time of the first of equal requests.
    private static final Pattern INCIDENTAL_IN_RESPONSES =
            Pattern.compile(",\"(favoriteCount\":\\d+|likedAt\":\"[^\"]+\")");

    /// @param known ids that existed before, which are compared as they are
    static Result of(
            SequencedMap<String, @Nullable Item> difference,
            List<List<String>> responses,
            Set<String> known) {
        var lines = new ArrayList<String>();
        difference.forEach((key, item) -> {
            if (!isUnreferenced(key, difference)) {
                lines.add(key + ": " + text(item));
            }
        });
        lines.sort(Comparator.comparing(line -> replaced(line, known, _ -> "?")));
        var numbers = new HashMap<String, String>();
        var items = new StringBuilder();
        for (var line : lines) {
            items.append(numbered(line, known, numbers)).append('\n');
        }
        return new Result(
                items.toString(),
                responses.stream()
                        .map(all ->
                                all.stream()
                                        .map(response ->
                                                INCIDENTAL_IN_RESPONSES
                                                        .matcher(response)
                                                        .replaceAll(""))
                                        .map(response -> response.replaceFirst("^201", "200"))
                                        .map(response -> numbered(response, known, numbers))
                                        .toList())
                        .toList());
    }

    Result withoutResponses() {
        return new Result(items, List.of(List.of(), List.of()));
    }

    /// Whether an item is a part of the data of an import or bulk change that was refused. It
    /// expires.
    private static boolean isUnreferenced(
            String key, SequencedMap<String, @Nullable Item> difference) {
        var pk = key.split(" ", 2)[0];
        return KeySpace.IMPORT_CHUNKS.matches(pk)
                || (KeySpace.CHANGES.matches(pk) && !difference.containsKey(pk + " record"));
    }

    /// The ids in a text.
    static List<String> ids(String text) {
        return ID.matcher(text).results().map(match -> match.group()).toList();
    }

    /// An item as text, without what differs from run to run.
    static String text(@Nullable Item item) {
        if (item == null || (item.has(Ledger.SEQUENCE) && !item.flag(Ledger.ON))) {
            return "deleted";
        }
        var attributes = new TreeMap<>(item.attributes());
        if (item.has(Ledger.SEQUENCE)) {
            attributes.remove(TableSchema.TTL);
        }
        INCIDENTAL.forEach(attributes::remove);
        return attributes.toString().replace("AttributeValue", "");
    }

    private static String numbered(String text, Set<String> known, Map<String, String> numbers) {
        return replaced(text, known, id -> numbers.computeIfAbsent(id, _ -> "id" + numbers.size()));
    }

    private static String replaced(
            String text, Set<String> known, UnaryOperator<String> replacement) {
        return ID.matcher(text)
                .replaceAll(match ->
                        known.contains(match.group())
                                ? match.group()
                                : replacement.apply(match.group()));
    }

    /// The lines in which two results differ.
    static List<String> differences(Result one, Result other) {
        var differences = new ArrayList<String>();
        var ones = lines(one);
        var others = lines(other);
        ones.stream()
                .filter(line -> !others.contains(line))
                .forEach(line -> differences.add("- " + line));
        others.stream()
                .filter(line -> !ones.contains(line))
                .forEach(line -> differences.add("+ " + line));
        return differences;
    }

    private static List<String> lines(Result result) {
        var lines = new ArrayList<>(result.items().lines().toList());
        for (var number = 0; number < result.responses().size(); number++) {
            lines.add("response " + number + ": " + result.responses().get(number));
        }
        return lines;
    }
}
