package plaza.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.Seeds;
import plaza.catalogue.FunctionRow;
import plaza.functions.Catalogue;
import plaza.local.runtime.ChildFunction;
import plaza.local.runtime.LambdaEnvironment;
import plaza.table.FailedRequest;
import plaza.table.Retry;
import plaza.testkit.SampleEvents;
import plaza.testkit.SampleTable;
import plaza.testkit.TestBed;
import plaza.testkit.fault.Fault;
import plaza.testkit.fault.FaultPlan;
import plaza.testkit.fault.FaultyNetwork;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/// A table that fails briefly, for long, or because a grant is missing: the caller receives the
/// response, or a timely 503 with `Retry-After`, or Lambda receives the error. In `verify` each
/// function has one of the outages, and some of them a throttling.
class OutageTest {
    private static final int ATTEMPTS_MAX = 12;

    /// More than the pauses between twelve attempts can add up to.
    private static final Duration PAUSES_MAX = Duration.ofSeconds(9);

    /// The time that a function reserves to respond after its last request.
    private static final Duration RESERVE = Duration.ofMillis(500);

    /// So short that each request must end before the fixed timeout of the client, which is 3 s.
    private static final Duration FUNCTION_TIME = Duration.ofMillis(3_400);

    private static final FaultyNetwork NETWORK = new FaultyNetwork();
    private static final AtomicLong PAUSED_NANOS = new AtomicLong();

    private static TestBed bed;
    private static SampleTable samples;

    @TempDir private Path folder;

    @BeforeAll
    static void start() {
        var retry =
                new Retry(
                        ATTEMPTS_MAX,
                        Duration.ofMillis(20),
                        Duration.ofSeconds(1),
                        () -> new SplittableRandom(PAUSED_NANOS.get()),
                        pause -> PAUSED_NANOS.addAndGet(pause.toNanos()));
        bed = new TestBed(functions -> functions.over(NETWORK::over).retrying(retry));
        samples = new SampleTable(bed);
    }

    @AfterAll
    static void stop() {
        bed.close();
    }

    static Stream<String> functions() {
        return Catalogue.ALL.httpFunctions().stream()
                .filter(row -> row.budget().roundTrips() > 0)
                .map(FunctionRow::name);
    }

    @ParameterizedTest
    @MethodSource("functions")
    void aLongOutageReturns503WithRetryAfterAndWritesNothing(String function) {
        var row = TestBed.row(function);
        samples.reset(row.context());
        var before = bed.everything();
        for (var fault : outages(function)) {
            PAUSED_NANOS.set(0);
            NETWORK.begin(FaultPlan.always(fault));

            var response = bed.send(function, SampleEvents.http(row));

            assertThat(response.status()).as("%s", fault).isEqualTo(503);
            assertThat(response.header("retry-after")).isEqualTo("1");
            assertThat(response.header("content-type")).isEqualTo("application/problem+json");
            assertThat(response.json().path("type").asText())
                    .isEqualTo("urn:plaza:problem:unavailable");
            assertThat(response.json().toString()).doesNotContain("injected", "Throttling");
            // requests that are sent at the same time have attempts and pauses of their own
            var attempts = new HashMap<String, Integer>();
            NETWORK.sent().forEach(sent -> attempts.merge(sent.body(), 1, Integer::sum));
            assertThat(attempts.values())
                    .contains(ATTEMPTS_MAX)
                    .allMatch(number -> number <= ATTEMPTS_MAX);
            assertThat(PAUSED_NANOS.get())
                    .isLessThan(PAUSES_MAX.multipliedBy(attempts.size()).toNanos());
        }
        NETWORK.stop();
        assertThat(bed.everything()).isEqualTo(before);
    }

    private static List<Fault> outages(String function) {
        var all =
                List.of(Fault.THROTTLING, Fault.INTERNAL_SERVER_ERROR, Fault.TIMEOUT, Fault.RESET);
        var one = Math.floorMod(function.hashCode(), all.size());
        return Seeds.DEEP ? all : List.of(all.get(one));
    }

    static List<String> throttledFunctions() {
        return Seeds.sample("throttled functions", 16, functions().toList());
    }

    @ParameterizedTest
    @MethodSource("throttledFunctions")
    void aShortThrottlingIsRetried(String function) {
        var row = TestBed.row(function);
        samples.reset(row.context());
        NETWORK.begin(FaultPlan.always(Fault.THROTTLING).times(ATTEMPTS_MAX - 1));

        assertThat(bed.send(function, SampleEvents.http(row)).status()).isBetween(200, 299);

        assertThat(NETWORK.injected()).isEqualTo(ATTEMPTS_MAX - 1);
    }

    /// A write to an item collection of 10 GB is not retried, and the caller receives the reason.
    @ParameterizedTest
    @MethodSource("functions")
    void aWriteToAFullCollectionReturns507(String function) {
        var row = TestBed.row(function);
        samples.reset(row.context());
        var before = bed.everything();
        NETWORK.begin(FaultPlan.always(Fault.COLLECTION_FULL));

        var response = bed.send(function, SampleEvents.http(row));

        NETWORK.stop();
        if (NETWORK.injected() == 0) {
            assertThat(response.status()).isBetween(200, 299);
            return;
        }
        // RecordViews sends its two views at the same time, and each can fail once
        var writes = function.equals("RecordViews") ? 2 : 1;
        assertThat(NETWORK.injected()).isBetween(1, writes);
        assertThat(response.status()).isEqualTo(507);
        assertThat(response.json().path("type").asText())
                .isEqualTo("urn:plaza:problem:collection-full");
        assertThat(response.headers()).doesNotContainKey("retry-after");
        assertThat(bed.everything()).isEqualTo(before);
    }

    /// An unexpected error is not turned into a response: it fails the invocation, which Lambda
    /// counts.
    @ParameterizedTest
    @MethodSource("functions")
    void aDeniedRequestFailsTheInvocation(String function) {
        NETWORK.begin(FaultPlan.always(Fault.ACCESS_DENIED));

        assertThatThrownBy(() -> bed.send(function, SampleEvents.http(TestBed.row(function))))
                .isInstanceOf(FailedRequest.class)
                .hasCauseInstanceOf(DynamoDbException.class);

        NETWORK.stop();
    }

    @Test
    void contentionIsRetriedThenReturns503AndNeverLeavesHalfAFollow() {
        NETWORK.stop();
        bed.clear();
        bed.user("ann");
        bed.user("ben");
        var before = bed.everything();
        var request = bed.as("ann").at("userId", "ann").at("followeeId", "ben");

        NETWORK.begin(
                FaultPlan.always(Fault.TRANSACTION_CONFLICT)
                        .on("TransactWriteItems")
                        .times(ATTEMPTS_MAX));
        var unavailable = request.send("FollowUser");
        assertThat(unavailable.status()).isEqualTo(503);
        assertThat(unavailable.header("retry-after")).isEqualTo("1");
        assertThat(bed.everything()).isEqualTo(before);

        NETWORK.begin(
                FaultPlan.always(Fault.TRANSACTION_CONFLICT)
                        .on("TransactWriteItems")
                        .times(ATTEMPTS_MAX - 1));
        assertThat(request.send("FollowUser").status()).isEqualTo(201);
        assertThat(NETWORK.injected()).isEqualTo(ATTEMPTS_MAX - 1);
        assertThat(request.send("FollowUser").status()).isEqualTo(200);
        assertThat(request.send("UnfollowUser").status()).isEqualTo(204);
    }

    /// What a hanging server sends after it has accepted a connection.
    enum PartialResponse {
        NOTHING(""),
        HEADERS_ONLY(
                """
                HTTP/1.1 200 OK\r
                Content-Type: application/x-amz-json-1.0\r
                Content-Length: 9\r
                \r
                {\
                """);

        private final String text;

        PartialResponse(String text) {
            this.text = text;
        }

        void sendTo(Socket socket) {
            try {
                socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
                socket.getOutputStream().flush();
            } catch (IOException disconnected) {
                // the client has given up
            }
        }
    }

    /// The partial responses are tried at the same time, because each takes the whole invocation.
    @Test
    void aHangingTableReturns503BeforeTheInvocationTimesOut() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var runs = new ArrayList<Future<?>>();
            for (var partial : PartialResponse.values()) {
                runs.add(
                        threads.submit(() -> {
                            hangAfter(partial);
                            return partial;
                        }));
            }
            for (var run : runs) {
                run.get();
            }
        }
    }

    private void hangAfter(PartialResponse partial) throws IOException {
        var accepted = new ConcurrentLinkedQueue<Socket>();
        try (var server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress())) {
            var _ =
                    Thread.ofVirtual()
                            .start(() -> {
                                try {
                                    while (true) {
                                        var socket = server.accept();
                                        accepted.add(socket);
                                        partial.sendTo(socket);
                                    }
                                } catch (IOException closed) {
                                    // the test is over
                                }
                            });
            var settings =
                    ChildFunction.Settings.of(TestBed.row("UnlikePost").handler())
                            .within(FUNCTION_TIME)
                            .with(
                                    LambdaEnvironment.withTable(
                                            "Plaza", "http://127.0.0.1:" + server.getLocalPort()));
            try (var child = new ChildFunction(settings, folder.resolve(partial + ".log"))) {
                var event =
                        Files.readAllBytes(SampleEvents.file(FunctionProcesses.row("UnlikePost")));
                var response = child.invokeLater(event).join();
                var json =
                        Objects.requireNonNull(
                                FunctionProcesses.json(response), () -> response + child.output());
                assertThat(json.path("statusCode").asInt()).as("%s", partial).isEqualTo(503);
                assertThat(json.path("headers").path("retry-after").asText()).isEqualTo("1");
                // the timeout, not the time until the response, which a busy machine prolongs
                assertThat(requestTimeout(child.output()))
                        .isLessThanOrEqualTo(FUNCTION_TIME.minus(RESERVE));
            }
        } finally {
            for (var socket : accepted) {
                socket.close();
            }
        }
    }

    /// The timeout that ended the last request of a function, from its log.
    private static Duration requestTimeout(String log) {
        var value = Pattern.compile("timeout configuration: ([0-9]+) millis").matcher(log);
        assertThat(value.find()).as(log).isTrue();
        return Duration.ofMillis(Long.parseLong(value.group(1)));
    }
}
