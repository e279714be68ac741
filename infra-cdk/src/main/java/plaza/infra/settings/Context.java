package plaza.infra.settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Reads the CDK context and collects every invalid value, so that one message names them all.
final class Context {
    private final Function<String, @Nullable Object> values;
    private final List<String> faults = new ArrayList<>();

    Context(Function<String, @Nullable Object> values) {
        this.values = values;
    }

    /// Adds the fault of a value.
    ///
    /// @param rule what the value must be or needs, without the key
    void reject(String key, String rule) {
        faults.add(key + ": " + rule);
    }

    /// @throws IllegalArgumentException naming every invalid value
    void requireValid() {
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException(
                    "The CDK context is invalid: " + String.join("; ", faults));
        }
    }

    boolean has(String key) {
        return !text(key).isEmpty();
    }

    /// Returns a text, or an empty one.
    String text(String key) {
        return text(key, "");
    }

    String text(String key, String otherwise) {
        var value = values.apply(key);
        return value == null ? otherwise : value.toString().strip();
    }

    @Nullable String textOrNull(String key) {
        return has(key) ? text(key) : null;
    }

    /// Returns the parts of a text between its commas.
    List<String> list(String key, String otherwise) {
        return Arrays.stream(text(key, otherwise).split(",", -1))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    boolean flag(String key, boolean otherwise) {
        return switch (text(key, Boolean.toString(otherwise))) {
            case "true" -> true;
            case "false" -> false;
            case String other -> {
                reject(key, "must be true or false, not " + other);
                yield otherwise;
            }
        };
    }

    /// Returns a number from 1 with at most nine digits, so that it fits an int.
    int number(String key, int otherwise) {
        var text = text(key, Integer.toString(otherwise));
        if (!text.matches("[1-9][0-9]{0,8}")) {
            reject(key, "must be a number from 1 to 999999999, not " + text);
            return otherwise;
        }
        return Integer.parseInt(text);
    }

    int numberOrZero(String key, int otherwise) {
        return text(key, Integer.toString(otherwise)).equals("0") ? 0 : number(key, otherwise);
    }
}
