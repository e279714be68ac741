package plaza.local.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.dynamodb.DynamoDbTable;
import plaza.local.runtime.LambdaFunction;
import plaza.local.runtime.ManagedFunction;
import plaza.redrive.Redrive;
import plaza.table.Retry;
import plaza.testkit.invocation.TestContext;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveSpecification;

/// Tests of mappings on a stream of DynamoDB Local with threads.
final class StreamPollerTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    /// Longer than a poller needs to close, shorter than a person waits.
    private static final Duration CLOSE_MAX = Duration.ofSeconds(5);

    private static final Instant NOON = Instant.parse("2031-05-06T12:00:00Z");

    private static final StreamsEventResponse OK = new StreamsEventResponse(List.of());

    /// The records that a function received: `eventName pk/sk`, and `by <principal>` if it has one.
    private final List<String> seen = Collections.synchronizedList(new ArrayList<>());

    @Test
    void everyChangeReachesTheFunctionInOrder() {
        try (var table = new StreamTable(null);
                var poller = poller(table, this::remember)) {
            poller.start();
            for (var item = 0; item < 200; item++) {
                table.put("p", "s" + item);
            }
            table.delete("p", "s7");
            StreamTable.await("drained", poller::isIdle);
            var expected =
                    new ArrayList<>(
                            IntStream.range(0, 200).mapToObj(i -> "INSERT p/s" + i).toList());
            expected.add("REMOVE p/s7");
            assertThat(seen).isEqualTo(expected);
        }
    }

    @Test
    void childShardsAreReadAfterTheirParents() throws Exception {
        try (var table = new StreamTable(null);
                var poller = poller(table, this::remember)) {
            table.put("p", "before");
            table.rollShard();
            table.put("p", "between");
            poller.start();
            awaitDrained(poller);
            table.rollShard();
            table.rollShard();
            table.put("p", "after");
            awaitDrained(poller);
            assertThat(seen)
                    .containsExactly("INSERT p/before", "INSERT p/between", "INSERT p/after");
        }
    }

    @Test
    void thePollerIsNotIdleDuringAnInvocation() throws Exception {
        var entered = new CountDownLatch(1);
        var leave = new CountDownLatch(1);
        try (var table = new StreamTable(null);
                var poller =
                        poller(
                                table,
                                (event, context) -> {
                                    if (!seen.isEmpty()) {
                                        return remember(event, context);
                                    }
                                    entered.countDown();
                                    await(leave);
                                    table.put("p", "consequence");
                                    return remember(event, context);
                                })) {
            assertThat(poller.behind()).isZero();
            table.put("p", "cause");
            assertThat(poller.behind()).isEqualTo(1);
            poller.start();
            assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(poller.isIdle()).isFalse();
            assertThat(poller.behind()).isEqualTo(1);
            leave.countDown();
            awaitDrained(poller);
            // if the poller had been idle between the two, this would be one record
            assertThat(seen).containsExactly("INSERT p/cause", "INSERT p/consequence");
        }
    }

    /// A process that ends must release its port and its data folder, even during a long
    /// invocation: the next start repeats the invocation.
    @Test
    void closingInterruptsALongInvocation() throws Exception {
        var entered = new CountDownLatch(1);
        var leave = new CountDownLatch(1);
        try (var table = new StreamTable(null);
                var poller =
                        poller(
                                table,
                                (_, _) -> {
                                    entered.countDown();
                                    await(leave);
                                    return OK;
                                })) {
            table.put("p", "s");
            poller.start();
            assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
            var closing = Thread.ofVirtual().start(poller::close);
            assertThat(closing.join(CLOSE_MAX)).isTrue();
            leave.countDown();
        }
    }

    @Test
    void eachMappingHasItsOwnPosition() {
        try (var table = new StreamTable(null)) {
            var source = table.source(ExpiredItems.inMemory());
            var all = mapping(source, Checkpoints.inMemory(), "All", this::remember);
            var failing =
                    new EventSourceMapping(
                            MappingSettings.of("Failing").build(),
                            source,
                            _ -> new LambdaFunction.InvocationResult.Failed("always"),
                            Checkpoints.inMemory(),
                            FailureDestination.inMemory(),
                            InstantSource.system());
            try (var poller =
                    new StreamPoller(source, List.of(all, failing), InstantSource.system())) {
                poller.start();
                table.put("p", "one");
                table.put("p", "two");
                StreamTable.await("the mapping that succeeds", () -> poller.behind() == 2);
                assertThat(seen).containsExactly("INSERT p/one", "INSERT p/two");
            }
        }
    }

    @Test
    void aTimedOutInvocationIsOverdueUntilItEnds() {
        var leave = new CountDownLatch(1);
        var late =
                new ManagedFunction(
                        "Late",
                        (_, _) -> {
                            await(leave);
                            return OK;
                        },
                        Duration.ofMillis(1));
        assertThat(late.invoke("{\"Records\":[]}".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(
                        new LambdaFunction.InvocationResult.Failed(
                                "Task timed out after 0 seconds"));
        assertThat(late.overdue()).isEqualTo(1);
        leave.countDown();
        StreamTable.await("its end", () -> late.overdue() == 0);
    }

    @Test
    void aRestartContinuesAtTheCheckpoint(@TempDir Path folder) {
        var file = folder.resolve("table.db");
        try (var table = new StreamTable(file);
                var poller =
                        poller(
                                table,
                                new CheckpointFolder(folder.resolve("streams")),
                                this::remember)) {
            poller.start();
            table.put("p", "first");
            awaitDrained(poller);
            assertThat(seen).containsExactly("INSERT p/first");
        }
        try (var table = new StreamTable(file)) {
            // no poller is running
            table.put("p", "second");
        }
        try (var table = new StreamTable(file);
                var poller =
                        poller(
                                table,
                                new CheckpointFolder(folder.resolve("streams")),
                                this::remember)) {
            assertThat(poller.behind()).isEqualTo(1);
            poller.start();
            awaitDrained(poller);
            assertThat(seen).containsExactly("INSERT p/first", "INSERT p/second");
        }
    }

    @Test
    void aDiscardedRecordIsStoredAndRedriven() {
        var destination = FailureDestination.inMemory();
        var fixed = new CountDownLatch(1);
        RequestHandler<DynamodbEvent, StreamsEventResponse> handler =
                (event, context) -> {
                    for (var record : event.getRecords()) {
                        var sk = key(record, "sk");
                        if (sk.equals("poison") && fixed.getCount() > 0) {
                            return new StreamsEventResponse(
                                    List.of(
                                            new StreamsEventResponse.BatchItemFailure(
                                                    record.getDynamodb().getSequenceNumber())));
                        }
                        remember(of(record), context);
                    }
                    return OK;
                };
        try (var table = new StreamTable(null)) {
            var source = table.source(ExpiredItems.inMemory());
            var function = new ManagedFunction("Rules", handler, TIMEOUT);
            var mapping =
                    new EventSourceMapping(
                            MappingSettings.of("Rules")
                                    .reporting()
                                    .bisecting()
                                    .limited(2, -1)
                                    .build(),
                            source,
                            function,
                            Checkpoints.inMemory(),
                            destination,
                            InstantSource.system());
            table.put("p", "one");
            table.put("p", "poison");
            table.put("p", "two");
            try (var poller = new StreamPoller(source, List.of(mapping), InstantSource.system())) {
                poller.start();
                awaitDrained(poller);
            }
            assertThat(seen).containsExactly("INSERT p/one", "INSERT p/two");
            assertThat(destination.keys()).hasSize(1);
            fixed.countDown();
            var redrive =
                    new Redrive(
                            new DynamoDbTable(table.client, StreamTable.NAME, Retry.standard()),
                            Clock.systemUTC(),
                            destination,
                            new LocalInvoker(Map.of("Rules", function)));
            var report =
                    redrive.handleRequest(
                            Map.of(), new TestContext("Redrive", Duration.ofMinutes(15)));
            assertThat(report).containsEntry("redriven", 1L);
            assertThat(destination.keys()).isEmpty();
            assertThat(seen).containsExactly("INSERT p/one", "INSERT p/two", "INSERT p/poison");
        }
    }

    @Test
    void invocationRecordsAreStoredInAFolder(@TempDir Path folder) throws Exception {
        var destination = FailureDestination.in(folder);
        assertThat(destination.keys()).isEmpty();
        destination.put("aws/lambda/id/shard/2026/01/02/b", "{\"b\":1}");
        destination.put("aws/lambda/id/shard/2026/01/02/a", "{}");
        var again = FailureDestination.in(folder);
        assertThat(again.keys())
                .containsExactly(
                        "aws/lambda/id/shard/2026/01/02/a", "aws/lambda/id/shard/2026/01/02/b");
        assertThat(again.read("aws/lambda/id/shard/2026/01/02/b")).isEqualTo("{\"b\":1}");
        // a kill during a write leaves this
        Files.writeString(folder.resolve("aws/lambda/id/shard/2026/01/02/c.draft"), "{\"half");
        assertThat(again.keys()).hasSize(2);
        again.delete("aws/lambda/id/shard/2026/01/02/b");
        assertThat(again.keys()).hasSize(1);
    }

    /// "Items that are deleted by the Time to Live process after expiration have the following
    /// fields: userIdentity.type "Service", userIdentity.principalId "dynamodb.amazonaws.com"."
    /// ("DynamoDB Streams and Time to Live")
    @Test
    void expiredItemsAreRemovedByTheService() {
        var ttl = NOON.getEpochSecond();
        try (var table = new StreamTable(null)) {
            var expired = ExpiredItems.inMemory();
            var source = table.source(expired);
            try (var poller =
                    new StreamPoller(
                            source,
                            List.of(mapping(source, Checkpoints.inMemory(), "All", this::remember)),
                            InstantSource.system())) {
                poller.start();
                table.put("p", "expires", ttl - 1);
                table.put("p", "stays", ttl + 100);
                table.put("p", "plain");
                table.put("p", "ancient", ttl - 6L * 366 * 24 * 3_600);
                table.put("p", "by user", ttl - 1);
                table.delete("p", "by user");
                assertThat(sweeper(table, expired, NOON.minusSeconds(60)).sweep()).isZero();
                assertThat(sweeper(table, expired, NOON).sweep()).isEqualTo(1);
                assertThat(sweeper(table, expired, NOON).sweep()).isZero();
                assertThat(table.size()).isEqualTo(3);
                awaitDrained(poller);
                assertThat(seen)
                        .contains("REMOVE p/by user")
                        .contains("REMOVE p/expires by dynamodb.amazonaws.com")
                        .hasSize(7);
            }
        }
    }

    /// The same if the process restarts after the removal and before the record is read.
    @Test
    void expiryIsKnownAfterARestart(@TempDir Path folder) {
        var file = folder.resolve("table.db");
        var notes = folder.resolve("expired");
        try (var table = new StreamTable(file)) {
            table.put("p", "expires", NOON.getEpochSecond());
            assertThat(sweeper(table, ExpiredItems.in(notes), NOON).sweep()).isEqualTo(1);
        }
        try (var table = new StreamTable(file)) {
            var records =
                    table.source(ExpiredItems.in(notes))
                            .read(
                                    table.source(ExpiredItems.inMemory()).shards().getFirst().id(),
                                    null)
                            .records();
            assertThat(records).hasSize(2);
            assertThat(records.get(1).json()).contains("dynamodb.amazonaws.com");
        }
    }

    @Test
    void theSweeperRejectsATableWithTimeToLive() {
        try (var table = new StreamTable(null)) {
            table.client.updateTimeToLive(request ->
                    request.tableName(StreamTable.NAME)
                            .timeToLiveSpecification(
                                    TimeToLiveSpecification.builder()
                                            .attributeName("ttl")
                                            .enabled(true)
                                            .build()));
            assertThatThrownBy(() -> sweeper(table, ExpiredItems.inMemory(), Instant.EPOCH))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void theSweeperRunsInTheBackground() {
        try (var table = new StreamTable(null);
                var sweeper = sweeper(table, ExpiredItems.inMemory(), NOON)) {
            sweeper.start(Duration.ofMillis(10));
            table.put("p", "expires", NOON.getEpochSecond());
            StreamTable.await("its removal", () -> table.size() == 0);
        }
    }

    private static TtlSweeper sweeper(StreamTable table, ExpiredItems expired, Instant now) {
        return new TtlSweeper(
                table.client, StreamTable.NAME, expired, Clock.fixed(now, ZoneOffset.UTC));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException fault) {
            throw new IllegalStateException(fault);
        }
    }

    private static void awaitDrained(StreamPoller poller) {
        StreamTable.await("drained", () -> poller.behind() == 0);
    }

    private static StreamPoller poller(
            StreamTable table, RequestHandler<DynamodbEvent, StreamsEventResponse> handler) {
        return poller(table, Checkpoints.inMemory(), handler);
    }

    private static StreamPoller poller(
            StreamTable table,
            Checkpoints checkpoints,
            RequestHandler<DynamodbEvent, StreamsEventResponse> handler) {
        var source = table.source(ExpiredItems.inMemory());
        return new StreamPoller(
                source,
                List.of(mapping(source, checkpoints, "All", handler)),
                InstantSource.system());
    }

    private static EventSourceMapping mapping(
            StreamSource source,
            Checkpoints checkpoints,
            String name,
            RequestHandler<DynamodbEvent, StreamsEventResponse> handler) {
        return new EventSourceMapping(
                MappingSettings.of(name).reporting().bisecting().build(),
                source,
                new ManagedFunction(name, handler, TIMEOUT),
                checkpoints,
                FailureDestination.inMemory(),
                InstantSource.system());
    }

    private StreamsEventResponse remember(DynamodbEvent event, Context context) {
        assertThat(context.getRemainingTimeInMillis()).isPositive();
        for (var record : event.getRecords()) {
            var by =
                    record.getUserIdentity() == null
                            ? ""
                            : " by " + record.getUserIdentity().getPrincipalId();
            seen.add(
                    record.getEventName() + " " + key(record, "pk") + "/" + key(record, "sk") + by);
        }
        return OK;
    }

    private static String key(DynamodbEvent.DynamodbStreamRecord record, String name) {
        return Objects.requireNonNull(record.getDynamodb().getKeys().get(name)).getS();
    }

    private static DynamodbEvent of(DynamodbEvent.DynamodbStreamRecord record) {
        var event = new DynamodbEvent();
        event.setRecords(List.of(record));
        return event;
    }
}
