package plaza.faults;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import plaza.id.UserId;
import plaza.lambda.FailureStore;
import plaza.local.mapping.FailureDestination;
import plaza.log.Log;
import plaza.redrive.RedriveFunctions;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.table.Item;
import plaza.table.Retry;
import plaza.table.Write;
import plaza.testkit.StreamTap;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;
import plaza.testkit.fault.Fault;
import plaza.testkit.fault.FaultPlan;
import plaza.testkit.fault.FaultyNetwork;
import plaza.testkit.invocation.TestContext;

/// What functions log when they fail, and the queries with which the runbook in
/// `docs/operations/runbook.md` finds these lines.
final class RunbookTest {
    /// The requests of GetUserInfoByUserId, which are sent at the same time.
    private static final List<String> SIMULTANEOUS = List.of("Query", "GetItem");

    private static final int ATTEMPTS_MAX = 3;
    private static final String CORRELATION_ID = "order-4711";

    /// A query of CloudWatch Logs Insights on the page: conditions, and the fields of its groups.
    private static final Pattern QUERY =
            Pattern.compile("`filter ([^|`]+?) \\| stats count\\(\\) by ([^`]+)`");

    private static final Pattern CONDITION = Pattern.compile("(\\w+) = \"([^\"]*)\"");

    private final FaultyNetwork network = new FaultyNetwork();
    private final FailureDestination failures = FailureDestination.inMemory();
    private final TestBed bed =
            new TestBed(functions ->
                    functions
                            .over(network::over)
                            .retrying(TestBed.retry(ATTEMPTS_MAX))
                            .with(Retry.Pause.class, _ -> {})
                            .with(FailureStore.class, failures));

    @AfterEach
    void close() {
        bed.close();
    }

    @Test
    void aThrottledRequestLogsItsCause() {
        bed.user("ann");
        var line = onlyError(() -> duringFault(Fault.THROTTLING, this::getAnn, 503));
        assertThat(line.path("message").asText()).isEqualTo("table is unavailable");
        assertThat(line.path("operation").asText()).isIn(SIMULTANEOUS);
        assertThat(line.path("attempts").asInt()).isEqualTo(ATTEMPTS_MAX);
        assertThat(line.path("error_code").asText()).isEqualTo("ThrottlingException");
        assertThat(line.path("reason").asText()).hasSizeBetween(1, 300);
        assertThat(line.path("exception").asText()).endsWith(".ThrottlingException");
        assertThat(line.path("at").asText()).startsWith("plaza.dynamodb.DynamoDbTable.");
        assertOrigin(line, "GetUserInfoByUserId");
    }

    @Test
    void aRequestWithoutAResponseLogsItsCause() {
        bed.user("ann");
        var line = onlyError(() -> duringFault(Fault.RESET, this::getAnn, 503));
        assertThat(line.path("operation").asText()).isIn(SIMULTANEOUS);
        assertThat(line.path("attempts").asInt()).isEqualTo(ATTEMPTS_MAX);
        assertThat(line.has("error_code")).isFalse();
        assertThat(line.path("exception").asText()).endsWith("Exception");
    }

    @Test
    void aWriteToAFullItemCollectionLogsItsCause() {
        bed.user("ann");
        bed.user("ben");
        var line = onlyError(() -> duringFault(Fault.COLLECTION_FULL, this::follow, 507));
        assertThat(line.path("message").asText()).isEqualTo("item collection is full");
        assertThat(line.path("operation").asText()).isEqualTo("TransactWriteItems");
        assertThat(line.path("attempts").asInt()).isEqualTo(1);
        assertThat(line.path("error_code").asText()).isEqualTo("TransactionCanceledException");
        assertThat(line.path("cancellation_codes").asText())
                .isEqualTo("ItemCollectionSizeLimitExceeded");
        assertOrigin(line, "FollowUser");
    }

    @Test
    void aDeniedRequestLogsItsCause() {
        var line = onlyError(() -> duringFault(Fault.ACCESS_DENIED, this::getAnn, 500));
        assertThat(line.path("message").asText()).isEqualTo("invocation failed");
        assertThat(line.path("operation").asText()).isIn(SIMULTANEOUS);
        assertThat(line.path("attempts").asInt()).isEqualTo(1);
        assertThat(line.path("error_code").asText()).isEqualTo("AccessDeniedException");
        assertOrigin(line, "GetUserInfoByUserId");
    }

    @Test
    void aBugLogsItsPlaceAndNoItem() {
        damageAnn();
        var line = onlyError(() -> fails(this::getAnn));
        assertThat(line.path("message").asText()).isEqualTo("invocation failed");
        assertThat(line.path("exception").asText()).endsWith("Exception");
        assertThat(line.path("at").asText()).matches("plaza\\.[\\w.$]+:\\d+");
        assertThat(line.has("operation")).isFalse();
        assertThat(line.toString()).doesNotContain("ann");
        assertOrigin(line, "GetUserInfoByUserId");
    }

    @Test
    void aFailedBatchLogsItsCause() {
        var throttled = onlyError(() -> duringFault(Fault.THROTTLING, this::countLikes));
        assertThat(throttled.path("message").asText()).isEqualTo("changes could not be counted");
        assertThat(throttled.path("operation").asText()).isNotEmpty();
        assertThat(throttled.path("attempts").asInt()).isEqualTo(ATTEMPTS_MAX);
        assertThat(throttled.path("error_code").asText()).isEqualTo("ThrottlingException");
        assertThat(throttled.path("function_name").asText()).isEqualTo("AggregateCounts");

        var poisoned = onlyError(this::readPoison);
        assertThat(poisoned.path("message").asText()).isEqualTo("record could not be read");
        assertThat(poisoned.path("at").asText()).startsWith("plaza.");
        assertThat(poisoned.path("function_name").asText()).isEqualTo("FanOut");
    }

    @Test
    void aFailedScheduledFunctionLogsItsCause() {
        assertThat(onlyError(this::failReconcile).path("function_name").asText())
                .isEqualTo("Reconcile");
        assertThat(onlyError(this::failRedrive).path("function_name").asText())
                .isEqualTo("Redrive");
    }

    @Test
    void everyQueryOfTheRunbookFindsALineOfABrokenFunction() throws IOException {
        bed.user("ann");
        bed.user("ben");
        var lines = new ArrayList<JsonNode>();
        lines.addAll(logged(() -> duringFault(Fault.THROTTLING, this::getAnn, 503)));
        lines.addAll(logged(() -> duringFault(Fault.COLLECTION_FULL, this::follow, 507)));
        lines.addAll(logged(() -> duringFault(Fault.ACCESS_DENIED, this::getAnn, 500)));
        lines.addAll(logged(() -> duringFault(Fault.THROTTLING, this::countLikes)));
        lines.addAll(logged(this::readPoison));
        lines.addAll(logged(this::failReconcile));
        lines.addAll(logged(this::failRedrive));
        lines.addAll(logged(this::keepRecords));

        var page =
                Files.readString(Path.of("../docs/operations/runbook.md")).replaceAll("\\s+", " ");
        var queries = QUERY.matcher(page).results().toList();

        assertThat(queries).hasSizeGreaterThan(2);
        for (var query : queries) {
            var found = lines.stream().filter(line -> matches(line, query.group(1))).toList();
            assertThat(found).as(query.group()).isNotEmpty();
            for (var field : query.group(2).split(", ", -1)) {
                assertThat(found)
                        .as("%s: %s", query.group(), field)
                        .anyMatch(line -> line.has(field));
            }
        }
        // the page names each message of a failure
        for (var line : lines) {
            if (!line.path("level").asText().equals("INFO")) {
                assertThat(page).contains("`" + line.path("message").asText() + "`");
            }
        }
    }

    /// As an operator does it: `one request by its correlation id` finds the line of the request,
    /// and `one item of a request` those of the stream functions.
    @Test
    void aRequestLeadsToTheFailuresOfItsRecords() {
        bed.user("ann");
        bed.user("ben");
        var liked = bed.post("ann", "Fog.");
        var other = bed.post("ann", "Rain.");
        var counts = new StreamTap(bed.emulator(), TestBed.streamRow("AggregateCounts"));
        var deliveries = new StreamTap(bed.emulator(), TestBed.streamRow("FanOut"));
        var lines = new ArrayList<JsonNode>();
        lines.addAll(logged(() -> like(other, "another")));
        lines.addAll(logged(() -> like(liked, CORRELATION_ID)));
        lines.addAll(logged(this::post));
        lines.addAll(logged(() -> fail(counts)));
        lines.addAll(logged(() -> fail(deliveries)));

        var items = lines.stream().filter(RunbookTest::isOfTheRequest).flatMap(this::items);

        assertThat(items.distinct().flatMap(item -> failuresOf(item, lines)))
                .containsExactlyInAnyOrder("AggregateCounts", "FanOut");
        // the failure of the other like is another line
        assertThat(lines)
                .filteredOn(line -> line.path("level").asText().equals("ERROR"))
                .hasSize(3);
        assertThat(lines.toString()).doesNotContain(liked.value(), "u#ben");
    }

    private static boolean isOfTheRequest(JsonNode line) {
        return line.path("correlation_id").asText().equals(CORRELATION_ID);
    }

    private Stream<String> items(JsonNode line) {
        return Stream.of(line.path("items").asText().split(" ", -1));
    }

    private Stream<String> failuresOf(String item, List<JsonNode> lines) {
        return lines.stream()
                .filter(line -> line.path("level").asText().equals("ERROR"))
                .filter(line -> items(line).anyMatch(item::equals))
                .map(line -> line.path("function_name").asText());
    }

    private boolean like(PostId post, String correlationId) {
        return bed.as("ben")
                        .at("postId", post.value())
                        .at("userId", "ben")
                        .header("x-correlation-id", correlationId)
                        .send("LikePost")
                        .status()
                == 200;
    }

    private boolean post() {
        return bed.as("ben")
                        .at("userId", "ben")
                        .body("{\"content\":\"Sun.\"}")
                        .header("x-correlation-id", CORRELATION_ID)
                        .send("CreatePost")
                        .status()
                == 201;
    }

    private boolean fail(StreamTap tap) {
        var records = tap.next();
        assertThat(records).isNotEmpty();
        return duringFault(Fault.THROTTLING, () -> !tap.deliver(bed, records).isEmpty());
    }

    private static boolean matches(JsonNode line, String conditions) {
        for (var condition : conditions.split(" and ", -1)) {
            var parsed = CONDITION.matcher(condition);
            assertThat(parsed.matches()).as(condition).isTrue();
            if (!line.path(parsed.group(1)).asText().equals(parsed.group(2))) {
                return false;
            }
        }
        return true;
    }

    private static void assertOrigin(JsonNode line, String function) {
        assertThat(line.path("level").asText()).isEqualTo("ERROR");
        assertThat(line.path("function_name").asText()).isEqualTo(function);
        assertThat(line.path("correlation_id").asText()).isEqualTo(CORRELATION_ID);
    }

    /// The only line at ERROR that `broken` writes.
    private static JsonNode onlyError(Callable<?> broken) {
        var errors =
                logged(broken).stream()
                        .filter(line -> line.path("level").asText().equals("ERROR"))
                        .toList();
        assertThat(errors).hasSize(1);
        return errors.getFirst();
    }

    private static List<JsonNode> logged(Callable<?> work) {
        var lines = new ArrayList<JsonNode>();
        var _ =
                Log.to(
                        line -> lines.add(json(line)),
                        () -> {
                            try {
                                return work.call();
                            } catch (Exception fault) {
                                throw new AssertionError(fault);
                            }
                        });
        return lines;
    }

    private static JsonNode json(String line) {
        try {
            return new ObjectMapper().readTree(line);
        } catch (JsonProcessingException bad) {
            throw new AssertionError(bad);
        }
    }

    private boolean duringFault(Fault fault, Callable<?> work) {
        network.begin(FaultPlan.always(fault));
        try {
            return work.call() != null;
        } catch (Exception failed) {
            throw new AssertionError(failed);
        } finally {
            network.stop();
        }
    }

    /// @param status 500 if the invocation fails
    private boolean duringFault(Fault fault, Callable<TestResponse> work, int status) {
        return duringFault(
                fault,
                status == 500
                        ? () -> fails(work)
                        : () -> {
                            assertThat(work.call().status()).isEqualTo(status);
                            return true;
                        });
    }

    private static boolean fails(Callable<?> work) {
        try {
            work.call();
        } catch (Exception _) {
            return true;
        }
        throw new AssertionError("the invocation succeeded");
    }

    private TestResponse getAnn() {
        return bed.as("ann")
                .at("userId", "ann")
                .header("x-correlation-id", CORRELATION_ID)
                .send("GetUserInfoByUserId");
    }

    private TestResponse follow() {
        return bed.as("ann")
                .at("userId", "ann")
                .at("followeeId", "ben")
                .header("x-correlation-id", CORRELATION_ID)
                .send("FollowUser");
    }

    private void damageAnn() {
        var _ =
                bed.table()
                        .write(
                                Write.Put.of(
                                        Item.at(SocialKeys.USER_INFO.key(UserId.of("ann")))
                                                .build()));
    }

    private boolean countLikes() {
        network.stop();
        bed.user("ann");
        var tap = new StreamTap(bed.emulator(), TestBed.streamRow("AggregateCounts"));
        bed.like("ben", bed.post("ann", "Fog."));
        var records = tap.next();
        network.begin(FaultPlan.always(Fault.THROTTLING));
        return !tap.deliver(bed, records).isEmpty();
    }

    private boolean readPoison() {
        bed.user("ann");
        var tap = new StreamTap(bed.emulator(), TestBed.streamRow("FanOut"));
        bed.post("ann", "Fog.");
        var records = tap.next();
        for (DynamodbStreamRecord each : records) {
            each.getDynamodb().setNewImage(Map.of("pk", new AttributeValue("x")));
        }
        return !tap.deliver(bed, records).isEmpty();
    }

    private boolean failReconcile() {
        return duringFault(
                Fault.ACCESS_DENIED,
                () ->
                        fails(() ->
                                bed.invokeReconcile(
                                        Map.of(
                                                "action",
                                                "begin",
                                                "order",
                                                Map.of(),
                                                "running",
                                                List.of("this")))));
    }

    private boolean failRedrive() {
        return duringFault(
                Fault.ACCESS_DENIED, () -> fails(() -> redrive(Map.of("scheduled", true))));
    }

    private boolean keepRecords() {
        failures.put(FailureStore.PREFIX + "a", "{}");
        return requireNonNull(redrive(Map.of()).get("failed")).equals(1L);
    }

    private Map<String, Object> redrive(Map<String, Object> request) {
        return bed.functions()
                .scheduled(RedriveFunctions.REDRIVE)
                .handleRequest(request, new TestContext("Redrive", Duration.ofMinutes(15)));
    }
}
