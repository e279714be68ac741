package plaza.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The requests and reports of scheduled functions, as [EventJson] reads and writes them.
final class PlainJsonTest {
    private static final int DEPTH_MAX = 8;

    private final EventJson json = new EventJson();

    /// The event type that handlers of scheduled functions declare.
    @SuppressWarnings("unused")
    private static Map<String, Object> event() {
        return Map.of();
    }

    @Test
    void everyKindOfValueRoundTrips() {
        var text =
                "{\"text\":\"a \\\"b\\\"\",\"number\":9007199254740993,\"yes\":true,\"no\":false,"
                        + "\"list\":[\"a\",[1,2],{\"b\":\"c\"}],\"map\":{\"d\":[]}}";
        var read = read(text);
        assertThat(read)
                .containsExactly(
                        Map.entry("text", "a \"b\""),
                        Map.entry("number", 9_007_199_254_740_993L),
                        Map.entry("yes", true),
                        Map.entry("no", false),
                        Map.entry("list", List.of("a", List.of(1L, 2L), Map.of("b", "c"))),
                        Map.entry("map", Map.of("d", List.of())));
        assertThat(written(read)).isEqualTo(text);
    }

    @Test
    void nullsAreOmittedWhenReading() {
        assertThat(read("{\"a\":null,\"b\":[null,\"c\",null]}"))
                .isEqualTo(Map.of("b", List.of("c")));
    }

    @Test
    void reportsMayContainOtherTypesAndNulls() {
        var report = new LinkedHashMap<String, Object>();
        report.put("count", 3);
        report.put("list", new ArrayList<>(Arrays.asList("a", null)));
        report.put("other", Thread.State.NEW);
        assertThat(written(report))
                .isEqualTo("{\"count\":3,\"list\":[\"a\",null],\"other\":\"NEW\"}");
    }

    @Test
    void nestingHasALimit() {
        assertThat(read(nested(DEPTH_MAX))).containsOnlyKeys("a");
        assertThatThrownBy(() ->
                        read(
                                "{\"a\":"
                                        + "[".repeat(DEPTH_MAX + 1)
                                        + "]".repeat(DEPTH_MAX + 1)
                                        + "}"))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("nested too deeply");
        assertThatThrownBy(() -> read(nested(DEPTH_MAX + 1)))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("nested too deeply");
    }

    @Test
    void valuesThatNoRequestCanContainFail() {
        for (var text : List.of("{\"a\":1.5}", "{\"a\":", "{\"a\":}", "[]", "null", "1", "")) {
            assertThatThrownBy(() -> read(text)).as(text).isInstanceOf(UncheckedIOException.class);
        }
    }

    /// A string nested in `depth` objects.
    private static String nested(int depth) {
        return "{\"a\":".repeat(depth) + "\"b\"" + "}".repeat(depth);
    }

    private Map<String, Object> read(String text) {
        return json.fromJson(text, type());
    }

    private String written(Map<String, Object> report) {
        var bytes = new ByteArrayOutputStream();
        json.toJson(report, bytes, type());
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static Type type() {
        try {
            return PlainJsonTest.class.getDeclaredMethod("event").getGenericReturnType();
        } catch (NoSuchMethodException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
