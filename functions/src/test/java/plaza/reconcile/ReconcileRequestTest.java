package plaza.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
                        new ReconcileRequest(false, null, null, null, Long.MAX_VALUE, 6_000, null));
    }

    @Test
    void everyFieldIsParsed() {
        assertThat(
                        from(
                                Map.of(
                                        "repair",
                                        true,
                                        "everyDays",
                                        28,
                                        "check",
                                        "userCounts",
                                        "items",
                                        7,
                                        "unitsPerSecond",
                                        900,
                                        "segments",
                                        3)))
                .isEqualTo(
                        new ReconcileRequest(true, 28, SocialChecks.USER_COUNTS, null, 7, 900, 3));
        assertThat(from(Map.of("items", 7L)).itemsMax()).isEqualTo(7);
    }

    @Test
    void aFieldOfTheWrongTypeIsRejected() {
        assertRejected("repair", "true or false", "yes", "true", 1, List.of(true), null);
        assertRejected("erasedSince", "a time such as 2026-01-31T12:00:00Z", "today", 1, null);
        assertRejected("check", "the name of a check", true, 1, List.of("userCounts"), null);
        assertRejected("items", "an integer of at least 1", "7", 0, -1L, 1.5, true, null);
        assertRejected("everyDays", "an integer from 1 to 365", "7", 0, 366, 1.5, true, null);
        assertRejected("unitsPerSecond", "an integer from 1 to 40000", "7", 0, 40_001, null);
        assertRejected("segments", "an integer from 1 to 100", "7", 0, 101, null);
    }

    @Test
    void aRunAfterARestoreHasNoChecks() {
        var request = from(Map.of("erasedSince", "2026-11-28T02:00:00Z"));

        assertThat(request.erasedSince()).isEqualTo("2026-11-28T02:00:00Z");
        assertThat(request.checks(CHECKS)).isEmpty();
        assertThat(request.passes(CHECKS)).hasSize(1);
        assertThat(from(Map.of()).checks(CHECKS)).isEqualTo(CHECKS.all());
        assertInvalid(
                Map.of("erasedSince", "2026-11-28T02:00:00Z", "repair", true), "repairs nothing");
        assertInvalid(
                Map.of("erasedSince", "2026-11-28T02:00:00Z", "check", "userCounts"),
                "repairs nothing");
    }

    @Test
    void anInvalidRequestIsRejected() {
        assertInvalid(Map.of("fix", true), "takes only the fields");
        assertInvalid(Map.of("check", "everything"), "no check has this name");
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
