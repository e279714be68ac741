package plaza.http;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.text.Malformed;

/// A query parameter. A handler declares its parameters as constants, and the OpenAPI document
/// lists the same constants.
///
/// @param name the name in the query
/// @param schema the form of a value; a parameter of an array contains the elements separated by
///   commas
/// @param isRequired whether a request must have it
/// @param defaultText the value without the parameter, or null if there is none
/// @param description what it selects
/// @param parse parses the text of the parameter; may throw [plaza.text.Malformed]
public record Parameter<T>(
        String name,
        Schema<?> schema,
        boolean isRequired,
        @Nullable String defaultText,
        String description,
        Function<String, T> parse) {
    /// An optional parameter.
    public static <T> Parameter<T> of(String name, Schema.Text<T> schema, String description) {
        return new Parameter<>(name, schema, false, null, description, schema.parse());
    }

    /// An optional parameter that is not a string.
    public static <T> Parameter<T> of(
            String name, Schema<?> schema, String description, Function<String, T> parse) {
        return new Parameter<>(name, schema, false, null, description, parse);
    }

    /// An optional parameter that is true or false, and false without it.
    public static Parameter<Boolean> flag(String name, String description) {
        return of(name, Schema.Flag.ANY, description, Parameter::truth).orElse("false");
    }

    private static Boolean truth(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new Malformed("must be true or false");
        };
    }

    /// The same parameter, but required.
    public Parameter<T> required() {
        return new Parameter<>(name, schema, true, null, description, parse);
    }

    /// The same parameter with the value that requests without it have.
    public Parameter<T> orElse(String text) {
        return new Parameter<>(name, schema, false, text, description, parse);
    }
}
