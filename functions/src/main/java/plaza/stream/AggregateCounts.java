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
import plaza.event.ItemChange;
import plaza.job.Jobs;
import plaza.lambda.Deployment;
import plaza.table.Retry;
import plaza.table.Table;
import plaza.tally.ContextEdges;
import plaza.tally.CountedEdge;
import plaza.tally.CountedEdges;
import plaza.tally.EdgeChange;
import plaza.tally.ExactlyOnceCounter;
import plaza.tally.Ledger;

/// Counts the edges that the contexts declare exactly once.
///
/// The changes of a batch are grouped by counter, so that a thousand likes of one post update its
/// counter about a dozen times. If a group fails, its records are reported as failed; the other
/// groups are counted nevertheless, because counting them again is harmless.
public final class AggregateCounts implements RequestHandler<DynamodbEvent, StreamsEventResponse> {
    private final Table table;
    private final Clock clock;
    private final List<CountedEdge> edges;
    private final ExactlyOnceCounter counter;
    private final Jobs jobs;
    private final Retry.Pause outagePause;

    public AggregateCounts() {
        this(
                Deployment.table(),
                Deployment.clock(),
                Retry.Pause.REAL,
                CountedEdges.of(Deployment.parts(ContextEdges.class)));
    }

    /// @param outagePause waits while the table is unavailable
    /// @param edges what is counted
    public AggregateCounts(Table table, Clock clock, Retry.Pause outagePause, CountedEdges edges) {
        this.table = table;
        this.clock = clock;
        this.edges = edges.all();
        this.outagePause = outagePause;
        this.counter = new ExactlyOnceCounter(table, clock);
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

    /// Whether a late change is not counted, because its user has left ([Ledger#LATE]).
    private boolean isOfLeaver(CountedEdge edge, EdgeChange counted, ItemChange change) {
        var byUser = edge.byUser();
        if (byUser == null || change.at().plus(Ledger.LATE).isAfter(clock.instant())) {
            return false;
        }
        var user = byUser.userIn().apply(change.key());
        var tombstone = table.getConsistent(byUser.tombstone().apply(user));
        return tombstone != null
                && byUser.hasLeft().test(tombstone)
                && (counted.on() || table.getConsistent(counted.ledger()) == null);
    }

    private @Nullable EdgeChange edgeChange(DynamodbStreamRecord streamRecord) {
        var change = Changes.of(streamRecord);
        for (var edge : edges) {
            if (edge.edges().matches(change.key().pk())) {
                var counted =
                        edge.change(
                                change.before(),
                                change.after(),
                                change.sequence(),
                                change.at(),
                                jobs::start);
                return counted == null || isOfLeaver(edge, counted, change) ? null : counted;
            }
        }
        return null;
    }
}
