package plaza.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import plaza.context.Declarations;
import plaza.social.check.SocialChecks;
import plaza.text.Malformed;

/// Parsing and validation of Reconcile's request.
final class ReconcileRequestTest {
    private static final Checks CHECKS = Checks.of(Declarations.registered().checks());

    private static ReconcileRequest from(Map<String, Object> event) {
        return ReconcileRequest.from(event, CHECKS);
    }

    @Test
    void everyFieldIsOptional() {
        assertThat(from(Map.of()))
                .isEqualTo(
                        new ReconcileRequest(
                                false, false, null, Long.MAX_VALUE, RunCursor.BEGINNING));
    }

    @Test
    void everyFieldIsParsed() {
        var cursor = RunCursor.BEGINNING.texts();
        assertThat(
                        from(
                                Map.of(
                                        "repair",
                                        true,
                                        "scheduled",
                                        false,
                                        "check",
                                        "userCounts",
                                        "items",
                                        7,
                                        "cursor",
                                        cursor)))
                .isEqualTo(
                        new ReconcileRequest(
                                true,
                                false,
                                SocialChecks.USER_COUNTS,
                                7,
                                RunCursor.of(cursor, CHECKS)));
        assertThat(from(Map.of("items", 7L)).itemsMax()).isEqualTo(7);
        assertThat(from(Map.of("scheduled", true)).scheduled()).isTrue();
    }

    @Test
    void aFieldOfTheWrongTypeIsRejected() {
        for (var flag : List.of("repair", "scheduled")) {
            assertRejected(flag, "true or false", "yes", "true", 1, List.of(true), null);
        }
        assertRejected("check", "the name of a check", true, 1, List.of("userCounts"), null);
        assertRejected("items", "an integer of at least 1", "7", 0, -1L, 1.5, true, null);
        assertRejected(
                "cursor", "a list of strings", "1", 1, List.of(1), Arrays.asList("1", null), null);
    }

    @Test
    void anInvalidRequestIsRejected() {
        assertInvalid(Map.of("fix", true), "takes only the fields");
        assertInvalid(Map.of("check", "everything"), "no check has this name");
        assertInvalid(Map.of("cursor", List.of("0")), "cursor");
        assertInvalid(Map.of("scheduled", true, "repair", true), "no other field");
    }

    private static void assertInvalid(Map<String, Object> event, String message) {
        assertThatThrownBy(() -> from(event))
                .isInstanceOf(Malformed.class)
                .hasMessageContaining(message);
    }

    private static void assertRejected(String field, String rule, @Nullable Object... values) {
        for (var value : values) {
            var event = new HashMap<String, Object>();
            event.put(field, value);
            assertThatThrownBy(() -> from(event))
                    .as("%s: %s", field, value)
                    .isInstanceOf(Malformed.class)
                    .hasMessage("`%s` must be %s", field, rule);
        }
    }
}
