package plaza.social;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.catalogue.FunctionRow;
import plaza.functions.Catalogue;
import plaza.id.UserId;
import plaza.redrive.RedriveFunctions;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostCounter;
import plaza.table.Key;
import plaza.testkit.SampleEvents;
import plaza.testkit.SampleTable;
import plaza.testkit.TestBed;
import plaza.testkit.invocation.TestContext;

/// The sample events of the functions of the platform, whose records are posts, likes and views:
/// each succeeds, with the serialization of the managed runtime, and still does in 2098.
class PlatformEventsTest {
    private static final TestBed bed = new TestBed();

    static {
        // no sample event depends on a time that passes
        bed.clock().set(Instant.parse("2098-01-01T00:00:00Z"));
    }

    private static final SampleTable samples = new SampleTable(bed);

    static Stream<String> streamFunctions() {
        return Catalogue.ALL.streamFunctions().stream().map(FunctionRow::name);
    }

    @ParameterizedTest
    @MethodSource("streamFunctions")
    void aStreamEventIsProcessedCompletely(String function) throws IOException {
        var row = TestBed.streamRow(function);
        samples.reset(row.context());
        var event = SampleEvents.event(row, DynamodbEvent.class);
        assertThat(event.getRecords()).isNotEmpty();

        var response =
                bed.functions().stream(row)
                        .handleRequest(event, new TestContext(function, Duration.ofSeconds(10)));

        var sent = read(SampleEvents.json(response, StreamsEventResponse.class));
        assertThat(sent.toString()).isEqualTo("{\"batchItemFailures\":[]}");
    }

    @Test
    void theReconcileEventBeginsARun() throws IOException {
        samples.reset("reconcile");
        var row = Catalogue.ALL.reconcile();
        Map<String, Object> request = request(row);

        var report =
                bed.functions()
                        .scheduled(row)
                        .handleRequest(request, new TestContext(row.name(), Duration.ofMinutes(1)));

        var sent = read(SampleEvents.json(report, Map.class));
        assertThat(sent.at("/run/subject").asText()).isEqualTo("all checks");
        assertThat(sent.path("segments")).hasSize(6);
        // likes that the stream has not counted yet
        assertThat(bed.reconcile(Map.of())).containsEntry("drift_likeLedger", 4L);
    }

    @Test
    void theRedriveEventReturnsAReport() throws IOException {
        samples.reset("redrive");
        var row = RedriveFunctions.REDRIVE;

        var report =
                bed.functions()
                        .scheduled(row)
                        .handleRequest(
                                request(row), new TestContext(row.name(), Duration.ofMinutes(15)));

        assertThat(read(SampleEvents.json(report, Map.class)).toString())
                .isEqualTo("{\"redriven\":0,\"failed\":0,\"tooOld\":0,\"kept\":[]}");
    }

    @SuppressWarnings("unchecked") // the names of a JSON object are strings
    private static Map<String, Object> request(FunctionRow row) {
        return SampleEvents.event(row, Map.class);
    }

    @Test
    void theStreamEventsUpdateTimelineAndCounts() {
        samples.reset("stream");
        var post = PostId.of("01K9QZV5W0H2J4M6P8R0T2V4X6");
        var entry = SocialKeys.TIMELINE_ENTRY.key(UserId.of("carol"), post, UserId.of("bob"));
        assertThat(bed.table().get(entry)).isNull();

        for (var row : Catalogue.ALL.streamFunctions()) {
            var _ =
                    bed.functions().stream(row)
                            .handleRequest(
                                    SampleEvents.event(row, DynamodbEvent.class),
                                    new TestContext(row.name(), Duration.ofSeconds(10)));
        }

        assertThat(bed.table().get(entry)).isNotNull();
        assertThat(number(SocialKeys.POST_COUNTER.key(post), PostCounter.LIKES.attribute()))
                .isEqualTo(1);
        assertThat(number(SocialKeys.POST_COUNTER.key(post), PostCounter.VIEWS.attribute()))
                .isEqualTo(1);
    }

    private static long number(Key key, String attribute) {
        var item = bed.table().getConsistent(key);
        return item == null ? -1 : item.number(attribute);
    }

    private static JsonNode read(String json) throws IOException {
        return new ObjectMapper().readTree(json);
    }
}
