package plaza.table;

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
    String fill(List<String> names, String... values) {
        if (names.size() != values.length) {
            throw new IllegalArgumentException("one value is needed for each variable");
        }
        var filled = new StringJoiner(SEPARATOR);
        for (var part : parts) {
            filled.add(part.isVariable() ? values[names.indexOf(part.name())] : part.name());
        }
        return filled.toString();
    }

    /// The longest text that every key with these values for its first variables begins with.
    String prefix(String... values) {
        var prefix = new StringBuilder();
        var used = 0;
        for (var part : parts) {
            if (part.isVariable() && used == values.length) {
                break;
            }
            prefix.append(part.isVariable() ? values[used++] : part.name()).append(SEPARATOR);
        }
        return prefix.toString();
    }

    /// Whether the key has the words of this template in their places.
    boolean matches(String key) {
        var start = 0;
        for (var part : parts) {
            if (start > key.length()) {
                return false;
            }
            var end = part.isRest() ? key.length() : endOfPart(key, start);
            if (!part.isVariable()
                    && !(end - start == part.name().length()
                            && key.startsWith(part.name(), start))) {
                return false;
            }
            start = end + 1;
        }
        return start > key.length();
    }

    /// The value of a variable in a key, or null if the template has no such variable or does not
    /// match the key.
    @Nullable String valueOrNull(String variable, String key) {
        if (!variables.contains(variable) || !matches(key)) {
            return null;
        }
        var start = 0;
        for (var part : parts) {
            var end = part.isRest() ? key.length() : endOfPart(key, start);
            if (part.isVariable() && part.name().equals(variable)) {
                return key.substring(start, end);
            }
            start = end + 1;
        }
        return null;
    }

    private static int endOfPart(String key, int start) {
        var separator = key.indexOf(SEPARATOR, start);
        return separator < 0 ? key.length() : separator;
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
                ? "{\"prefix\": \"" + prefix() + "\"}"
                : "{\"suffix\": \"" + SEPARATOR + parts.getLast().name() + "\"}";
    }
}
