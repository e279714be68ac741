package plaza.stream;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.id.PostId;
import plaza.job.Jobs;
import plaza.job.Work;
import plaza.lambda.Deployment;
import plaza.social.timeline.PostEdges;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Retry;
import plaza.table.Table;
import plaza.table.Write;
import plaza.tally.EdgeChange;
import plaza.tally.ExactlyOnceCounter;
import plaza.tally.SequenceNumber;

/// Counts the edges of posts exactly once.
///
/// The changes of a batch are grouped by counter, so that a thousand likes of one post update its
/// counter about a dozen times. If a group fails, its records are reported as failed; the other
/// groups are counted nevertheless, because counting them again is harmless.
public final class AggregateCounts implements RequestHandler<DynamodbEvent, StreamsEventResponse> {
    private final ExactlyOnceCounter counter;
    private final Jobs jobs;
    private final Retry.Pause outagePause;

    public AggregateCounts() {
        this(Deployment.table(), Deployment.clock(), Retry.Pause.REAL);
    }

    /// @param outagePause waits while the table is unavailable
    public AggregateCounts(Table table, Clock clock, Retry.Pause outagePause) {
        this.outagePause = outagePause;
        this.counter = new ExactlyOnceCounter(table);
        this.jobs = new Jobs(table, clock);
    }

    @Override
    public StreamsEventResponse handleRequest(DynamodbEvent event, Context context) {
        return Batch.respond(event, context, outagePause, this::count);
    }

    private void count(List<DynamodbStreamRecord> records, Batch batch) {
        var groups = new LinkedHashMap<EdgeChange.Group, Map<DynamodbStreamRecord, EdgeChange>>();
        for (var streamRecord : records) {
            try {
                var edgeChange = edgeChange(streamRecord);
                if (edgeChange != null) {
                    groups.computeIfAbsent(edgeChange.group(), _ -> new LinkedHashMap<>())
                            .put(streamRecord, edgeChange);
                }
            } catch (RuntimeException fault) {
                batch.failed(List.of(streamRecord), fault, "record could not be read");
            }
        }
        for (var group : groups.values()) {
            try {
                counter.count(new ArrayList<>(group.values()));
            } catch (RuntimeException fault) {
                batch.failed(group.keySet(), fault, "changes could not be counted");
            }
        }
    }

    private @Nullable EdgeChange edgeChange(DynamodbStreamRecord streamRecord) {
        var data = streamRecord.getDynamodb();
        var key = new Item(Attributes.of(data.getKeys())).key();
        var family = KeySpace.familyOf(key.pk());
        for (var edge : PostEdges.ALL) {
            if (edge.edges() == family) {
                var sequence = SequenceNumber.of(data.getSequenceNumber());
                return edge.change(
                        DomainEvent.image(data.getOldImage()),
                        DomainEvent.image(data.getNewImage()),
                        sequence,
                        data.getApproximateCreationDateTime().toInstant(),
                        List.of(erase(PostEdges.postOf(key), sequence)));
            }
        }
        return null;
    }

    /// The write that makes [FanOut] erase the remains of a deleted post. This function must not
    /// delete a like itself, because the deletion would return to it as a record.
    private Write erase(PostId post, SequenceNumber sequence) {
        return jobs.start(new Work.ErasePost(post, sequence.text()));
    }
}
