package plaza.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.text.Malformed;

/// A field of a JSON body. A handler declares its fields as constants, and the OpenAPI document
/// lists the same constants.
///
/// @param name the name in the body
/// @param type the JSON type
/// @param properties the fields of an object and their types, for the OpenAPI document; empty for
///   other types
/// @param required whether the field must be present and not null
/// @param parse parses a value of that JSON type; may throw [Malformed]
public record Field<T>(
        String name,
        Type type,
        Map<String, Type> properties,
        boolean required,
        Function<JsonNode, T> parse) {
    /// The largest exponent that is accepted; no valid number of the API comes near it.
    private static final int SCALE_MAX = 100;

    /// The JSON types that bodies use.
    public enum Type {
        TEXT("string"),
        INTEGER("integer"),
        NUMBER("number"),
        BOOLEAN("boolean"),
        TEXTS("array"),
        OBJECT("object");

        private final String word;

        Type(String word) {
            this.word = word;
        }

        /// The type's name in JSON Schema.
        public String word() {
            return word;
        }
    }

    /// A required string.
    public static <T> Field<T> text(String name, Function<String, T> parse) {
        return new Field<>(name, Type.TEXT, Map.of(), true, node -> parse.apply(node.textValue()));
    }

    /// A required integer from `min` to `max`.
    public static Field<Long> integer(String name, long min, long max) {
        return new Field<>(
                name,
                Type.INTEGER,
                Map.of(),
                true,
                node -> {
                    if (!node.canConvertToLong()
                            || node.longValue() < min
                            || node.longValue() > max) {
                        throw new Malformed("must be an integer from " + min + " to " + max);
                    }
                    return node.longValue();
                });
    }

    /// A required number from `min` to `max` with at most `scale` digits after the point.
    public static Field<BigDecimal> decimal(String name, long min, long max, int scale) {
        return new Field<>(
                name,
                Type.NUMBER,
                Map.of(),
                true,
                node -> {
                    var sent = node.decimalValue();
                    // stripping the zeros of a number with an extreme exponent would overflow
                    var number =
                            Math.abs((long) sent.scale()) > SCALE_MAX
                                    ? null
                                    : sent.stripTrailingZeros();
                    if (number == null
                            || number.scale() > scale
                            || number.compareTo(BigDecimal.valueOf(min)) < 0
                            || number.compareTo(BigDecimal.valueOf(max)) > 0) {
                        throw new Malformed(
                                "must be a number from %d to %d with at most %d decimal digits"
                                        .formatted(min, max, scale));
                    }
                    return number;
                });
    }

    /// A required array of at most `countMax` strings. A rule of the model checks their exact
    /// number.
    public static <T> Field<List<T>> textsUpTo(
            String name, int countMax, Function<String, T> parse) {
        return new Field<>(
                name,
                Type.TEXTS,
                Map.of(),
                true,
                node -> {
                    if (node.size() > countMax) {
                        throw new Malformed("must contain at most " + countMax + " strings");
                    }
                    return elements(node, parse);
                });
    }

    /// A required array of exactly `count` strings.
    public static <T> Field<List<T>> texts(String name, int count, Function<String, T> parse) {
        return new Field<>(
                name,
                Type.TEXTS,
                Map.of(),
                true,
                node -> {
                    if (node.size() != count) {
                        throw new Malformed("must contain exactly " + count + " strings");
                    }
                    return elements(node, parse);
                });
    }

    /// A required boolean.
    public static Field<Boolean> flag(String name) {
        return new Field<>(name, Type.BOOLEAN, Map.of(), true, JsonNode::booleanValue);
    }

    /// A required object.
    ///
    /// @param properties the fields of the object and their types; `parse` checks them
    public static <T> Field<T> object(
            String name, Map<String, Type> properties, Function<JsonNode, T> parse) {
        return new Field<>(name, Type.OBJECT, Map.copyOf(properties), true, parse);
    }

    /// Returns this field as an optional one that clients cannot change. A body may contain it with
    /// the stored value, so that a response can be sent back; [Body#requireUnchanged] compares the
    /// two.
    public Field<JsonNode> readOnly() {
        return new Field<>(
                name,
                type,
                properties,
                false,
                node -> {
                    var _ = parse.apply(node);
                    return node;
                });
    }

    private static <T> List<T> elements(JsonNode array, Function<String, T> parse) {
        var values = new ArrayList<T>(array.size());
        for (var element : array) {
            if (!element.isTextual()) {
                throw new Malformed("must contain strings only");
            }
            values.add(parse.apply(element.textValue()));
        }
        return List.copyOf(values);
    }

    /// The same field, but optional.
    public Field<T> optional() {
        return new Field<>(name, type, properties, false, parse);
    }

    /// Parses the value in `node`.
    ///
    /// @return null if the field is optional and either absent or null
    /// @throws Malformed if a required field is missing, or if the value is invalid
    @Nullable T read(@Nullable JsonNode node) {
        if (node == null || node.isNull()) {
            if (required) {
                throw new Malformed("is required");
            }
            return null;
        }
        var fits =
                switch (type) {
                    case TEXT -> node.isTextual();
                    case INTEGER -> node.isIntegralNumber();
                    case NUMBER -> node.isNumber();
                    case BOOLEAN -> node.isBoolean();
                    case TEXTS -> node.isArray();
                    case OBJECT -> node.isObject();
                };
        if (!fits) {
            throw new Malformed(
                    switch (type) {
                        case TEXT -> "must be a string";
                        case INTEGER -> "must be an integer";
                        case NUMBER -> "must be a number";
                        case BOOLEAN -> "must be true or false";
                        case TEXTS -> "must be an array";
                        case OBJECT -> "must be an object";
                    });
        }
        return parse.apply(node);
    }
}
