package plaza.table;

import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/// The type of a variable in the template of a key.
///
/// @param parse reads the text in a key
/// @param text writes the text in a key
public record Variable<T>(Function<String, T> parse, Function<T, String> text) {
    public static final Variable<Integer> NUMBER = Variable.of(Integer::valueOf);
    public static final Variable<String> TEXT = Variable.of(Function.identity());

    /// A time of [KeyTime].
    public static final Variable<Instant> TIME = new Variable<>(KeyTime::parse, KeyTime::text);

    /// All remaining parts of a key.
    public static final Variable<List<String>> PARTS =
            new Variable<>(
                    text -> List.of(text.split(KeyTemplate.SEPARATOR, -1)),
                    parts -> String.join(KeyTemplate.SEPARATOR, parts));

    /// A type whose values write themselves.
    public static <T> Variable<T> of(Function<String, T> parse) {
        return new Variable<>(parse, Object::toString);
    }

    T parse(String part) {
        return parse.apply(part);
    }

    String text(T value) {
        return text.apply(value);
    }
}
