package plaza.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.text.IsoTime;
import plaza.text.Malformed;
import plaza.text.TextRule;
import plaza.text.WebUrl;

/// The JSON form of a value, declared once: handlers read and write the value with it, and the
/// OpenAPI document states its limits and an example.
///
/// @param <T> the type of the value
public sealed interface Schema<T>
        permits Schema.Text,
                Schema.Whole,
                Schema.Decimal,
                Schema.Flag,
                Schema.Array,
                Schema.Numbers,
                Shape {
    /// Returns the JSON form of a value.
    JsonNode json(T value);

    /// A string.
    ///
    /// @param parse parses a string; may throw [Malformed]
    /// @param write returns the string of a value
    /// @param pattern the regular expression that strings match, in the dialect of ECMA-262; or
    ///   null
    /// @param format the name of a format of JSON Schema, or null
    /// @param lengthMin the fewest characters
    /// @param lengthMax the most characters
    /// @param words the allowed strings; empty if they are not enumerated
    /// @param description what the other limits do not state; empty if there is nothing
    /// @param example a valid string
    /// @param name the name that clients have for its type; null if they have none
    record Text<T>(
            Function<String, T> parse,
            Function<T, String> write,
            @Nullable String pattern,
            @Nullable String format,
            int lengthMin,
            int lengthMax,
            List<String> words,
            String description,
            String example,
            @Nullable String name)
            implements Schema<T> {
        /// A time, which is written with milliseconds.
        public static final Text<Instant> TIME = time(IsoTime::parse, "2026-01-31T09:05:00.000Z");

        /// A URL that clients can show.
        public static final Text<String> WEB_URL =
                of(WebUrl::parse, Function.identity(), "https://example.com/images/pier.jpg")
                        .length(1, WebUrl.BYTES_MAX)
                        .format("uri")
                        .description("At most " + WebUrl.BYTES_MAX + " bytes of UTF-8.");

        /// A string without limits.
        public static <T> Text<T> of(
                Function<String, T> parse, Function<T, String> write, String example) {
            return new Text<>(
                    parse, write, null, null, 0, Integer.MAX_VALUE, List.of(), "", example, null);
        }

        /// A string that is written as it is read.
        public static Text<String> plain(String example) {
            return of(Function.identity(), Function.identity(), example);
        }

        /// An id.
        public static <T> Text<T> id(
                Function<String, T> parse, Function<T, String> write, String example) {
            return of(parse, write, example).length(1, 64).pattern("^[A-Za-z0-9_-]+$");
        }

        /// A time with a parser of its own.
        public static Text<Instant> time(Function<String, Instant> parse, String example) {
            return of(parse, IsoTime::format, example).format("date-time");
        }

        /// Free text.
        public static Text<String> of(TextRule rule, String example) {
            return of(rule, rule::parse, Function.identity(), example);
        }

        /// Free text with a type of its own. Its limits are in graphemes and bytes, which JSON
        /// Schema does not have. There is no limit of characters: white space around a text, which
        /// is removed, does not count.
        public static <T> Text<T> of(
                TextRule rule,
                Function<String, T> parse,
                Function<T, String> write,
                String example) {
            return of(parse, write, example)
                    .length(rule.required() ? 1 : 0, Integer.MAX_VALUE)
                    .description(
                            "At most "
                                    + rule.graphemesMax()
                                    + " graphemes and "
                                    + rule.bytesMax()
                                    + " bytes of UTF-8, without white space at both ends.");
        }

        /// One of several values.
        public static <T> Text<T> oneOf(Function<T, String> write, List<T> values) {
            var words = values.stream().map(write).toList();
            var last = words.size() - 1;
            var rule =
                    "must be "
                            + String.join(", ", words.subList(0, last))
                            + " or "
                            + words.get(last);
            return new Text<>(
                    word -> {
                        var index = words.indexOf(word);
                        if (index < 0) {
                            throw new Malformed(rule);
                        }
                        return values.get(index);
                    },
                    write,
                    null,
                    null,
                    0,
                    Integer.MAX_VALUE,
                    words,
                    "",
                    words.getFirst(),
                    null);
        }

        /// One of several strings, for values that are only written.
        public static Text<String> words(String... words) {
            return oneOf(Function.identity(), List.of(words));
        }

        /// The same with a pattern.
        public Text<T> pattern(String expression) {
            return new Text<>(
                    parse,
                    write,
                    expression,
                    format,
                    lengthMin,
                    lengthMax,
                    words,
                    description,
                    example,
                    name);
        }

        /// The same with a format.
        public Text<T> format(String format) {
            return new Text<>(
                    parse,
                    write,
                    pattern,
                    format,
                    lengthMin,
                    lengthMax,
                    words,
                    description,
                    example,
                    name);
        }

        /// The same with limits of the number of characters.
        public Text<T> length(int min, int max) {
            return new Text<>(
                    parse, write, pattern, format, min, max, words, description, example, name);
        }

        /// The same with a description.
        public Text<T> description(String text) {
            return new Text<>(
                    parse, write, pattern, format, lengthMin, lengthMax, words, text, example,
                    name);
        }

        /// The same with a name that clients have for its type.
        public Text<T> named(String type) {
            return new Text<>(
                    parse,
                    write,
                    pattern,
                    format,
                    lengthMin,
                    lengthMax,
                    words,
                    description,
                    example,
                    type);
        }

        @Override
        public JsonNode json(T value) {
            return TextNode.valueOf(write.apply(value));
        }
    }

    /// An integer.
    record Whole(long min, long max, long example) implements Schema<Number> {
        /// A number of things.
        public static final Whole COUNT = new Whole(0, Long.MAX_VALUE, 3);

        /// Any number.
        public static final Whole ANY = new Whole(Long.MIN_VALUE, Long.MAX_VALUE, 57);

        @Override
        public JsonNode json(Number value) {
            return LongNode.valueOf(value.longValue());
        }
    }

    /// A decimal number.
    ///
    /// @param scale the most digits after the point
    record Decimal(long min, long max, int scale, BigDecimal example)
            implements Schema<BigDecimal> {
        @Override
        public JsonNode json(BigDecimal value) {
            return DecimalNode.valueOf(value);
        }
    }

    /// A boolean.
    ///
    /// @param description what it cannot be; empty if it can be both
    record Flag(String description) implements Schema<Boolean> {
        /// True or false.
        public static final Flag ANY = new Flag("");

        /// True or absent. The document does not state this as a `const` or an `enum`: the clients
        /// of OpenAPI Generator then reject the value or do not compile.
        public static final Flag TRUE = new Flag("Never false: true or absent.");

        @Override
        public JsonNode json(Boolean value) {
            return BooleanNode.valueOf(value);
        }
    }

    /// An array.
    ///
    /// @param countMin the fewest elements
    /// @param countMax the most elements
    record Array<E>(Schema<E> element, int countMin, int countMax) implements Schema<List<E>> {
        /// An array without limits.
        public static <E> Array<E> of(Schema<E> element) {
            return new Array<>(element, 0, Integer.MAX_VALUE);
        }

        @Override
        public JsonNode json(List<E> values) {
            var array = JsonNodeFactory.instance.arrayNode(values.size());
            values.forEach(value -> array.add(element.json(value)));
            return array;
        }
    }

    /// An object of integers.
    ///
    /// @param name the names, as a pattern with an example
    /// @param number the integers
    record Numbers(Text<?> name, Whole number) implements Schema<Map<String, Long>> {
        @Override
        public JsonNode json(Map<String, Long> numbersByName) {
            var object = JsonNodeFactory.instance.objectNode();
            numbersByName.forEach(object::put);
            return object;
        }
    }
}
