package plaza.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Compares [Json] with Jackson's mapper.
final class JsonTest {
    private static final JsonMapper MAPPER =
            JsonMapper.builder()
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    @Test
    void parsedTreesEqualThoseOfJacksonsMapper() throws IOException {
        for (var text :
                List.of(
                        "{}",
                        "{\"a\": [1, -2, 3000000000, 123456789012345678901], \"b\": {\"c\": null}}",
                        "{\"a\": 1.50, \"b\": 1e9, \"c\": -0.1, \"d\": true, \"e\": false}",
                        "{\"a\": \"\\u00e4\\n\\ud83d\\ude00\", \"\": \"\"}",
                        "[]",
                        "\"text\"",
                        "7",
                        "null")) {
            assertThat(Json.parse(text)).as(text).isEqualTo(MAPPER.readTree(text));
        }
    }

    @Test
    void invalidJsonIsRejected() {
        for (var text :
                List.of(
                        "{",
                        "{\"a\": 1} {}",
                        "{\"a\": 1, \"a\": 2}",
                        "[".repeat(20) + "]".repeat(20),
                        "{\"a\": 01}",
                        "{\"a\": NaN}",
                        "{\"a\": " + "1".repeat(41) + "}",
                        "{\"a\": 1e99999999999}",
                        "{'a': 1}")) {
            assertThatThrownBy(() -> Json.parse(text))
                    .as(text)
                    .isInstanceOf(JsonProcessingException.class);
        }
    }

    @Test
    void anEmptyTextHasNoValue() throws IOException {
        assertThat(Json.parse("")).isNull();
    }

    @Test
    void fieldsAreWrittenInInsertionOrder() {
        var json =
                Json.object()
                        .with("text", "ä\"\n")
                        .with("long", 9_007_199_254_740_993L)
                        .with("decimal", new BigDecimal("7.10"))
                        .with("flag", true)
                        .with("object", Json.object().with("a", 1))
                        .with("numbers", Map.of("01", 57L))
                        .withAll("all", List.of(1L, 2L), n -> Json.object().with("n", n));
        assertThat(json.text())
                .isEqualTo(
                        """
                        {"text":"ä\\"\\n","long":9007199254740993,"decimal":7.10,"flag":true,\
                        "object":{"a":1},"numbers":{"01":57},"all":[{"n":1},{"n":2}]}\
                        """);
    }
}
