package plaza.lambda;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.text.Malformed;

/// The request of an operator or a schedule to a function that is not behind the API. It is read
/// strictly, so that a misspelt field does not cause work with a default.
///
/// The managed runtime passes whole numbers as `Long`, and callers in Java pass `Integer`.
public final class OperatorRequest {
    private final Map<String, Object> fields;

    /// @param names the fields that the function takes; each of them is optional
    /// @throws Malformed if the request has another field
    public OperatorRequest(Map<String, Object> event, List<String> names) {
        if (!names.containsAll(event.keySet())) {
            throw new Malformed("The request takes only the fields " + String.join(", ", names));
        }
        this.fields = event;
    }

    public boolean has(String name) {
        return fields.containsKey(name);
    }

    /// The number of fields that the request has.
    public int size() {
        return fields.size();
    }

    /// The value of a field, or null if the request does not have it.
    public @Nullable Object get(String name) {
        return fields.get(name);
    }

    /// The value of a field that is true or false; false if the request does not have it.
    public boolean flag(String name) {
        return switch (fields.getOrDefault(name, false)) {
            case Boolean flag -> flag;
            case null, default -> throw mustBe(name, "true or false");
        };
    }

    /// The value of a field that is an integer of at least 1.
    public long integer(String name, long otherwise) {
        return integer(name, otherwise, Long.MAX_VALUE, "an integer of at least 1");
    }

    /// The value of a field that is an integer from 1 to `max`.
    public int integer(String name, int otherwise, int max) {
        return (int) integer(name, otherwise, max, "an integer from 1 to " + max);
    }

    private long integer(String name, long otherwise, long max, String rule) {
        var number =
                switch (fields.getOrDefault(name, otherwise)) {
                    case Integer integer -> integer.longValue();
                    case Long integer -> integer;
                    case null, default -> throw mustBe(name, rule);
                };
        if (number < 1 || number > max) {
            throw mustBe(name, rule);
        }
        return number;
    }

    /// The value of a field that is a text.
    ///
    /// @param rule what the text must be
    public String text(String name, String otherwise, String rule) {
        return switch (fields.getOrDefault(name, otherwise)) {
            case String text -> text;
            case null, default -> throw mustBe(name, rule);
        };
    }

    /// The value of a field that is a time. It must be in the request.
    public Instant time(String name) {
        var rule = "a time such as 2026-01-31T12:00:00Z";
        try {
            return Instant.parse(text(name, "", rule));
        } catch (DateTimeParseException _) {
            throw mustBe(name, rule);
        }
    }

    /// The exception for a field that breaks its rule.
    public static Malformed mustBe(String name, String rule) {
        return new Malformed("`" + name + "` must be " + rule);
    }
}
