package plaza.lambda;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads and writes JSON as maps, lists, strings, integers and booleans. Scheduled functions use it
/// for their requests and reports, for which Lambda defines no event class.
final class PlainJson {
    /// The limit on nesting. A request is a map of strings and lists of strings, so it needs less.
    private static final int DEPTH_MAX = 8;

    private PlainJson() {}

    /// Reads the object at the current token; null if the token is null.
    static @Nullable Map<String, Object> map(JsonParser parser) throws IOException {
        return JsonReading.isObject(parser) ? map(parser, DEPTH_MAX) : null;
    }

    private static Map<String, Object> map(JsonParser parser, int depth) throws IOException {
        var map = new LinkedHashMap<String, Object>();
        for (var name = JsonReading.nextField(parser);
                name != null;
                name = JsonReading.nextField(parser)) {
            var value = value(parser, depth);
            if (value != null) {
                map.put(name, value);
            }
        }
        return map;
    }

    private static @Nullable Object value(JsonParser parser, int depth) throws IOException {
        if (depth == 0) {
            throw new JsonParseException(parser, "nested too deeply");
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> map(parser, depth - 1);
            case START_ARRAY -> list(parser, depth - 1);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> parser.getLongValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case VALUE_NUMBER_FLOAT,
                    VALUE_EMBEDDED_OBJECT,
                    END_OBJECT,
                    END_ARRAY,
                    FIELD_NAME,
                    NOT_AVAILABLE ->
                    throw new JsonParseException(parser, "a request cannot contain this value");
        };
    }

    private static List<Object> list(JsonParser parser, int depth) throws IOException {
        var list = new ArrayList<Object>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            var value = value(parser, depth);
            if (value != null) {
                list.add(value);
            }
        }
        return list;
    }

    static void write(JsonGenerator json, @Nullable Object value) throws IOException {
        switch (value) {
            case null -> json.writeNull();
            case Boolean flag -> json.writeBoolean(flag);
            case Integer number -> json.writeNumber(number);
            case Long number -> json.writeNumber(number);
            case List<?> list -> {
                json.writeStartArray();
                for (var one : list) {
                    write(json, one);
                }
                json.writeEndArray();
            }
            case Map<?, ?> map -> {
                json.writeStartObject();
                for (var entry : map.entrySet()) {
                    json.writeFieldName(String.valueOf(entry.getKey()));
                    write(json, entry.getValue());
                }
                json.writeEndObject();
            }
            default -> json.writeString(value.toString());
        }
    }
}
