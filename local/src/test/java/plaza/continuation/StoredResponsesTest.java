package plaza.continuation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.catalogue.Action;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;
import plaza.http.Idempotency;
import plaza.http.Request;
import plaza.table.PlatformKeys;
import plaza.testkit.SampleEvents;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;

/// The sample event of every route that stores its response under an `Idempotency-Key`, sent again.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StoredResponsesTest {
    @AutoClose private final SampleBackend backend = new SampleBackend(Conditions.LARGE);

    static List<String> functions() {
        return Catalogue.ALL.httpFunctions().stream()
                .filter(row ->
                        row.grants().stream()
                                .anyMatch(grant ->
                                        grant.family().equals(PlatformKeys.IDEMPOTENCY)
                                                && grant.action() == Action.PUT_ITEM))
                .map(HttpFunction::name)
                .toList();
    }

    /// The other requests differ by a space, if the route has a body.
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("functions")
    void aKeyBelongsToOneRequestForItsLifetime(String function) {
        var row = TestBed.row(function);
        backend.restore();
        var now = backend.bed().clock().instant();
        var first = backend.send(row, keyed(row, ""), backend.table()).orFail();
        var stored = backend.items();
        stored.keySet().removeIf(key -> !PlatformKeys.IDEMPOTENCY_RECORD.is(key));
        assertThat(stored).hasSize(1);

        for (var isForgotten : List.of(false, true)) {
            var later = Idempotency.LIFETIME.plusSeconds(isForgotten ? 1 : -1);
            backend.restore();
            backend.add(stored);
            backend.bed().clock().set(now.plus(later));
            var begun = backend.changes().size();
            var again = backend.send(row, keyed(row, " "), backend.table());
            var isOther = SampleEvents.http(row).getBody() != null;
            assertThat(again.status()).isEqualTo(isForgotten || !isOther ? first.status() : 422);
            assertThat(backend.changes().size() > begun).isEqualTo(isForgotten);
        }
    }

    /// Space is allowed after a body.
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("functions")
    void aRequestWithAKeyCanHaveTheLargestBody(String function) {
        var row = TestBed.row(function);
        var body = SampleEvents.http(row).getBody();
        if (body == null) {
            return;
        }
        backend.restore();
        var space = " ".repeat(Request.BODY_BYTES_MAX - body.getBytes(UTF_8).length);
        var _ = backend.send(row, keyed(row, space), backend.table()).orFail();
    }

    private TestRequest keyed(HttpFunction row, String suffix) {
        var request = backend.request(row).header("idempotency-key", "once");
        var body = SampleEvents.http(row).getBody();
        return body == null ? request : request.body(body + suffix);
    }
}
