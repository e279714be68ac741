package plaza.lambda;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the JSON structures that events consist of. Each method expects the parser at the first
/// token of a value and leaves it at the last.
///
/// The methods use plain loops because a lambda would have to be linked at every cold start.
final class JsonReading {
    private JsonReading() {}

    /// Whether the current token starts an object. It returns false for null and throws for any
    /// other value.
    static boolean isObject(JsonParser parser) throws IOException {
        return starts(parser, JsonToken.START_OBJECT);
    }

    /// Returns the name of the next field and moves the parser to its value. Null at the end of the
    /// object.
    static @Nullable String nextField(JsonParser parser) throws IOException {
        var name = parser.nextFieldName();
        if (name != null) {
            parser.nextToken();
        }
        return name;
    }

    /// Returns a string. Numbers and booleans are returned as they are written.
    static @Nullable String text(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE ->
                    parser.getText();
            case VALUE_NULL -> null;
            default -> throw unexpected(parser);
        };
    }

    static @Nullable List<String> texts(JsonParser parser) throws IOException {
        if (!isArray(parser)) {
            return null;
        }
        var texts = new ArrayList<String>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            texts.add(text(parser));
        }
        return texts;
    }

    static @Nullable Map<String, String> textsByName(JsonParser parser) throws IOException {
        if (!isObject(parser)) {
            return null;
        }
        var texts = new LinkedHashMap<String, String>();
        for (var name = nextField(parser); name != null; name = nextField(parser)) {
            texts.put(name, text(parser));
        }
        return texts;
    }

    /// Whether the current token starts an array. It returns false for null.
    static boolean isArray(JsonParser parser) throws IOException {
        return starts(parser, JsonToken.START_ARRAY);
    }

    private static boolean starts(JsonParser parser, JsonToken start) throws IOException {
        if (parser.currentToken() == start) {
            return true;
        }
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            return false;
        }
        throw unexpected(parser);
    }

    private static JsonParseException unexpected(JsonParser parser) {
        return new JsonParseException(
                parser, "the event does not have the structure of a Lambda event");
    }
}
