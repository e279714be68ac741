package plaza.interleaving;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.audit.Counter;
import plaza.social.key.SocialKeys;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.Key;
import plaza.table.TableSchema;
import plaza.tally.Ledger;
import plaza.testkit.ContextKit;
import plaza.testkit.ContextKits;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// What operations left behind: the changed items and the responses, as text that does not depend
/// on the random ids that they generated.
///
/// @param items the items that differ from those before, one a line
/// @param responses the responses of each operation
record Result(String items, List<List<String>> responses) {
    private static final List<ContextInterleavings> CONTEXTS =
            ContextKits.all().map(ContextKit::interleavings).toList();

    /// Attributes that count attempts, order records of the stream, or are documented as inexact.
    private static final Set<String> INCIDENTAL =
            Stream.concat(
                            Stream.of(Ledger.SEQUENCE, Counter.CORRECTIONS, "version"),
                            CONTEXTS.stream()
                                    .flatMap(context -> context.incidentalAttributes().stream()))
                    .collect(Collectors.toSet());

    /// A random id, the id of a post, or the code of a league.
    private static final Pattern ID =
            Pattern.compile(
                    "\\b(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
                            + "|01[0-9A-HJKMNP-TV-Z]{24}"
                            + "|[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}\\b)");

    /// The length of the shortest id.
    private static final int ID_LENGTH_MIN = 14;

    private static final String RESPONSE = "response ";

    /// A count that follows through the stream, and the time of the first of equal requests.
    private static final Pattern INCIDENTAL_IN_RESPONSES =
            Pattern.compile(
                    ",\"(%s)\":(\\d+|\"[^\"]+\")"
                            .formatted(
                                    CONTEXTS.stream()
                                            .flatMap(context -> context.incidentalFields().stream())
                                            .collect(Collectors.joining("|"))));

    /// @param known ids that existed before, which are compared as they are
    static Result of(
            SequencedMap<String, @Nullable Item> difference,
            List<List<String>> responses,
            Set<String> known) {
        var lines = new ArrayList<String>();
        difference.forEach((key, item) -> {
            if (CONTEXTS.stream()
                    .noneMatch(context -> context.isIncidental(key, item, difference.keySet()))) {
                lines.add(key + ": " + text(item));
            }
        });
        var byTextWithoutIds = new HashMap<String, String>();
        lines.forEach(line -> byTextWithoutIds.put(line, replaced(line, known, _ -> "?")));
        lines.sort(Comparator.comparing(byTextWithoutIds::get));
        // responses first: two items can be equal except for their ids
        var numbers = new HashMap<String, String>();
        var numberedResponses =
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
                        .toList();
        return new Result(
                lines.stream().map(line -> numbered(line, known, numbers) + '\n').toList().stream()
                        .sorted()
                        .collect(Collectors.joining()),
                numberedResponses);
    }

    Result withoutResponses() {
        return new Result(items, List.of(List.of(), List.of()));
    }

    /// The ids in a text.
    static List<String> ids(String text) {
        var ids = new ArrayList<String>();
        replacedIds(
                text,
                id -> {
                    ids.add(id);
                    return id;
                });
        return ids;
    }

    /// A text without random ids.
    static String withoutIds(String text) {
        return replacedIds(text, _ -> "id");
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
        if (SocialKeys.GATE.is(item.key())) {
            attributes.replaceAll((_, value) -> value.hasL() ? sorted(value) : value);
        }
        return attributes.toString().replace("AttributeValue", "").replace('\n', ' ');
    }

    /// The users of a gate, which are a set.
    private static AttributeValue sorted(AttributeValue list) {
        return AttributeValue.fromL(
                list.l().stream().sorted(Comparator.comparing(AttributeValue::s)).toList());
    }

    private static String numbered(String text, Set<String> known, Map<String, String> numbers) {
        return replaced(text, known, id -> numbers.computeIfAbsent(id, _ -> "id" + numbers.size()));
    }

    private static String replaced(
            String text, Set<String> known, UnaryOperator<String> replacement) {
        return replacedIds(text, id -> known.contains(id) ? id : replacement.apply(id));
    }

    /// Searches only runs of letters, digits and hyphens that are long enough for an id: to search
    /// the whole text took a quarter of the time of all interleavings.
    private static String replacedIds(String text, UnaryOperator<String> replacement) {
        var result = new StringBuilder(text.length());
        var copied = 0;
        var ids = ID.matcher(text);
        for (var end = 0; end < text.length(); end++) {
            var begin = end;
            while (end < text.length() && isInRun(text.charAt(end))) {
                end++;
            }
            if (end - begin >= ID_LENGTH_MIN) {
                ids.region(begin, end);
                while (ids.find()) {
                    result.append(text, copied, ids.start());
                    result.append(replacement.apply(ids.group()));
                    copied = ids.end();
                }
            }
        }
        return result.append(text, copied, text.length()).toString();
    }

    private static boolean isInRun(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '-'
                || c == '_';
    }

    /// An item that two results have in different states, or a response that differs.
    ///
    /// @param key the partition key and the sort key, or the name of a response
    /// @param attributes the attributes that differ; empty if only one of the results has the item
    record Difference(String key, Set<String> attributes, String before, String after) {
        /// Whether the item is of this kind.
        boolean isOf(ItemKind kind) {
            var parts = key.split(" ", 2);
            return parts.length == 2 && !isResponse() && kind.is(new Key(parts[0], parts[1]));
        }

        boolean isResponse() {
            return key.startsWith(RESPONSE);
        }

        @Override
        public String toString() {
            return key + " " + attributes + "\n        - " + before + "\n        + " + after;
        }
    }

    /// The items and responses in which two results differ.
    static List<Difference> differences(Result one, Result other) {
        var ones = lines(one);
        var others = lines(other);
        var keys = new TreeSet<>(ones.keySet());
        keys.addAll(others.keySet());
        var differences = new ArrayList<Difference>();
        for (var key : keys) {
            var before = ones.getOrDefault(key, "");
            var after = others.getOrDefault(key, "");
            if (!before.equals(after)) {
                differences.add(new Difference(key, attributes(before, after), before, after));
            }
        }
        return differences;
    }

    private static Set<String> attributes(String before, String after) {
        if (!before.startsWith("{") || !after.startsWith("{")) {
            return Set.of();
        }
        var ones = attributes(before);
        var others = attributes(after);
        var names = new TreeSet<>(ones.keySet());
        names.addAll(others.keySet());
        names.removeIf(name -> Objects.equals(ones.get(name), others.get(name)));
        return names;
    }

    private static Map<String, String> attributes(String item) {
        var attributes = new TreeMap<String, String>();
        for (var attribute : item.substring(1, item.length() - 1).split(", (?=\\w+=\\()", -1)) {
            var parts = attribute.split("=", 2);
            attributes.put(parts[0], parts[1]);
        }
        return attributes;
    }

    private static Map<String, String> lines(Result result) {
        var lines = new TreeMap<String, String>();
        result.items()
                .lines()
                .forEach(line -> {
                    var parts = line.split(": ", 2);
                    lines.put(parts[0], parts[1]);
                });
        for (var number = 0; number < result.responses().size(); number++) {
            lines.put(RESPONSE + number, result.responses().get(number).toString());
        }
        return lines;
    }
}
