package plaza.stream;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.amazonaws.services.lambda.runtime.serialization.factories.JacksonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import plaza.catalogue.StreamFunction;
import plaza.functions.Catalogue;
import plaza.id.UserId;
import plaza.local.mapping.Checkpoints;
import plaza.local.mapping.DynamoDbStreamSource;
import plaza.local.mapping.EventSourceMapping;
import plaza.local.mapping.EventSourceMapping.Turn;
import plaza.local.mapping.ExpiredItems;
import plaza.local.mapping.FailureDestination;
import plaza.local.mapping.TableStreams;
import plaza.local.runtime.LambdaFunction;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostCounter;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Retry;
import plaza.table.Write;
import plaza.testkit.TestBed;
import plaza.testkit.fault.Fault;
import plaza.testkit.fault.FaultPlan;
import plaza.testkit.fault.FaultyNetwork;
import plaza.testkit.invocation.TestClock;
import plaza.testkit.invocation.TestContext;

/// An unavailable table and records that no attempt can process, with the stack's event source
/// mappings. Both cause failed invocations, and the mapping has one limit on retries for both.
///
/// Time is virtual: pauses of the functions and of the mappings advance it.
class StreamOutageTest {
    /// Attempts to split a batch of at most 1,000 records in two until one is left.
    private static final int SPLITS_MAX = 10;

    private static final int TURNS_MAX = 10_000;

    private final TestBed bed = new TestBed();
    private final FaultyNetwork network = new FaultyNetwork();
    private final FailureDestination failures = FailureDestination.inMemory();
    private final Checkpoints checkpoints = Checkpoints.inMemory();
    private final TestClock time = new TestClock(Instant.now());
    private @Nullable Instant outageEnd;
    private final Map<String, Integer> invocations = new HashMap<>();
    private final DynamoDbStreamSource source =
            new DynamoDbStreamSource(
                    bed.emulator().streams(), bed.emulator().streamArn(), ExpiredItems.inMemory());
    private final List<EventSourceMapping> mappings =
            Catalogue.ALL.streamFunctions().stream().map(this::mapping).toList();

    @AfterEach
    void close() {
        bed.close();
    }

    /// The mapping discards by attempts only what has used all of them, and during an outage that
    /// takes longer than the age at which it discards records anyway.
    @Test
    void theAttemptsDuringAnOutageLastLongerThanRecordsLive() {
        var attempt = StreamFunction.INVOCATION_MAX.minus(Batch.LAST_ATTEMPT);
        assertThat(attempt.multipliedBy(1 + StreamFunction.RETRIES_MAX))
                .isGreaterThan(StreamFunction.RECORD_AGE_MAX);
    }

    @Test
    void anOutageOfHoursLosesAndDivertsNothing() {
        bed.user("ann");
        bed.user("ben");
        bed.follow("ben", "ann");
        var post = bed.post("ann", "Fog.");
        for (var fan = 0; fan < 20; fan++) {
            bed.like("fan" + fan, post);
        }
        var begin = time.instant();
        var end = begin.plus(StreamFunction.RECORD_AGE_MAX).minus(Duration.ofMinutes(10));
        beginOutage(Fault.THROTTLING, end);

        turnUntil(end.minus(Duration.ofHours(1)));

        assertThat(network.injected()).isPositive();
        assertThat(likeCount(post)).isZero();
        assertThat(timeline("ben")).isEmpty();

        turnUntil(null);

        assertThat(failures.keys()).isEmpty();
        assertThat(likeCount(post)).isEqualTo(20);
        assertThat(timeline("ben")).containsExactly(post.value());
        assertThat(Duration.between(end, time.instant())).isLessThan(Duration.ofMinutes(1));
    }

    /// An invocation during an outage continues when the outage ends: it does not wait for the
    /// mapping's next attempt.
    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"THROTTLING", "INTERNAL_SERVER_ERROR", "TIMEOUT", "RESET"})
    void oneInvocationOutlastsAnOutageOfMinutes(Fault fault) {
        bed.user("ann");
        var post = bed.post("ann", "Fog.");
        bed.like("ben", post);
        var end = time.instant().plus(Duration.ofMinutes(10));
        beginOutage(fault, end);

        turnUntil(null);

        assertThat(invocations.get("AggregateCounts")).isEqualTo(1);
        assertThat(likeCount(post)).isEqualTo(1);
        assertThat(time.instant()).isBetween(end, end.plus(Duration.ofMinutes(1)));
    }

    /// One poisoned record of each function among healthy ones, also behind it.
    @Test
    void aPoisonedRecordIsIsolatedAndDelaysItsNeighboursBriefly() {
        bed.user("ann");
        bed.user("ben");
        bed.follow("ben", "ann");
        var post = bed.post("ann", "Fog.");
        bed.like("first", post);
        var poisonedLike = unreadable(SocialKeys.LIKES.of(post).pk(), "eve");
        var poisonedPost = unreadable(SocialKeys.POSTS.of(UserId.of("cat")).pk(), "p#broken");
        var next = bed.post("ann", "Sun.");
        for (var fan = 0; fan < 50; fan++) {
            bed.like("fan" + fan, post);
        }
        var begin = time.instant();

        turnUntil(null);

        assertThat(likeCount(post)).isEqualTo(51);
        assertThat(timeline("ben")).containsExactly(next.value(), post.value());
        assertThat(discarded()).containsExactlyInAnyOrder(poisonedLike, poisonedPost);
        assertThat(Duration.between(begin, time.instant())).isLessThan(Duration.ofMinutes(2));
        assertThat(invocations.values())
                .allMatch(count -> count <= 2 * SPLITS_MAX + StreamFunction.RETRIES_MAX + 5);
    }

    // ---- helpers

    private EventSourceMapping mapping(StreamFunction row) {
        return new EventSourceMapping(
                TableStreams.settings(row), source, function(row), checkpoints, failures, time);
    }

    private LambdaFunction function(StreamFunction row) {
        var handler = bed.functions().retrying(retry()).over(network::over).stream(row);
        var events =
                LambdaEventSerializers.serializerFor(
                        DynamodbEvent.class, StreamOutageTest.class.getClassLoader());
        var responses = JacksonFactory.getInstance().getSerializer(StreamsEventResponse.class);
        return event -> {
            invocations.merge(row.name(), 1, Integer::sum);
            var deadline = time.instant().plus(StreamFunction.INVOCATION_MAX);
            var response =
                    handler.handleRequest(
                            events.fromJson(new ByteArrayInputStream(event)),
                            new TestContext(
                                    row.name(), () -> Duration.between(time.instant(), deadline)));
            var payload = new ByteArrayOutputStream();
            responses.toJson(response, payload);
            return new LambdaFunction.InvocationResult.Returned(payload.toByteArray());
        };
    }

    private void beginOutage(Fault fault, Instant end) {
        network.begin(FaultPlan.always(fault));
        outageEnd = end;
    }

    private Retry retry() {
        return new Retry(
                1,
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                () -> new SplittableRandom(1),
                this::pause);
    }

    private void pause(Duration pause) {
        time.advance(pause);
        if (outageEnd != null && !time.instant().isBefore(outageEnd)) {
            network.stop();
        }
    }

    /// Writes an item that no handler writes.
    ///
    /// @return its key
    private Key unreadable(String pk, String sk) {
        var key = new Key(pk, sk);
        bed.table().write(Write.Put.of(Item.at(key).with("broken", true).build()));
        return key;
    }

    /// Runs the mappings until the stream is drained, or until a time.
    private void turnUntil(@Nullable Instant end) {
        for (var turn = 0; turn < TURNS_MAX; turn++) {
            var worked = false;
            @Nullable Instant next = null;
            for (var mapping : mappings) {
                for (var shard : mapping.readable()) {
                    switch (mapping.turn(shard)) {
                        case Turn.Worked _, Turn.Complete _ -> worked = true;
                        case Turn.Waiting(var until) ->
                                next = next == null || until.isBefore(next) ? until : next;
                        case Turn.Idle _ -> {}
                    }
                }
            }
            if (end != null && !time.instant().isBefore(end)) {
                return;
            }
            if (!worked) {
                if (next == null) {
                    return;
                }
                time.set(next);
            }
        }
        throw new AssertionError("the stream is not drained after " + TURNS_MAX + " turns");
    }

    /// The keys of the items whose records are in the failure destination.
    private List<Key> discarded() {
        var json = new ObjectMapper();
        var keys = new ArrayList<Key>();
        for (var name : failures.keys()) {
            try {
                var payload =
                        json.readTree(Objects.requireNonNull(failures.read(name)))
                                .path("payload")
                                .asText();
                for (var streamRecord : json.readTree(payload).path("Records")) {
                    var item = streamRecord.path("dynamodb").path("Keys");
                    keys.add(new Key(text(item.path("pk")), text(item.path("sk"))));
                }
            } catch (JsonProcessingException bad) {
                throw new AssertionError(bad);
            }
        }
        return keys;
    }

    private static String text(JsonNode attribute) {
        return attribute.path("S").asText();
    }

    private long likeCount(PostId post) {
        return requireNonNull(bed.table().getConsistent(SocialKeys.POST_COUNTER.key(post)))
                .number(PostCounter.LIKES.attribute());
    }

    private List<String> timeline(String user) {
        return bed.as(user).at("userId", user).send("GetTimelineByUserId").column("postId");
    }
}
