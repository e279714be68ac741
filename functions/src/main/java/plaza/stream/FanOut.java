package plaza.stream;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.event.Event;
import plaza.event.EventRules;
import plaza.event.ItemChange;
import plaza.event.Slices;
import plaza.event.StreamRules;
import plaza.job.Job;
import plaza.job.Jobs;
import plaza.job.Performer;
import plaza.job.Progress;
import plaza.job.Work;
import plaza.lambda.Deployment;
import plaza.table.InvocationBudget;
import plaza.table.PlatformKeys;
import plaza.table.Retry;
import plaza.table.Table;

/// Does what follows from the changes of items: the contexts declare it as [EventRules].
///
/// Long work is a [Job], and an invocation runs a slice of it. The records of a batch are processed
/// in the order of [Event.Priority], jobs last. After the units of a [SliceLimit] an invocation
/// begins no further slice: jobs are deferred behind newer records, and new work becomes a job. The
/// post of one user therefore waits for at most one slice, regardless of the number of imports,
/// deliveries and erasures of other users. Records of one item keep their order.
///
/// The first record that fails ends the batch. It and the records after it are reported, and the
/// mapping continues from the first of them.
public final class FanOut implements RequestHandler<DynamodbEvent, StreamsEventResponse> {
    private final SliceLimit limit;
    private final List<EventRules<?>> rules;
    private final List<Performer<?>> performers;
    private final Jobs jobs;
    private final Retry.Pause outagePause;

    public FanOut() {
        this(
                Deployment.table(),
                Deployment.clock(),
                Retry.Pause.REAL,
                SliceLimit.STANDARD,
                StreamRules.of(Deployment.parts(EventRules.class)));
    }

    /// @param outagePause waits while the table is unavailable
    public FanOut(
            Table table,
            Clock clock,
            Retry.Pause outagePause,
            SliceLimit limit,
            StreamRules contexts) {
        this.limit = limit;
        this.outagePause = outagePause;
        this.rules = contexts.all();
        this.performers = contexts.performers();
        this.jobs = new Jobs(table, clock);
    }

    @Override
    public StreamsEventResponse handleRequest(DynamodbEvent event, Context context) {
        return Batch.respond(event, context, outagePause, this::process);
    }

    /// A record and its meaning.
    private sealed interface Received {
        /// In this order, records are processed.
        Comparator<Received> ORDER =
                Comparator.comparing(Received::priority)
                        .thenComparing(Comparator.comparingLong(Received::deferrals).reversed());

        DynamodbStreamRecord streamRecord();

        default Event.Priority priority() {
            return switch (this) {
                case OfContext<?> received -> received.event().priority();
                case OfJob _ -> Event.Priority.LAST;
            };
        }

        default long deferrals() {
            return this instanceof OfJob received ? received.job().deferrals() : 0;
        }
    }

    /// An event of a context.
    private record OfContext<E extends Event>(
            DynamodbStreamRecord streamRecord, EventRules<E> rules, E event) implements Received {
        static <E extends Event> @Nullable OfContext<E> ofOrNull(
                DynamodbStreamRecord streamRecord, EventRules<E> rules, ItemChange change) {
            var event = rules.event(change);
            return event == null ? null : new OfContext<>(streamRecord, rules, event);
        }

        /// Whether the event is processed together with one of this kind.
        boolean isWith(Received other) {
            return event.priority() == Event.Priority.TOGETHER
                    && other instanceof OfContext<?> received
                    && received.rules.equals(rules)
                    && received.event.priority() == Event.Priority.TOGETHER;
        }

        /// @param group events of the same context
        @SuppressWarnings("unchecked") // the rules of a context return only its own events
        void process(List<Received> group, Slices slices) {
            var events = new ArrayList<E>();
            for (var received : group) {
                events.add((E) ((OfContext<?>) received).event);
            }
            rules.process(events, slices);
        }
    }

    /// A job was stored or its cursor was saved, so that its next slice can run.
    private record OfJob(DynamodbStreamRecord streamRecord, Job job) implements Received {}

    private void process(List<DynamodbStreamRecord> records, Batch batch) {
        var work = new ArrayList<Received>();
        for (var index = 0; index < records.size(); index++) {
            try {
                var received = receivedOrNull(records.get(index));
                if (received != null) {
                    work.add(received);
                }
            } catch (RuntimeException fault) {
                batch.failed(
                        records.subList(index, records.size()), fault, "record could not be read");
                break;
            }
        }
        work.sort(Received.ORDER);
        var slices = new LimitedSlices();
        var index = 0;
        while (index < work.size()) {
            var end = endOfGroup(work, index);
            try {
                switch (work.get(index)) {
                    case OfContext<?> received ->
                            received.process(work.subList(index, end), slices);
                    case OfJob(var _, var job) -> slices.resume(job);
                }
            } catch (RuntimeException fault) {
                batch.failed(
                        work.subList(index, work.size()).stream()
                                .map(Received::streamRecord)
                                .toList(),
                        fault,
                        "record could not be processed");
                break;
            }
            index = end;
        }
    }

    /// Reads a record; null if nothing follows from it. The filters let few such records through.
    private @Nullable Received receivedOrNull(DynamodbStreamRecord streamRecord) {
        var change = Changes.of(streamRecord);
        if (PlatformKeys.JOB.is(change.key())) {
            var job = change.after();
            return job == null ? null : new OfJob(streamRecord, Job.from(job));
        }
        for (var each : rules) {
            var received = OfContext.ofOrNull(streamRecord, each, change);
            if (received != null) {
                return received;
            }
        }
        return null;
    }

    private static int endOfGroup(List<Received> work, int start) {
        var end = start + 1;
        if (work.get(start) instanceof OfContext<?> first) {
            while (end < work.size() && first.isWith(work.get(end))) {
                end++;
            }
        }
        return end;
    }

    private Progress slice(Job job) {
        for (var each : performers) {
            var progress = each.sliceOrNull(job);
            if (progress != null) {
                return progress;
            }
        }
        throw new IllegalStateException("a job of no context");
    }

    /// The slices that one invocation runs, and the limit on their units.
    private final class LimitedSlices implements Slices {
        private int count;

        private boolean isLimitReached() {
            var invocation = InvocationBudget.current();
            return count > 0 && invocation.readUnits() + invocation.writeUnits() >= limit.units();
        }

        @Override
        public void beginNow(Work work) {
            count++;
            jobs.begin(work, FanOut.this::slice);
        }

        @Override
        public void begin(Work work) {
            if (isLimitReached()) {
                jobs.beginLater(work);
            } else {
                beginNow(work);
            }
        }

        /// Runs the next slice of a job, or leaves it to a later invocation.
        void resume(Job job) {
            if (isLimitReached()) {
                jobs.defer(job);
            } else {
                count++;
                jobs.resume(job, FanOut.this::slice);
            }
        }
    }
}
