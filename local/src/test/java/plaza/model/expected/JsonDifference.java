package plaza.model.expected;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// JSON as plain maps, lists, strings and numbers, and the differences between two values.
public final class JsonDifference {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final DateTimeFormatter MILLIS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

    private JsonDifference() {}

    /// Returns an object from alternating names and values, without the null values.
    public static Map<String, Object> object(@Nullable Object... namesAndValues) {
        var object = new LinkedHashMap<String, Object>();
        for (var index = 0; index < namesAndValues.length; index += 2) {
            var value = namesAndValues[index + 1];
            if (value != null) {
                object.put(
                        requireNonNull(namesAndValues[index]).toString(),
                        value instanceof Integer number ? (Long) (long) number : value);
            }
        }
        return object;
    }

    public static String json(Map<String, ?> object) {
        try {
            return MAPPER.writeValueAsString(object);
        } catch (JsonProcessingException impossible) {
            throw new AssertionError(impossible);
        }
    }

    public static Map<String, Object> parse(String json) {
        try {
            if (of(MAPPER.readTree(json)) instanceof Map<?, ?> map) {
                var object = new LinkedHashMap<String, Object>();
                map.forEach((name, value) -> object.put(name.toString(), value));
                return object;
            }
            throw new AssertionError("not a JSON object: " + json);
        } catch (JsonProcessingException impossible) {
            throw new AssertionError(json, impossible);
        }
    }

    /// Returns a string of a body, or null if it is absent or null.
    public static @Nullable String text(Map<String, Object> body, String name) {
        return body.get(name) instanceof String text ? text : null;
    }

    public static String time(Instant instant) {
        return MILLIS.format(instant);
    }

    public static @Nullable Object of(JsonNode node) {
        if (node.isObject()) {
            var object = new LinkedHashMap<String, @Nullable Object>();
            node.properties().forEach(field -> object.put(field.getKey(), of(field.getValue())));
            return object;
        }
        if (node.isArray()) {
            var list = new ArrayList<@Nullable Object>();
            node.forEach(element -> list.add(of(element)));
            return list;
        }
        if (node.isIntegralNumber()) {
            return node.longValue();
        }
        if (node.isNumber()) {
            return node.decimalValue();
        }
        if (node.isBoolean()) {
            return node.booleanValue();
        }
        return node.isNull() || node.isMissingNode() ? null : node.asText();
    }

    /// Describes how `found` differs from `expected`; null if it is equal, or if every [Admissible]
    /// within accepts it.
    ///
    /// @param path where both values are, for the description
    public static @Nullable String difference(
            String path, @Nullable Object expected, @Nullable Object found) {
        if (expected instanceof Admissible admissible) {
            return admissible.matches(found)
                    ? null
                    : mismatch(path, admissible.description(), found);
        }
        if (expected instanceof Map<?, ?> wanted && found instanceof Map<?, ?> map) {
            var names = new TreeSet<String>();
            wanted.keySet().forEach(name -> names.add(name.toString()));
            map.keySet().forEach(name -> names.add(name.toString()));
            for (var name : names) {
                var difference = difference(path + '.' + name, wanted.get(name), map.get(name));
                if (difference != null) {
                    return difference;
                }
            }
            return null;
        }
        if (expected instanceof List<?> wanted
                && found instanceof List<?> list
                && wanted.size() == list.size()) {
            for (var index = 0; index < list.size(); index++) {
                var difference =
                        difference(path + '[' + index + ']', wanted.get(index), list.get(index));
                if (difference != null) {
                    return difference + "\n    in " + list + "\n    instead of " + wanted;
                }
            }
            return null;
        }
        return expected == null
                ? found == null ? null : mismatch(path, "absent", found)
                : expected.equals(found) ? null : mismatch(path, expected.toString(), found);
    }

    private static String mismatch(String path, String wanted, @Nullable Object found) {
        return path + " is " + (found == null ? "absent" : found) + " instead of " + wanted;
    }
}
