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
import plaza.favorites.tag.TagEdgeChanges;
import plaza.id.PostId;
import plaza.job.Jobs;
import plaza.job.Work;
import plaza.lambda.Deployment;
import plaza.social.like.LikeEdge;
import plaza.social.view.ViewEdge;
import plaza.table.Retry;
import plaza.table.Table;
import plaza.table.Write;
import plaza.tally.EdgeChange;
import plaza.tally.ExactlyOnceCounter;
import plaza.tally.SequenceNumber;

/// Counts likes, views and tagged favorites exactly once.
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
                var edgeChange = edgeChange(Change.of(streamRecord));
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

    private @Nullable EdgeChange edgeChange(Change change) {
        return switch (change) {
            case Change.LikeChanged(var like, var on, var sequence, var at) ->
                    LikeEdge.change(
                            like.post(),
                            like.user(),
                            on,
                            sequence,
                            at,
                            erase(like.post(), sequence));
            case Change.Viewed(var view, var sequence) ->
                    ViewEdge.change(view, sequence, erase(view.post(), sequence));
            case Change.TaggedChanged(
                            var user,
                            var data,
                            var tag,
                            var tagGeneration,
                            var on,
                            var sequence,
                            var at) ->
                    TagEdgeChanges.tagged(user, tag, tagGeneration, data, on, sequence, at);
            case Change.Propagated _, Change.Nothing _ -> null;
        };
    }

    /// The write that makes [FanOut] erase the remains of a deleted post. This function must not
    /// delete a like itself, because the deletion would return to it as a record.
    private Write erase(PostId post, SequenceNumber sequence) {
        return jobs.start(new Work.ErasePost(post, sequence.text()));
    }
}
