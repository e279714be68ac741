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
import plaza.favorites.TagEdgeChanges;
import plaza.id.PostId;
import plaza.job.Jobs;
import plaza.lambda.Deployment;
import plaza.log.Log;
import plaza.social.EdgeChanges;
import plaza.social.Timelines;
import plaza.table.Table;
import plaza.table.Write;
import plaza.tally.EdgeChange;
import plaza.tally.ExactlyOnceCounter;
import plaza.tally.SequenceNumber;

/// Counts likes, views and the favorites of tags, each exactly once.
///
/// A batch is grouped by counter, so that a thousand likes of one post move its counter a dozen
/// times. A group that fails is reported by its first record; the others are counted all the same,
/// since counting them again is harmless.
public final class AggregateCounts implements RequestHandler<DynamodbEvent, StreamsEventResponse> {
    private final ExactlyOnceCounter counting;
    private final Jobs jobs;

    public AggregateCounts() {
        this(Deployment.table(), Deployment.clock());
    }

    public AggregateCounts(Table table, Clock clock) {
        this.counting = new ExactlyOnceCounter(table);
        this.jobs = new Jobs(table, clock);
    }

    @Override
    public StreamsEventResponse handleRequest(DynamodbEvent event, Context context) {
        return Batch.answer(event, context, this::count);
    }

    private StreamsEventResponse count(List<DynamodbStreamRecord> records) {
        var batch = new Batch();
        var groups = new LinkedHashMap<EdgeChange.Group, Map<DynamodbStreamRecord, EdgeChange>>();
        for (var streamRecord : records) {
            try {
                var tally = tally(Change.of(streamRecord));
                if (tally != null) {
                    groups.computeIfAbsent(tally.group(), _ -> new LinkedHashMap<>())
                            .put(streamRecord, tally);
                }
            } catch (RuntimeException fault) {
                Log.fault("record could not be read", fault);
                batch.failed(streamRecord);
            }
        }
        for (var group : groups.values()) {
            try {
                counting.count(new ArrayList<>(group.values()));
            } catch (RuntimeException fault) {
                Log.fault("changes could not be counted", fault);
                group.keySet().forEach(batch::failed);
            }
        }
        return batch.response();
    }

    private @Nullable EdgeChange tally(Change change) {
        return switch (change) {
            case Change.LikeChanged(var like, var on, var sequence, var at) ->
                    EdgeChanges.like(
                            like.post(),
                            like.user(),
                            on,
                            sequence,
                            at,
                            erase(like.post(), sequence));
            case Change.Viewed(var view, var sequence) ->
                    EdgeChanges.view(view, sequence, erase(view.post(), sequence));
            case Change.TaggedChanged(
                            var user,
                            var data,
                            var tag,
                            var tagLife,
                            var on,
                            var sequence,
                            var at) ->
                    TagEdgeChanges.tagged(user, tag, tagLife, data, on, sequence, at);
            case Change.FavoriteChanged _,
                    Change.TagDeleted _,
                    Change.PostWritten _,
                    Change.PostDeleted _,
                    Change.Followed _,
                    Change.Unfollowed _,
                    Change.MembershipChanged _,
                    Change.JobSaved _,
                    Change.Nothing _ ->
                    null;
        };
    }

    /// Hands what is left of a post that is gone to [FanOut]: this function may not remove a like
    /// itself, since the removal would come back to it.
    private Write erase(PostId post, SequenceNumber sequence) {
        return jobs.start(Timelines.erasure(post, sequence.text()));
    }
}
