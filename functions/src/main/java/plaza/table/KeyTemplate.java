package plaza.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A template of a key: words and variables joined by `#`, such as `u#{user}#follower`.
///
/// A variable stands for one part of the key. A last variable such as `{ids...}` stands for all
/// remaining parts.
final class KeyTemplate {
    static final String SEPARATOR = "#";

    private static final String VARIABLE_START = "{";
    private static final String REST_END = "...}";

    private final String text;
    private final List<String> parts;

    KeyTemplate(String text) {
        this.text = text;
        this.parts = List.of(text.split(SEPARATOR, -1));
    }

    /// The template as it is written in the chart.
    String text() {
        return text;
    }

    String firstPart() {
        return parts.getFirst();
    }

    List<String> variables() {
        return parts.stream().filter(KeyTemplate::isVariable).map(KeyTemplate::name).toList();
    }

    /// The key in which each variable has its value.
    String fill(Map<String, String> values) {
        var filled = new ArrayList<String>();
        for (var part : parts) {
            filled.add(isVariable(part) ? values.get(name(part)) : part);
        }
        return String.join(SEPARATOR, filled);
    }

    /// The longest text that every key with these values for its first variables begins with.
    String prefix(String... values) {
        var prefix = new StringBuilder();
        var used = 0;
        for (var part : parts) {
            if (isVariable(part) && used == values.length) {
                break;
            }
            prefix.append(isVariable(part) ? values[used++] : part).append(SEPARATOR);
        }
        return prefix.toString();
    }

    /// The values of the variables by name, or null if the key does not match the template.
    @Nullable Map<String, String> parse(String key) {
        var found = key.split(SEPARATOR, text.endsWith(REST_END) ? parts.size() : -1);
        if (found.length != parts.size()) {
            return null;
        }
        var values = new LinkedHashMap<String, String>();
        for (var index = 0; index < found.length; index++) {
            var part = parts.get(index);
            if (isVariable(part)) {
                values.put(name(part), found[index]);
            } else if (!part.equals(found[index])) {
                return null;
            }
        }
        return values;
    }

    /// The template as a pattern of IAM, where `*` stands for any run of characters.
    String iamPattern() {
        return String.join(
                SEPARATOR, parts.stream().map(part -> isVariable(part) ? "*" : part).toList());
    }

    /// A pattern of event source mappings for one key attribute: the last word of a template that
    /// ends in a word, otherwise the words before the first variable.
    String streamPattern() {
        return isVariable(parts.getLast())
                ? "{\"prefix\": \"" + prefix() + "\"}"
                : "{\"suffix\": \"" + SEPARATOR + parts.getLast() + "\"}";
    }

    private static boolean isVariable(String part) {
        return part.startsWith(VARIABLE_START);
    }

    private static String name(String variable) {
        return variable.substring(
                1, variable.length() - (variable.endsWith(REST_END) ? REST_END.length() : 1));
    }
}
