package plaza.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.text.IsoTime;

/// A JSON object under construction, and the one configuration of the JSON parser.
///
/// Trees, not data binding: a record's shape on the wire is written out where it is decided, and no
/// class has to be inspected by reflection at the start of a function.
public final class Json {
    /// Deeper nesting than any body of the API has; the parser stops there.
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

    private static final JsonMapper MAPPER =
            JsonMapper.builder(FACTORY)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    private final ObjectNode node = JsonNodeFactory.instance.objectNode();

    private Json() {}

    public static Json object() {
        return new Json();
    }

    /// Adds a text; null leaves the name out.
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

    /// Adds a decimal number as it is written; null leaves the name out.
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

    public Json withTexts(String name, List<String> texts) {
        var array = node.putArray(name);
        texts.forEach(array::add);
        return this;
    }

    /// The object as text.
    public String text() {
        var text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(text)) {
            MAPPER.writeTree(generator, node);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }

    /// The tree of a JSON text. Duplicate names, anything after the value, and nesting deeper than
    /// [#DEPTH_MAX] are refused.
    ///
    /// It takes characters, not bytes: of bytes the parser would guess the encoding, and accept
    /// UTF-16 as well.
    ///
    /// @throws IOException when it is not such a text
    static JsonNode parse(String json) throws IOException {
        return MAPPER.readTree(json);
    }
}
