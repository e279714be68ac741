package plaza.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.catalogue.Contract;
import plaza.catalogue.FunctionRow;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.Limits;
import plaza.functions.Catalogue;
import plaza.local.gateway.ApiRequest;
import plaza.local.gateway.Gateway;
import plaza.testkit.About;
import plaza.testkit.SampleEvents;
import plaza.testkit.SampleTable;
import plaza.testkit.TestBed;
import plaza.testkit.fault.Fault;
import plaza.testkit.fault.FaultPlan;
import plaza.testkit.fault.FaultyNetwork;

/// The statuses that many functions document for the same reason.
class ContractStatusesTest {
    private static final FaultyNetwork NETWORK = new FaultyNetwork();

    private static TestBed limiting;
    private static TestBed bed;
    private static SampleTable samples;

    @BeforeAll
    static void start() {
        limiting =
                new TestBed(functions ->
                        functions
                                .over(NETWORK::over)
                                .with(
                                        Limits.class,
                                        Limits.of(Catalogue.ALL.declarations().limits(), _ -> 1)));
        bed = new TestBed(functions -> functions.over(NETWORK::over));
        samples = new SampleTable(bed);
    }

    @AfterEach
    void repair() {
        NETWORK.stop();
    }

    @AfterAll
    static void stop() {
        limiting.close();
        bed.close();
    }

    static Stream<String> limited() {
        return Catalogue.ALL.httpFunctions().stream()
                .filter(row -> row.limit() != null)
                .map(FunctionRow::name);
    }

    static Stream<String> counted() {
        return Catalogue.ALL.httpFunctions().stream()
                .filter(HttpFunction::takesToken)
                .map(FunctionRow::name);
    }

    static Stream<String> posts() {
        return Catalogue.ALL.httpFunctions().stream()
                .filter(row -> row.method().equals("POST"))
                .map(FunctionRow::name);
    }

    static Stream<String> writes() {
        return Catalogue.ALL.httpFunctions().stream()
                .filter(HttpFunction::writes)
                .map(FunctionRow::name);
    }

    static Stream<String> tagged() {
        return Catalogue.ALL.httpFunctions().stream()
                .filter(ContractStatusesTest::isTagged)
                .map(FunctionRow::name);
    }

    private static boolean isTagged(HttpFunction row) {
        return row.method().equals("GET")
                && row.contract().successes().stream()
                        .anyMatch(success ->
                                success.headers().contains(Contract.Header.ETAG)
                                        || success.optionalHeaders()
                                                .contains(Contract.Header.ETAG));
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("limited")
    void aRequestBeyondTheLimitReturns429(String function) {
        var event = SampleEvents.http(TestBed.row(function));
        var _ = limiting.send(function, event);
        assertThat(limiting.send(function, event).status()).isEqualTo(429);
    }

    /// The bucket of the caller is in the same item collection as other items of the caller.
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("counted")
    void aLimitThatCannotBeCountedReturns507(String function) {
        NETWORK.begin(FaultPlan.always(Fault.COLLECTION_FULL));
        var response = limiting.send(function, SampleEvents.http(TestBed.row(function)));
        assertThat(response.status()).isEqualTo(507);
    }

    /// The sample event of DeleteFixturePoints deletes nothing, so it writes nothing.
    @Test
    @About("fantasy")
    void aDeletionThatUpdatesTotalsReturns507() {
        samples.reset("fantasy");
        var put = SampleEvents.http(TestBed.row("PutFixturePoints"));
        assertThat(bed.send("PutFixturePoints", put).status()).isBetween(200, 201);
        NETWORK.begin(FaultPlan.always(Fault.COLLECTION_FULL));
        var delete = SampleEvents.http(TestBed.row("DeleteFixturePoints"));
        assertThat(bed.send("DeleteFixturePoints", delete).status()).isEqualTo(507);
    }

    /// The local system sends this response to every write.
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("writes")
    void aFullDiskReturns507(String function) {
        var row = TestBed.row(function);
        ContractCheck.check(ApiRequest.of(row.method(), row.path()), Gateway.diskFull());
    }

    /// A parameter that a route does not have is compared as well.
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("posts")
    void anIdempotencyKeyWithAnotherQueryOrBodyReturns422(String function) {
        var row = TestBed.row(function);
        samples.reset(row.context());
        var event = SampleEvents.http(row);
        var headers = new HashMap<>(event.getHeaders());
        headers.put("idempotency-key", "key-1");
        event.setHeaders(headers);
        assertThat(bed.send(function, event).status()).isBetween(200, 299);
        var query = event.getQueryStringParameters();
        var another = new HashMap<>(Map.of("untagged", "false"));
        if (query != null) {
            another.putAll(query);
        }
        event.setQueryStringParameters(another);
        assertThat(bed.send(function, event).status()).as("another query").isEqualTo(422);
        event.setQueryStringParameters(query);
        event.setBody(event.getBody() == null ? " " : event.getBody() + " ");
        assertThat(bed.send(function, event).status()).as("another body").isEqualTo(422);
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("tagged")
    void theVersionThatTheCallerHasReturns304(String function) {
        var row = TestBed.row(function);
        samples.reset(row.context());
        var event = SampleEvents.http(row);
        var headers = new HashMap<>(event.getHeaders());
        headers.put("if-none-match", bed.send(function, event).header("etag"));
        event.setHeaders(headers);
        assertThat(bed.send(function, event).status()).isEqualTo(304);
    }
}
