package plaza.scan;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.text.Malformed;

/// The fields of an object that an earlier invocation returned. The managed runtime passes whole
/// numbers as `Long`, and callers in Java pass `Integer`.
record PlainFields(Map<?, ?> fields) {
    PlainFields(@Nullable Object json) {
        this(json instanceof Map<?, ?> map ? map : Map.of());
    }

    String text(String name) {
        return of(String.class, name);
    }

    Instant time(String name) {
        return Instant.parse(text(name));
    }

    int integer(String name) {
        return of(Number.class, name).intValue();
    }

    boolean flag(String name) {
        return of(Boolean.class, name);
    }

    PlainFields object(String name) {
        return new PlainFields(fields.get(name));
    }

    List<PlainFields> objects(String name) {
        return list(name).stream().map(PlainFields::new).toList();
    }

    List<String> texts(String name) {
        return list(name).stream().map(String.class::cast).toList();
    }

    private List<?> list(String name) {
        return of(List.class, name);
    }

    Map<String, Object> map(String name) {
        var map = new LinkedHashMap<String, Object>();
        ((Map<?, ?>) of(Map.class, name)).forEach((key, value) -> map.put((String) key, value));
        return map;
    }

    Map<String, Long> numbers(String name) {
        var numbers = new LinkedHashMap<String, Long>();
        map(name).forEach((key, value) -> numbers.put(key, ((Number) value).longValue()));
        return numbers;
    }

    /// The value of a field, which has a type.
    private <T> T of(Class<T> type, String name) {
        var value = fields.get(name);
        if (!type.isInstance(value)) {
            throw new Malformed("`" + name + "` must be as an earlier invocation returned it");
        }
        return type.cast(value);
    }
}
