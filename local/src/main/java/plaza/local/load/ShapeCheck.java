package plaza.local.load;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import plaza.http.Schema;
import plaza.http.Shape;
import plaza.text.Malformed;

/// Checks that JSON has a shape of the API.
final class ShapeCheck {
    private ShapeCheck() {}

    /// Checks that a value has a schema.
    ///
    /// @throws Malformed that names the first property that does not have its own
    static void require(Schema<?> schema, JsonNode json) {
        require(schema, "", json);
    }

    private static void require(Schema<?> schema, String place, JsonNode json) {
        switch (schema) {
            case Schema.Text<?> text -> {
                requireType(json.isTextual(), place, "a string");
                requireText(text, place, json.asText());
            }
            case Schema.Whole whole ->
                    requireType(
                            json.canConvertToLong()
                                    && json.isIntegralNumber()
                                    && json.longValue() >= whole.min()
                                    && json.longValue() <= whole.max(),
                            place,
                            "an integer from %d to %d".formatted(whole.min(), whole.max()));
            case Schema.Decimal _ -> requireType(json.isNumber(), place, "a number");
            case Schema.Flag _ -> requireType(json.isBoolean(), place, "true or false");
            case Schema.Array<?> array -> {
                requireType(json.isArray(), place, "an array");
                json.forEach(each -> require(array.element(), place + "[]", each));
            }
            case Schema.Numbers numbers -> {
                requireType(json.isObject(), place, "an object");
                json.properties()
                        .forEach(each -> {
                            requireText(numbers.name(), place, each.getKey());
                            require(
                                    numbers.number(),
                                    within(place, each.getKey()),
                                    each.getValue());
                        });
            }
            case Shape<?> shape -> {
                requireType(json.isObject(), place, "an object");
                requireProperties(shape, place, json);
            }
        }
    }

    private static void requireProperties(Shape<?> shape, String place, JsonNode json) {
        var unknown = new HashSet<String>();
        json.fieldNames().forEachRemaining(unknown::add);
        for (var property : shape.properties()) {
            var name = within(place, property.name());
            var value = json.get(property.name());
            if (value != null) {
                require(property.schema(), name, value);
            } else if (property.isRequired()) {
                throw new Malformed("lacks the property `%s`".formatted(name));
            }
            unknown.remove(property.name());
        }
        unknown.stream()
                .sorted()
                .findFirst()
                .ifPresent(name -> {
                    throw new Malformed(
                            "has the unknown property `%s`".formatted(within(place, name)));
                });
    }

    private static String within(String place, String name) {
        return place.isEmpty() ? name : place + '.' + name;
    }

    private static void requireText(Schema.Text<?> schema, String place, String text) {
        try {
            var _ = schema.parse().apply(text);
        } catch (Malformed malformed) {
            throw wrong(place, malformed.rule());
        }
    }

    private static void requireType(boolean isRight, String place, String type) {
        if (!isRight) {
            throw wrong(place, "must be " + type);
        }
    }

    private static Malformed wrong(String place, String rule) {
        return new Malformed("has the property `%s`, which %s".formatted(place, rule));
    }
}
