package plaza.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.text.IsoTime;

/// Builds a JSON object, and holds the configuration of the JSON parser.
///
/// It uses trees instead of data binding: the JSON shape of a record is written out explicitly, and
/// no class is inspected by reflection at a cold start.
public final class Json {
    /// The parser's limit on nesting; no body of the API nests as deep.
    private static final int DEPTH_MAX = 16;

    private static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxNestingDepth(DEPTH_MAX)
                                    .maxNumberLength(40)
                                    .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build();

    private final ObjectNode node;

    Json(ObjectNode node) {
        this.node = node;
    }

    public static Json object() {
        return new Json(JsonNodeFactory.instance.objectNode());
    }

    /// Adds a string; null leaves the name out.
    public Json with(String name, @Nullable String text) {
        if (text != null) {
            node.put(name, text);
        }
        return this;
    }

    public Json with(String name, long number) {
        node.put(name, number);
        return this;
    }

    /// Adds a decimal number with exactly its digits; null leaves the name out.
    public Json with(String name, @Nullable BigDecimal number) {
        if (number != null) {
            node.put(name, number);
        }
        return this;
    }

    /// Adds an object of numbers.
    public Json with(String name, Map<String, Long> numbersByName) {
        var object = node.putObject(name);
        numbersByName.forEach(object::put);
        return this;
    }

    public Json with(String name, boolean flag) {
        node.put(name, flag);
        return this;
    }

    /// Adds a time in ISO-8601 with milliseconds; null leaves the name out.
    public Json with(String name, @Nullable Instant time) {
        return time == null ? this : with(name, IsoTime.format(time));
    }

    public Json with(String name, Json object) {
        node.set(name, object.node);
        return this;
    }

    public <T> Json withAll(String name, List<T> things, Function<T, Json> shape) {
        var array = node.putArray(name);
        for (var thing : things) {
            array.add(shape.apply(thing).node);
        }
        return this;
    }

    /// Returns the object as [#parse] reads it from its text, so that it can be compared with a
    /// body.
    JsonNode tree() {
        try {
            return Objects.requireNonNull(parse(text()));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /// Returns the object as text.
    public String text() {
        return text(node);
    }

    /// Returns an object as text, in one line.
    public static String text(ObjectNode object) {
        var text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(text)) {
            write(generator, object);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }

    /// Parses a JSON text. It rejects duplicate names, content after the value, and nesting deeper
    /// than [#DEPTH_MAX].
    ///
    /// It takes characters instead of bytes because the parser would guess the encoding of bytes
    /// and accept UTF-16 too.
    ///
    /// @return null if the text has no value
    /// @throws IOException if the text is not valid
    public static @Nullable JsonNode parse(String json) throws IOException {
        try (var parser = FACTORY.createParser(json)) {
            if (parser.nextToken() == null) {
                return null;
            }
            var tree = read(parser);
            if (parser.nextToken() != null) {
                throw new JsonParseException(parser, "more than one value");
            }
            return tree;
        }
    }

    // Jackson's mapper can read and write trees too, but it would load all of data binding at every
    // cold start.

    private static JsonNode read(JsonParser parser) throws IOException {
        var nodes = JsonNodeFactory.instance;
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                var object = nodes.objectNode();
                for (var name = parser.nextFieldName();
                        name != null;
                        name = parser.nextFieldName()) {
                    parser.nextToken();
                    object.set(name, read(parser));
                }
                yield object;
            }
            case START_ARRAY -> {
                var array = nodes.arrayNode();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    array.add(read(parser));
                }
                yield array;
            }
            case VALUE_STRING -> nodes.textNode(parser.getText());
            case VALUE_NUMBER_INT -> integer(parser, nodes);
            case VALUE_NUMBER_FLOAT -> fraction(parser, nodes);
            case VALUE_TRUE -> nodes.booleanNode(true);
            case VALUE_FALSE -> nodes.booleanNode(false);
            case VALUE_NULL -> nodes.nullNode();
            default -> throw new JsonParseException(parser, "not a value");
        };
    }

    private static JsonNode integer(JsonParser parser, JsonNodeFactory nodes) throws IOException {
        return switch (parser.getNumberType()) {
            case INT -> nodes.numberNode(parser.getIntValue());
            case LONG -> nodes.numberNode(parser.getLongValue());
            default -> nodes.numberNode(parser.getBigIntegerValue());
        };
    }

    /// Keeps the digits as written; a `double` would change them or overflow to infinity.
    private static JsonNode fraction(JsonParser parser, JsonNodeFactory nodes) throws IOException {
        try {
            return nodes.numberNode(parser.getDecimalValue());
        } catch (NumberFormatException _) {
            throw new JsonParseException(parser, "the exponent has too many digits");
        }
    }

    private static void write(JsonGenerator generator, JsonNode value) throws IOException {
        switch (value) {
            case ObjectNode object -> {
                generator.writeStartObject();
                for (var field : object.properties()) {
                    generator.writeFieldName(field.getKey());
                    write(generator, field.getValue());
                }
                generator.writeEndObject();
            }
            case ArrayNode array -> {
                generator.writeStartArray();
                for (var element : array) {
                    write(generator, element);
                }
                generator.writeEndArray();
            }
            case LongNode number -> generator.writeNumber(number.longValue());
            case DecimalNode number -> generator.writeNumber(number.decimalValue());
            case BooleanNode flag -> generator.writeBoolean(flag.booleanValue());
            case TextNode text -> generator.writeString(text.textValue());
            default -> throw new IllegalStateException("Json never creates a node of this type");
        }
    }
}
