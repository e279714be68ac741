package plaza.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.text.Malformed;

/// A field of a JSON body. A handler declares its fields as constants, and the OpenAPI document
/// lists the same constants.
///
/// @param name the name in the body
/// @param schema the form of a value
/// @param required whether the field must be present
/// @param isNullable whether the field can be null
/// @param isReadOnly whether clients can only send the stored value
/// @param parse parses a value of that JSON type; may throw [Malformed]
public record Field<T>(
        String name,
        Schema<?> schema,
        boolean required,
        boolean isNullable,
        boolean isReadOnly,
        Function<JsonNode, T> parse) {
    /// The largest exponent that is accepted; no valid number of the API comes near it.
    private static final int SCALE_MAX = 100;

    private static <T> Field<T> required(
            String name, Schema<?> schema, Function<JsonNode, T> parse) {
        return new Field<>(name, schema, true, false, false, parse);
    }

    /// A required string.
    public static <T> Field<T> text(String name, Schema.Text<T> schema) {
        return required(name, schema, node -> schema.parse().apply(node.textValue()));
    }

    /// A required integer within the limits of `schema`.
    public static Field<Long> integer(String name, Schema.Whole schema) {
        return required(
                name,
                schema,
                node -> {
                    if (!node.canConvertToLong()
                            || node.longValue() < schema.min()
                            || node.longValue() > schema.max()) {
                        throw new Malformed(
                                "must be an integer from " + schema.min() + " to " + schema.max());
                    }
                    return node.longValue();
                });
    }

    /// A required number within the limits of `schema`.
    public static Field<BigDecimal> decimal(String name, Schema.Decimal schema) {
        return required(
                name,
                schema,
                node -> {
                    var sent = node.decimalValue();
                    // stripping the zeros of a number with an extreme exponent would overflow
                    var number =
                            Math.abs((long) sent.scale()) > SCALE_MAX
                                    ? null
                                    : sent.stripTrailingZeros();
                    if (number == null
                            || number.scale() > schema.scale()
                            || number.compareTo(BigDecimal.valueOf(schema.min())) < 0
                            || number.compareTo(BigDecimal.valueOf(schema.max())) > 0) {
                        throw new Malformed(
                                "must be a number from %d to %d with at most %d decimal digits"
                                        .formatted(schema.min(), schema.max(), schema.scale()));
                    }
                    return number;
                });
    }

    /// A required array of at most `countMax` strings. A rule of the model checks their exact
    /// number.
    public static <T> Field<List<T>> textsUpTo(String name, int countMax, Schema.Text<T> element) {
        return texts(name, 0, countMax, "at most " + countMax, element);
    }

    /// A required array of 1 to `countMax` strings.
    public static <T> Field<List<T>> textsFromOne(
            String name, int countMax, Schema.Text<T> element) {
        return texts(name, 1, countMax, "1 to " + countMax, element);
    }

    private static <T> Field<List<T>> texts(
            String name, int countMin, int countMax, String count, Schema.Text<T> element) {
        return required(
                name,
                new Schema.Array<>(element, countMin, countMax),
                node -> {
                    if (node.size() < countMin || node.size() > countMax) {
                        throw new Malformed("must contain " + count + " strings");
                    }
                    return elements(node, element.parse());
                });
    }

    /// A required array of at most `countMax` strings of which no two have the same value.
    public static <T> Field<List<T>> differentTextsUpTo(
            String name, int countMax, Schema.Text<T> element) {
        var texts = textsUpTo(name, countMax, element);
        return required(
                name,
                texts.schema(),
                node -> {
                    var values = texts.parse().apply(node);
                    if (new HashSet<>(values).size() < values.size()) {
                        throw new Malformed("must not contain a string twice");
                    }
                    return values;
                });
    }

    /// A required array of at most `countMax` objects.
    ///
    /// @param shape the properties of an object; `parse` checks them
    public static <T> Field<List<T>> objectsUpTo(
            String name, int countMax, Shape<?> shape, Function<JsonNode, T> parse) {
        return required(
                name,
                new Schema.Array<>(shape, 0, countMax),
                node -> {
                    if (node.size() > countMax) {
                        throw new Malformed("must contain at most " + countMax + " objects");
                    }
                    var values = new ArrayList<T>(node.size());
                    for (var element : node) {
                        if (!element.isObject()) {
                            throw new Malformed("must contain objects only");
                        }
                        values.add(parse.apply(element));
                    }
                    return List.copyOf(values);
                });
    }

    /// A required boolean.
    public static Field<Boolean> flag(String name) {
        return required(name, Schema.Flag.ANY, JsonNode::booleanValue);
    }

    /// A required object.
    ///
    /// @param shape the properties of the object; `parse` checks them
    public static <T> Field<T> object(String name, Shape<?> shape, Function<JsonNode, T> parse) {
        return required(name, shape, parse);
    }

    /// Returns this field as an optional one that clients cannot change. A body may contain it with
    /// the stored value, so that a response can be sent back; [Body#requireUnchanged] compares the
    /// two.
    public Field<JsonNode> readOnly() {
        return new Field<>(
                name,
                schema,
                false,
                true,
                true,
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

    /// The same field, but optional. Null means the same as an absent field or removes the stored
    /// value.
    public Field<T> optional() {
        return new Field<>(name, schema, false, true, isReadOnly, parse);
    }

    /// The same field, but optional and never null: the stored value can be replaced, but not
    /// removed.
    public Field<T> replaceable() {
        return new Field<>(name, schema, false, false, isReadOnly, parse);
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
            if (node != null && !isNullable) {
                throw new Malformed("cannot be removed");
            }
            return null;
        }
        var broken =
                switch (schema) {
                    case Schema.Text<?> _ -> node.isTextual() ? null : "must be a string";
                    case Schema.Whole _ -> node.isIntegralNumber() ? null : "must be an integer";
                    case Schema.Decimal _ -> node.isNumber() ? null : "must be a number";
                    case Schema.Flag _ -> node.isBoolean() ? null : "must be true or false";
                    case Schema.Array<?> _ -> node.isArray() ? null : "must be an array";
                    case Schema.Numbers _, Shape<?> _ ->
                            node.isObject() ? null : "must be an object";
                };
        if (broken != null) {
            throw new Malformed(broken);
        }
        return parse.apply(node);
    }
}
