package plaza.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
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
    private final List<Part> parts;
    private final List<String> variables;

    KeyTemplate(String text) {
        this.text = text;
        this.parts = Arrays.stream(text.split(SEPARATOR, -1)).map(Part::of).toList();
        this.variables = parts.stream().filter(Part::isVariable).map(Part::name).toList();
    }

    /// A part of a template.
    ///
    /// @param name the word, or the name of the variable
    private record Part(String name, boolean isVariable, boolean isRest) {
        static Part of(String text) {
            if (!text.startsWith(VARIABLE_START)) {
                return new Part(text, false, false);
            }
            var isRest = text.endsWith(REST_END);
            return new Part(
                    text.substring(1, text.length() - (isRest ? REST_END.length() : 1)),
                    true,
                    isRest);
        }
    }

    /// The template as it is written in the chart.
    String text() {
        return text;
    }

    String firstPart() {
        return parts.getFirst().name();
    }

    /// The names of the variables in their order.
    List<String> variables() {
        return variables;
    }

    /// The key in which each variable has its value.
    ///
    /// @param names the names of `values`; at least the variables of this template
    String fill(List<String> names, List<String> values) {
        var filled = new StringJoiner(SEPARATOR);
        for (var part : parts) {
            filled.add(part.isVariable() ? values.get(names.indexOf(part.name())) : part.name());
        }
        return filled.toString();
    }

    /// The longest text that every key with these values begins with.
    ///
    /// @param names the names of `values` and of the variables without a value after them
    String prefix(List<String> names, List<String> values) {
        var prefix = new StringBuilder();
        for (var part : parts) {
            var index = part.isVariable() ? names.indexOf(part.name()) : 0;
            if (part.isVariable() && index >= values.size()) {
                break;
            }
            prefix.append(part.isVariable() ? values.get(index) : part.name()).append(SEPARATOR);
        }
        return prefix.toString();
    }

    /// Whether the key has the words of this template in their places.
    boolean matches(String key) {
        return matches(key, null);
    }

    /// The values of the variables in their order, or null if the template does not match the key.
    @Nullable List<String> valuesOrNull(String key) {
        var values = new ArrayList<String>(variables.size());
        return matches(key, values) ? values : null;
    }

    /// @param values receives the values of the variables, if they are needed
    private boolean matches(String key, @Nullable List<String> values) {
        var start = 0;
        for (var part : parts) {
            if (start > key.length()) {
                return false;
            }
            var end = part.isRest() ? key.length() : endOfPart(key, start);
            if (part.isVariable()) {
                if (values != null) {
                    values.add(key.substring(start, end));
                }
            } else if (end - start != part.name().length() || !key.startsWith(part.name(), start)) {
                return false;
            }
            start = end + 1;
        }
        return start > key.length();
    }

    private static int endOfPart(String key, int start) {
        var separator = key.indexOf(SEPARATOR, start);
        return separator < 0 ? key.length() : separator;
    }

    /// Whether a key can match both templates. That is not so if they have different words at one
    /// position, or different numbers of parts.
    boolean overlaps(KeyTemplate other) {
        for (var index = 0; index < Math.min(parts.size(), other.parts.size()); index++) {
            var part = parts.get(index);
            var against = other.parts.get(index);
            if (part.isRest() || against.isRest()) {
                return true;
            }
            if (!part.isVariable()
                    && !against.isVariable()
                    && !part.name().equals(against.name())) {
                return false;
            }
        }
        return parts.size() == other.parts.size();
    }

    /// The template as a pattern of IAM, where `*` stands for any run of characters.
    String iamPattern() {
        return parts.stream()
                .map(part -> part.isVariable() ? "*" : part.name())
                .collect(Collectors.joining(SEPARATOR));
    }

    /// A pattern of event source mappings for one key attribute: the last word of a template that
    /// ends in a word, otherwise the words before the first variable.
    String streamPattern() {
        return parts.getLast().isVariable()
                ? "{\"prefix\": \"" + prefix(variables, List.of()) + "\"}"
                : "{\"suffix\": \"" + SEPARATOR + parts.getLast().name() + "\"}";
    }
}
