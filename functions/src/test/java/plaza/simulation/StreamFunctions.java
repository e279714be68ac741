package plaza.simulation;

import static plaza.table.Condition.exists;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse.BatchItemFailure;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import plaza.context.Declarations;
import plaza.event.StreamRules;
import plaza.functions.Catalogue;
import plaza.leaving.Departure;
import plaza.leaving.Eraser;
import plaza.leaving.Erasures;
import plaza.objects.UnusedObjects;
import plaza.social.SocialErasure;
import plaza.social.SocialEventRules;
import plaza.social.key.SocialKeys;
import plaza.social.timeline.PostEdges;
import plaza.social.timeline.Timelines;
import plaza.stream.AggregateCounts;
import plaza.stream.FanOut;
import plaza.stream.SliceLimit;
import plaza.table.Key;
import plaza.table.Retry;
import plaza.table.Table;
import plaza.table.Unavailable;
import plaza.table.Write;
import plaza.tally.SequenceNumber;
import plaza.testkit.invocation.TestContext;

/// The real stream functions, modified by a [WrongDesign].
public final class StreamFunctions {
    /// The context of every simulated invocation: the simulator itself decides which ones time out.
    /// With a minute left, an invocation does not wait for an unavailable table.
    public static final TestContext CONTEXT = new TestContext("Simulated", Duration.ofMinutes(1));

    private static final Retry.Pause NO_PAUSE = _ -> {};

    private final AggregateCounts aggregateCounts;
    private final FanOut fanOut;
    private final Table table;
    private final WrongDesign design;

    StreamFunctions(Table table, Clock clock, Timelines.Limits limits, WrongDesign design) {
        this.aggregateCounts =
                new AggregateCounts(
                        table, clock, NO_PAUSE, Declarations.registered().countedEdges());
        this.fanOut =
                new FanOut(
                        table,
                        clock,
                        NO_PAUSE,
                        // memory measures no units: one slice in each invocation
                        limits.equals(Timelines.Limits.STANDARD)
                                ? SliceLimit.STANDARD
                                : new SliceLimit(0),
                        new StreamRules(
                                List.of(
                                        new SocialEventRules(
                                                table,
                                                clock,
                                                limits,
                                                Erasures.of(List.of(new SocialErasure())),
                                                Departure.WITHIN_TABLE,
                                                new UnusedObjects(),
                                                limits.equals(Timelines.Limits.STANDARD)
                                                        ? Eraser.Limit.STANDARD
                                                        : new Eraser.Limit(
                                                                limits.removalSlice())))));
        this.table = table;
        this.design = design;
    }

    StreamsEventResponse call(Simulation.Reader reader, DynamodbEvent event) {
        if (design == WrongDesign.PLAIN_ADD && reader == Simulation.Reader.AGGREGATE_COUNTS) {
            return plainAdd(event.getRecords());
        }
        var response =
                switch (reader) {
                    case AGGREGATE_COUNTS -> aggregateCounts.handleRequest(event, CONTEXT);
                    case FAN_OUT -> fanOut.handleRequest(event, CONTEXT);
                };
        return switch (design) {
            case FAILURE_ACKNOWLEDGED -> response(List.of());
            case LAST_FAILURE_REPORTED ->
                    response(
                            response.getBatchItemFailures().isEmpty()
                                    ? List.of()
                                    : List.of(number(event.getRecords().getLast())));
            case LOWEST_FAILURE_REPORTED ->
                    response(
                            response.getBatchItemFailures().stream()
                                    .map(BatchItemFailure::getItemIdentifier)
                                    .min(Comparator.comparing(SequenceNumber::of))
                                    .stream()
                                    .toList());
            default -> response;
        };
    }

    private StreamsEventResponse plainAdd(List<DynamodbStreamRecord> records) {
        var failed = new ArrayList<String>();
        for (var streamRecord : records) {
            var pk = Objects.requireNonNull(streamRecord.getDynamodb().getKeys().get("pk")).getS();
            var family = Catalogue.ALL.keySpace().familyOf(pk);
            var counted =
                    PostEdges.ALL.stream()
                            .filter(edge -> edge.edges() == family)
                            .findFirst()
                            .orElseThrow();
            var post = PostEdges.postOf(new Key(pk, ""));
            var on = streamRecord.getDynamodb().getNewImage() != null;
            try {
                if (on || !counted.expires()) {
                    var _ =
                            table.write(
                                    Write.Update.of(SocialKeys.POST_COUNTER.key(post))
                                            .add(counted.attribute(), on ? 1 : -1)
                                            .onlyIf(exists()));
                }
            } catch (Unavailable _) {
                failed.add(number(streamRecord));
                break;
            }
        }
        return response(failed);
    }

    private static String number(DynamodbStreamRecord streamRecord) {
        return streamRecord.getDynamodb().getSequenceNumber();
    }

    private static StreamsEventResponse response(List<String> failed) {
        return StreamsEventResponse.builder()
                .withBatchItemFailures(
                        failed.stream()
                                .map(number ->
                                        BatchItemFailure.builder()
                                                .withItemIdentifier(number)
                                                .build())
                                .toList())
                .build();
    }
}
