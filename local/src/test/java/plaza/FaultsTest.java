package plaza;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.catalogue.FunctionRow;
import plaza.testkit.SampleEvents;
import plaza.testkit.SampleTable;
import plaza.testkit.TestBed;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/// What every function behind the API does when the table does not.
class FaultsTest {
    private static final int ATTEMPTS_MAX = 4;

    private static final Faults THROTTLED = new Faults(_ -> true, Faults::throttled).times(0);

    private static TestBed throttled;
    private static SampleTable samples;
    private static TestBed broken;

    @BeforeAll
    static void start() {
        throttled = bed(THROTTLED);
        samples = new SampleTable(throttled);
        broken = bed(new Faults(_ -> true, Faults::denied));
    }

    @AfterAll
    static void stop() {
        throttled.close();
        broken.close();
    }

    static Stream<String> functions() {
        return Catalogue.httpFunctions().stream().map(FunctionRow::name);
    }

    @ParameterizedTest
    @MethodSource("functions")
    void aTableThatIsThrottledForLongIsUnavailable(String function) {
        var row = TestBed.row(function);
        samples.reset(row.context());
        var before = throttled.everything();
        var raised = THROTTLED.raised();
        THROTTLED.times(Integer.MAX_VALUE);

        var reply = throttled.send(function, SampleEvents.http(row));

        THROTTLED.stop();
        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.header("retry-after")).isEqualTo("1");
        assertThat(reply.header("content-type")).isEqualTo("application/problem+json");
        assertThat(reply.json().path("type").asText()).isEqualTo("urn:plaza:problem:unavailable");
        assertThat(reply.json().toString()).doesNotContain("injected", "Throttling");
        assertThat(THROTTLED.raised() - raised).isEqualTo(ATTEMPTS_MAX);
        assertThat(throttled.everything()).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("functions")
    void aTableThatIsThrottledForAMomentIsAskedAgain(String function) {
        var row = TestBed.row(function);
        samples.reset(row.context());
        var raised = THROTTLED.raised();
        THROTTLED.times(ATTEMPTS_MAX - 1);

        assertThat(throttled.send(function, SampleEvents.http(row)).status()).isBetween(200, 299);

        assertThat(THROTTLED.raised() - raised).isEqualTo(ATTEMPTS_MAX - 1);
    }

    /// What must never happen is not answered for: it fails the invocation, which Lambda counts.
    @ParameterizedTest
    @MethodSource("functions")
    void aFaultOfOursIsNotHidden(String function) {
        assertThatThrownBy(() -> broken.send(function, SampleEvents.http(TestBed.row(function))))
                .isInstanceOf(DynamoDbException.class);
    }

    @Test
    void contentionIsRetriedAndThenUnavailableButNeverAHalfFollow() {
        var conflicts = conflicts(Faults::conflict);
        try (var contended = bed(conflicts)) {
            conflicts.stop();
            contended.user("ann");
            contended.user("ben");
            var before = contended.everything();
            var call = contended.as("ann").at("userId", "ann").at("followeeId", "ben");

            conflicts.times(ATTEMPTS_MAX);
            var given = call.send("FollowUser");
            assertThat(given.status()).isEqualTo(503);
            assertThat(given.header("retry-after")).isEqualTo("1");
            assertThat(contended.everything()).isEqualTo(before);

            conflicts.times(ATTEMPTS_MAX - 1);
            assertThat(call.send("FollowUser").status()).isEqualTo(201);
            assertThat(conflicts.raised()).isEqualTo(2 * ATTEMPTS_MAX - 1);
            assertThat(call.send("FollowUser").status()).isEqualTo(200);
            assertThat(call.send("UnfollowUser").status()).isEqualTo(204);
        }
    }

    private static Faults conflicts(Supplier<? extends RuntimeException> fault) {
        return new Faults(request -> request instanceof TransactWriteItemsRequest, fault);
    }

    private static TestBed bed(Faults faults) {
        return new TestBed(
                functions -> functions.retrying(Faults.attempts(ATTEMPTS_MAX)).observedBy(faults));
    }
}
