package plaza.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.catalogue.Action;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;
import plaza.table.PlatformKeys;
import plaza.testkit.SampleEvents;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.testkit.TestResponse;

/// Requests with an `Idempotency-Key`, on all routes that store their response under it. Each is
/// the sample event of the route.
class IdempotencyTest {
    private static final TestBed bed = new TestBed();

    @BeforeAll
    static void start() {
        SampleEvents.prepareAll(bed);
    }

    @AfterEach
    void drain() {
        bed.drain();
    }

    private static Stream<String> functions() {
        return Catalogue.ALL.httpFunctions().stream()
                .filter(function ->
                        function.grants().stream()
                                .anyMatch(grant ->
                                        grant.family().equals(PlatformKeys.IDEMPOTENCY)
                                                && grant.action() == Action.PUT_ITEM))
                .map(HttpFunction::name);
    }

    /// The other request comes before the first write. If the route has a body, the bodies differ
    /// by a space, because some routes have the same response without a key. The third request has
    /// another query.
    @ParameterizedTest
    @MethodSource("functions")
    void aKeyThatASimultaneousRequestUsesIsInUse(String function) {
        var body = SampleEvents.http(TestBed.row(function)).getBody();
        var others = new ArrayList<TestResponse>();
        var handler = bed.interrupted(function, () -> others.add(keyed(function).send(function)));

        var request = keyed(function);
        var response = (body == null ? request : request.body(body + ' ')).send(function, handler);

        assertThat(others).hasSize(1);
        var other = others.getFirst().orFail();
        assertThat(response.status()).isEqualTo(body == null ? other.status() : 422);
        assertThat(response.json().equals(other.json())).isEqualTo(body == null);
        // `q` is a parameter of ChangeFavorites, which rejects those that it does not know
        var query = keyed(function).query("q", "other").send(function);
        assertThat(query.status()).isEqualTo(422);
        assertThat(query.badFields()).containsExactly("Idempotency-Key");
    }

    private static TestRequest keyed(String function) {
        return SampleEvents.request(bed, function).header("idempotency-key", "once");
    }
}
