package plaza.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.id.UserId;

/// Reads JSON bodies and their fields.
final class BodyTest {
    // Not static, so that a mutant of their factories is visible.
    private final Field<UserId> user = Field.text("user", Ids.USER);
    private final Field<Long> number = Field.integer("number", new Schema.Whole(-2, 3, 1));
    private final Field<BigDecimal> price =
            Field.decimal("price", new Schema.Decimal(0, 10, 2, BigDecimal.ONE));
    private final Field<List<UserId>> few = Field.textsUpTo("few", 2, Ids.USER);

    @Test
    void aBodyHasTheParsedValues() {
        var body =
                read(
                        """
                        {"user": "ann", "number": -2, "price": 7.50, "few": ["c"]}
                        """,
                        user,
                        number,
                        price,
                        few);
        assertThat(body.get(user)).isEqualTo(UserId.of("ann"));
        assertThat(body.get(number)).isEqualTo(-2);
        assertThat(body.get(price)).isEqualTo(new BigDecimal("7.5"));
        assertThat(body.get(few)).containsExactly(UserId.of("c"));
    }

    @Test
    void anOptionalFieldMayBeAbsentOrNull() {
        var absent = read("{}", user.optional());
        assertThat(absent.getOrNull(user)).isNull();
        assertThat(absent.contains(user)).isFalse();
        var cleared = read("{\"user\": null}", user.optional());
        assertThat(cleared.getOrNull(user)).isNull();
        assertThat(cleared.contains(user)).isTrue();
        assertThatThrownBy(() -> cleared.get(user)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void allInvalidFieldsAreReportedAtOnce() {
        var problem = problem("{\"number\": 9, \"x\": 1}", user, number, price.optional());
        assertThat(problem.kind()).isEqualTo(Problem.Kind.MALFORMED);
        assertThat(problem.detail()).isEqualTo("The body has invalid fields.");
        assertThat(problem.errors())
                .containsExactly(
                        new Problem.FieldError("user", "The field `user` is required."),
                        new Problem.FieldError(
                                "number", "The field `number` must be an integer from -2 to 3."),
                        new Problem.FieldError("x", "The body has no field `x`."));
    }

    @Test
    void aSingleInvalidFieldIsTheDetail() {
        for (var body : List.of("{}", "{\"user\": \"\"}", "{\"user\": \"ann\", \"usr\": 1}")) {
            var problem = problem(body, user);
            assertThat(problem.errors()).hasSize(1);
            assertThat(problem.detail()).isEqualTo(problem.errors().getFirst().detail());
        }
        assertThat(problem("{\"user\": \"ann\", \"usr\": 1}", user).detail())
                .isEqualTo("The body has no field `usr`.");
    }

    @Test
    void theNameOfAnUnknownFieldIsShortenedAndHasNoInvisibleCharacters() {
        var name = "a\\u0000\\u202e\\u2028\\u2029\\uffff\\ue000" + "😀".repeat(70);
        var shown = "a\ue000" + "😀".repeat(62);
        assertThat(problem("{\"" + name + "\": 1}").errors())
                .containsExactly(
                        new Problem.FieldError(shown, "The body has no field `" + shown + "`."));
    }

    @Test
    void aProblemListsTwentyErrorsAndTheNumberOfTheOthers() {
        var fields =
                IntStream.range(0, 1_000)
                        .mapToObj(number -> "\"x" + number + "\":0")
                        .collect(Collectors.joining(",", "{", "}"));
        var errors = problem(fields, optional()).errors();
        assertThat(errors).hasSize(21);
        assertThat(errors.get(19).field()).isEqualTo("x19");
        assertThat(errors.getLast())
                .isEqualTo(new Problem.FieldError("…", "There are 980 more invalid fields."));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    user   | 1        | must be a string
                    user   | ["ann"]  | must be a string
                    number | "1"      | must be an integer
                    number | 1.0      | must be an integer
                    number | -3       | must be an integer from -2 to 3
                    number | 4        | must be an integer from -2 to 3
                    number | 18446744073709551617 | must be an integer from -2 to 3
                    price  | true     | must be a number
                    price  | -0.01    | must be a number from 0 to 10 with at most 2 decimal digits
                    price  | 10.01    | must be a number from 0 to 10 with at most 2 decimal digits
                    price  | 1.001    | must be a number from 0 to 10 with at most 2 decimal digits
                    price  | 1e-101   | must be a number from 0 to 10 with at most 2 decimal digits
                    price  | 0e-101   | must be a number from 0 to 10 with at most 2 decimal digits
                    few    | "a"      | must be an array
                    few    | ["a", 1] | must contain strings only
                    few    | ["a", "b", "c"] | must contain at most 2 strings
                    few    | ["a", null] | must contain strings only
                    """)
    void anInvalidValueReturns400WithTheRule(String name, String json, String rule) {
        assertThat(problem("{\"" + name + "\": " + json + "}", optional()).errors())
                .containsExactly(
                        new Problem.FieldError(name, "The field `" + name + "` " + rule + "."));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"number\": 3}",
                "{\"price\": 0}",
                "{\"price\": 10.00}",
                "{\"price\": 0e-100}",
                "{\"price\": 0.01}",
                "{\"few\": [\"a\", \"b\"]}"
            })
    void aValueAtTheLimitIsAccepted(String json) {
        var body = read(json, optional());
        assertThat(List.of(optional()).stream().filter(body::contains)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "Application/JSON",
                " application/json ; a=b",
                "application/json;charset=UTF-8",
                "application/json; Charset = \"utf-8\""
            })
    void aJsonBodyMayHaveParametersInItsMediaType(String type) {
        assertThat(request(type, "{}", false).body()).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "text/html", "application/jsonp", "application/x; application/json"})
    void anotherMediaTypeReturns415(String type) {
        assertThat(problem(request(type, "{}", false)).kind())
                .isEqualTo(Problem.Kind.UNSUPPORTED_MEDIA_TYPE);
    }

    @Test
    void aRequestWithoutHeadersHasNoMediaType() {
        var event = RequestTest.event(Map.of());
        assertThat(problem(new Request(event)).kind())
                .isEqualTo(Problem.Kind.UNSUPPORTED_MEDIA_TYPE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "1", "null", ""})
    void aBodyThatIsNoObjectReturns400(String body) {
        assertThat(problem(body).detail()).isEqualTo("The body must be a JSON object.");
    }

    @Test
    void aMissingBodyReturns400() {
        assertThat(problem(request("application/json", null, false)).detail())
                .isEqualTo("The body must be a JSON object.");
    }

    @Test
    void invalidJsonReturns400WithThePosition() {
        assertThat(problem("{\n  \"secret\": }").detail())
                .isEqualTo(
                        "The body is not valid JSON, repeats a name or nests too deeply"
                                + " at line 2, column 13.");
    }

    @Test
    void aNumberWithAnExtremeExponentReturns400() {
        assertThat(problem("{\"price\": 1e99999999999}", price).kind())
                .isEqualTo(Problem.Kind.MALFORMED);
    }

    @Test
    void aBodyThatIsNotUtf8Returns400() {
        var latin = "{\"user\": \"ä\"}".getBytes(StandardCharsets.ISO_8859_1);
        var request = request("application/json", base64(latin), true);
        assertThat(problem(request).detail()).isEqualTo("The body is not valid UTF-8.");
    }

    @Test
    void aBodyMayBeEncodedInBase64() {
        var request =
                request(
                        "application/json",
                        base64("{\"user\": \"ann\"}".getBytes(StandardCharsets.UTF_8)),
                        true);
        assertThat(request.body(user).get(user)).isEqualTo(UserId.of("ann"));
        assertThat(problem(request("application/json", "!", true)).detail())
                .isEqualTo("The body is not valid base64.");
    }

    @Test
    void aBodyMayHaveAsManyBytesAsTheLimit() {
        assertThat(request("", "ä1", false).bytes(3))
                .isEqualTo("ä1".getBytes(StandardCharsets.UTF_8));
        var tooLarge =
                catchThrowableOfType(
                        ProblemException.class, () -> request("", "ä12", false).bytes(3));
        assertThat(tooLarge.problem().kind()).isEqualTo(Problem.Kind.TOO_LARGE);
        assertThat(tooLarge.problem().detail()).isEqualTo("The body must be at most 3 bytes.");
    }

    @Test
    void aJsonBodyOfMoreThan64KiBReturns413() {
        var padding = " ".repeat(Request.BODY_BYTES_MAX - 2);
        assertThat(read("{}" + padding)).isNotNull();
        assertThat(problem("{} " + padding).kind()).isEqualTo(Problem.Kind.TOO_LARGE);
    }

    private Field<?>[] optional() {
        return new Field<?>[] {
            user.optional(), number.optional(), price.optional(), few.optional()
        };
    }

    private static Body read(String json, Field<?>... fields) {
        return request("application/json", json, false).body(fields);
    }

    private static Problem problem(String json, Field<?>... fields) {
        return problem(request("application/json", json, false), fields);
    }

    private static Problem problem(Request request, Field<?>... fields) {
        return catchThrowableOfType(ProblemException.class, () -> request.body(fields)).problem();
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static Request request(String type, @Nullable String body, boolean isBase64) {
        var event = RequestTest.event(Map.of());
        event.setHeaders(Map.of("content-type", type));
        event.setBody(body);
        event.setIsBase64Encoded(isBase64);
        return new Request(event);
    }
}
