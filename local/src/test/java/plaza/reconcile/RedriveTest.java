package plaza.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import plaza.audit.Check;
import plaza.lambda.FailureStore;
import plaza.lambda.StreamInvoker;
import plaza.local.mapping.Checkpoints;
import plaza.local.mapping.DynamoDbStreamSource;
import plaza.local.mapping.EventSourceMapping;
import plaza.local.mapping.ExpiredItems;
import plaza.local.mapping.FailureDestination;
import plaza.local.mapping.LocalInvoker;
import plaza.local.mapping.MappingSettings;
import plaza.local.mapping.StreamPoller;
import plaza.local.runtime.ManagedFunction;
import plaza.redrive.RedriveFunctions;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostCounter;
import plaza.tally.Ledger;
import plaza.testkit.StreamDrain;
import plaza.testkit.TestBed;
import plaza.testkit.invocation.TestContext;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/// The handling of records that cannot be processed: they are retried, kept in the failure
/// destination and skipped; Reconcile finds the drift, and a redrive removes it once the cause is
/// fixed.
final class RedriveTest {
    private static final int RETRIES = 2;

    /// The post whose like count cannot be written, or empty.
    private final AtomicReference<String> failingPost = new AtomicReference<>("");

    private final TestBed bed = new TestBed(functions -> functions.observedBy(new FailingCount()));
    private final FailureDestination failures = FailureDestination.inMemory();

    private final class FailingCount implements ExecutionInterceptor {
        @Override
        public void beforeExecution(Context.BeforeExecution call, ExecutionAttributes attributes) {
            if (call.request() instanceof TransactWriteItemsRequest transaction
                    && !failingPost.get().isEmpty()
                    && transaction.toString().contains("p#" + failingPost.get() + "#likecount")) {
                throw DynamoDbException.builder().message("failing").statusCode(400).build();
            }
        }
    }

    @AfterEach
    void close() {
        bed.close();
    }

    @Test
    void aRedriveCountsThePoisonedRecordsThatWereSkipped() {
        bed.user("author");
        var poisoned = bed.post("author", "poisoned");
        var other = bed.post("author", "other");
        failingPost.set(poisoned.value());
        bed.like("fan1", poisoned);
        bed.like("fan1", other);
        bed.like("fan2", poisoned);
        bed.like("fan2", other);
        var row = TestBed.streamRow("AggregateCounts");
        var function = new ManagedFunction(row.name(), bed.stream(row), Duration.ofSeconds(10));
        processStream(row.filters(), function);

        assertThat(count(other)).isEqualTo(2);
        assertThat(count(poisoned)).isZero();
        var kept = failures.keys();
        assertThat(kept).isNotEmpty();

        // Reconcile finds what the skipped records should have counted.
        bed.clock().advance(Check.GRACE.plusSeconds(1));
        assertThat(ReconcileRun.of(bed, Map.of("check", "likeLedger")).drift()).isEqualTo(2);

        // While the cause remains, the records fail again and are kept.
        assertThat(redrive(function, Clock.systemUTC()))
                .containsEntry("failed", (long) kept.size())
                .containsEntry("redriven", 0L);
        assertThat(failures.keys()).isEqualTo(kept);

        // Records that are too old are refused even after the cause is fixed.
        failingPost.set("");
        var late =
                Clock.offset(Clock.systemUTC(), Ledger.REDRIVE_AGE_MAX.plus(Duration.ofMinutes(1)));
        assertThat(redrive(function, late)).containsEntry("tooOld", (long) kept.size());
        assertThat(failures.keys()).isEqualTo(kept);
        assertThat(count(poisoned)).isZero();

        // A later change of one like is counted before the skipped record of that like.
        bed.as("fan1").at("postId", poisoned.value()).at("userId", "fan1").send("UnlikePost");
        processStream(row.filters(), function);
        assertThat(count(poisoned)).isBetween(0L, 2L);

        var waiting = (long) failures.keys().size();
        assertThat(redrive(function, Clock.systemUTC())).containsEntry("redriven", waiting);
        assertThat(failures.keys()).isEmpty();
        assertThat(count(poisoned)).isEqualTo(1);
        assertThat(count(other)).isEqualTo(2);
        assertThat(ReconcileRun.of(bed, Map.of("check", "likeLedger")).drift()).isZero();
        assertThat(ReconcileRun.of(bed, Map.of("check", "likeCounts")).drift()).isZero();
    }

    private Map<String, Object> redrive(ManagedFunction function, Clock clock) {
        return bed.functions()
                .with(Clock.class, clock)
                .with(FailureStore.class, failures)
                .with(StreamInvoker.class, new LocalInvoker(Map.of("AggregateCounts", function)))
                .scheduled(RedriveFunctions.REDRIVE)
                .handleRequest(Map.of(), new TestContext("Redrive", Duration.ofMinutes(15)));
    }

    /// Processes the whole stream from its beginning, as the event source mapping does.
    private void processStream(List<String> filters, ManagedFunction function) {
        var source =
                new DynamoDbStreamSource(
                        bed.emulator().streams(),
                        bed.emulator().streamArn(),
                        ExpiredItems.inMemory());
        var mapping =
                new EventSourceMapping(
                        MappingSettings.of("AggregateCounts")
                                .filtering(filters)
                                .reporting()
                                .bisecting()
                                .limited(RETRIES, MappingSettings.UNLIMITED)
                                .build(),
                        source,
                        function,
                        Checkpoints.inMemory(),
                        failures,
                        InstantSource.system());
        try (var poller = new StreamPoller(source, List.of(mapping), InstantSource.system())) {
            poller.start();
            StreamDrain.await(poller::isIdle, poller::behind);
        }
    }

    private long count(PostId post) {
        var item = bed.table().getConsistent(SocialKeys.POST_COUNTER.key(post));
        return item == null ? -1 : item.number(PostCounter.LIKES.attribute());
    }
}
