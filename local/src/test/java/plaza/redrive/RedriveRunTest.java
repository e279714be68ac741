package plaza.redrive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import plaza.lambda.FailureStore;
import plaza.lambda.StreamInvoker;
import plaza.local.mapping.FailureDestination;
import plaza.local.mapping.LocalInvoker;
import plaza.local.runtime.LambdaFunction;
import plaza.local.runtime.LambdaFunction.InvocationResult;
import plaza.tally.Ledger;
import plaza.testkit.TestBed;
import plaza.testkit.invocation.TestContext;
import plaza.text.Malformed;

/// Which objects of the failure bucket an invocation of Redrive examines, deletes and keeps.
final class RedriveRunTest {
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");
    private static final String SUCCESS = "{\"batchItemFailures\":[]}";
    private static final Duration TIME = Duration.ofMinutes(15);

    private final TestBed bed = new TestBed();
    private final FailureDestination failures = FailureDestination.inMemory();

    /// The events that the function received.
    private final List<String> events = new ArrayList<>();

    private UnaryOperator<String> response = _ -> SUCCESS;

    @AfterEach
    void close() {
        bed.close();
    }

    @Test
    void everyObjectIsSentInOrderAndDeleted() {
        fail("b");
        fail("a");

        assertThat(redrive(Map.of()))
                .isEqualTo(Map.of("redriven", 2L, "failed", 0L, "tooOld", 0L, "kept", List.of()));

        assertThat(events).containsExactly("event a", "event b");
        assertThat(failures.keys()).isEmpty();
        assertThat(redrive(Map.of())).containsEntry("redriven", 0L);
    }

    @Test
    void anObjectIsKeptUnlessAllOfItsRecordsSucceed() {
        fail("a");
        fail("b");
        fail("c");
        fail("d");
        response =
                event ->
                        switch (event) {
                            case "event a" ->
                                    "{\"batchItemFailures\":[{\"itemIdentifier\":\"1\"}]}";
                            case "event b" -> throw new IllegalStateException("a defect");
                            case "event c" -> "null";
                            default -> SUCCESS;
                        };

        var report = redrive(Map.of());

        assertThat(report).containsEntry("redriven", 1L).containsEntry("failed", 3L);
        assertThat(report.get("kept"))
                .asString()
                .contains("aws/lambda/m/a", "records failed again", "a defect");
        assertThat(failures.keys())
                .containsExactly("aws/lambda/m/a", "aws/lambda/m/b", "aws/lambda/m/c");
    }

    @Test
    void anObjectThatIsNotAnInvocationRecordIsKept() {
        failures.put("aws/lambda/m/a", "{}");
        failures.put("aws/lambda/m/b", "");
        fail("c", "arn:aws:lambda:local:0:function:Other", NOW);

        var report = redrive(Map.of());

        assertThat(report).containsEntry("failed", 3L);
        assertThat(report.get("kept"))
                .asString()
                .contains("The object is not an invocation record.", "there is no such function");
        assertThat(failures.keys()).hasSize(3);
        assertThat(events).isEmpty();
    }

    /// Each field of a valid record is missing, null, or of another type.
    @Test
    void aRecordWithoutAFieldIsKept() {
        var valid = invocation("a", function(), NOW);
        var changed = new ArrayList<String>();
        for (var field : List.of("functionArn", "approximateArrivalOfFirstRecord", "payload")) {
            var value = Pattern.compile("\"" + field + "\": (\"[^\"]*\")").matcher(valid);
            assertThat(value.find()).isTrue();
            for (var other : List.of("null", "7", "[]")) {
                changed.add(
                        valid.substring(0, value.start(1)) + other + valid.substring(value.end(1)));
            }
            changed.add(valid.replace(field, "other"));
        }
        for (var number = 0; number < changed.size(); number++) {
            failures.put("aws/lambda/m/" + number, changed.get(number));
        }

        var report = redrive(Map.of());

        assertThat(report).containsEntry("failed", (long) changed.size());
        assertThat(events).isEmpty();
        assertThat(failures.keys()).hasSize(changed.size());
    }

    /// The ledger row of an older record may have expired.
    @Test
    void aRecordThatTheLedgersMayHaveForgottenIsRejected() {
        var oldest = NOW.minus(Ledger.REDRIVE_AGE_MAX);
        fail("a", function(), oldest.minusMillis(1));
        fail("b", function(), oldest);

        var report = redrive(Map.of());

        assertThat(report).containsEntry("tooOld", 1L).containsEntry("redriven", 1L);
        assertThat(report.get("kept")).asString().contains("aws/lambda/m/a", "too old");
        assertThat(events).containsExactly("event b");
        assertThat(failures.keys()).containsExactly("aws/lambda/m/a");
    }

    @Test
    void theCursorContinuesAfterTheLimit() {
        fail("a");
        fail("b");
        fail("c");
        response = event -> event.equals("event a") ? "null" : SUCCESS;

        var first = redrive(Map.of("limit", 2));
        assertThat(first).containsEntry("failed", 1L).containsEntry("next", "aws/lambda/m/b");

        var second = redrive(Map.of("limit", 2, "cursor", first.get("next")));
        assertThat(second).containsEntry("redriven", 1L).doesNotContainKey("next");
        assertThat(events).containsExactly("event a", "event b", "event c");
    }

    @Test
    void noObjectIsBegunWithoutTimeForItsResponse() {
        fail("a");

        var late = redrive(Map.of(), Redrive.TIME_RESERVED.minusSeconds(1));

        assertThat(late).containsEntry("redriven", 0L).containsEntry("next", "");
        assertThat(events).isEmpty();
        assertThat(redrive(Map.of("cursor", late.get("next")))).containsEntry("redriven", 1L);
    }

    /// Objects that fail every time must not prevent the redrive of those behind them.
    @Test
    void theScheduleContinuesWhereItsLastInvocationEnded() {
        fail("a");
        fail("b");
        fail("c");
        response = event -> event.equals("event c") ? SUCCESS : "null";
        var request = Map.<String, Object>of("scheduled", true, "limit", 2);

        assertThat(redrive(request)).containsEntry("failed", 2L).containsKey("next");
        assertThat(redrive(request)).containsEntry("redriven", 1L).doesNotContainKey("next");
        assertThat(redrive(request)).containsEntry("failed", 2L);
        assertThat(events).containsExactly("event a", "event b", "event c", "event a", "event b");
    }

    /// One object fails every time, and one is too old. The others are not lost if an invocation
    /// ends at any request to the bucket, and the schedule reaches the objects behind the two.
    @Test
    void theScheduleRedrivesEveryObjectAlthoughAnyRequestFails() {
        response = event -> event.equals("event c") ? "null" : SUCCESS;
        for (var limit : List.of(1, 100)) {
            var request = Map.<String, Object>of("scheduled", true, "limit", limit);
            var isReached = true;
            for (var number = 1; isReached; number++) {
                List.of("a", "b", "c", "e").forEach(this::fail);
                fail("d", function(), NOW.minus(Ledger.REDRIVE_AGE_MAX).minusSeconds(1));
                events.clear();
                var faulty = new FaultyStore(failures, number);
                for (var invocation = 0; invocation < 12; invocation++) {
                    try {
                        redrive(request, TIME, faulty);
                    } catch (UncheckedIOException _) {
                        // the schedule invokes the function again
                    }
                }
                isReached = faulty.requests >= number;
                assertThat(failures.keys())
                        .as("limit %d, fault in request %d", limit, number)
                        .containsExactly("aws/lambda/m/c", "aws/lambda/m/d");
                assertThat(events).contains("event a", "event b", "event c", "event e");
            }
        }
    }

    /// A bucket of which one request fails without effect.
    private static final class FaultyStore implements FailureStore {
        private final FailureStore store;
        private final int faulty;
        private int requests;

        FaultyStore(FailureStore store, int faulty) {
            this.store = store;
            this.faulty = faulty;
        }

        private void request() {
            if (++requests == faulty) {
                throw new UncheckedIOException(new IOException("the bucket fails"));
            }
        }

        @Override
        public List<String> keysAfter(String key) {
            request();
            return store.keysAfter(key);
        }

        @Override
        public @Nullable String read(String key) {
            request();
            return store.read(key);
        }

        @Override
        public void delete(String key) {
            request();
            store.delete(key);
        }
    }

    @Test
    void anObjectThatAnotherInvocationDeletedIsIgnored() {
        fail("a");
        fail("b");
        response =
                _ -> {
                    failures.delete("aws/lambda/m/b");
                    return SUCCESS;
                };

        assertThat(redrive(Map.of())).containsEntry("redriven", 1L).containsEntry("failed", 0L);
        assertThat(events).containsExactly("event a");
    }

    @Test
    void withoutAStoreTheReportSaysThatNothingWasRead() {
        fail("a");

        for (var request : List.<Map<String, Object>>of(Map.of(), Map.of("scheduled", true))) {
            assertThat(redrive(request, TIME, FailureStore.NONE))
                    .containsEntry("redriven", 0L)
                    .containsEntry(
                            "note",
                            "Nothing was read, because there is no failure bucket: the environment"
                                    + " variable PLAZA_FAILURES is empty.")
                    .doesNotContainKey("next");
        }
        assertThat(redrive(Map.of())).containsEntry("redriven", 1L).doesNotContainKey("note");
    }

    @Test
    void anInvalidRequestIsRejected() {
        for (var request :
                List.<Map<String, Object>>of(
                        Map.of("all", true),
                        Map.of("limit", 0),
                        Map.of("limit", "1"),
                        Map.of("cursor", 1),
                        Map.of("scheduled", "true"),
                        Map.of("scheduled", true, "cursor", ""))) {
            assertThatThrownBy(() -> redrive(request))
                    .as(request.toString())
                    .isInstanceOf(Malformed.class);
        }
    }

    private Map<String, Object> redrive(Map<String, Object> request) {
        return redrive(request, TIME);
    }

    private Map<String, Object> redrive(Map<String, Object> request, Duration time) {
        return redrive(request, time, failures);
    }

    private Map<String, Object> redrive(
            Map<String, Object> request, Duration time, FailureStore failures) {
        LambdaFunction function =
                event -> {
                    var text = new String(event, StandardCharsets.UTF_8);
                    events.add(text);
                    try {
                        return new InvocationResult.Returned(
                                response.apply(text).getBytes(StandardCharsets.UTF_8));
                    } catch (IllegalStateException fault) {
                        return new InvocationResult.Failed(String.valueOf(fault.getMessage()));
                    }
                };
        return bed.functions()
                .with(Clock.class, bed.clock())
                .with(FailureStore.class, failures)
                .with(StreamInvoker.class, new LocalInvoker(Map.of("Rules", function)))
                .scheduled(RedriveFunctions.REDRIVE)
                .handleRequest(request, new TestContext("Redrive", time));
    }

    private static String function() {
        return "arn:aws:lambda:local:0:function:Rules";
    }

    private void fail(String name) {
        fail(name, function(), NOW);
    }

    private void fail(String name, String function, Instant oldest) {
        failures.put("aws/lambda/m/" + name, invocation(name, function, oldest));
    }

    private static String invocation(String name, String function, Instant oldest) {
        return """
        {"requestContext": {"functionArn": "%s"},
         "DDBStreamBatchInfo": {"approximateArrivalOfFirstRecord": "%s"},
         "payload": "event %s"}
        """
                .formatted(function, oldest, name);
    }
}
