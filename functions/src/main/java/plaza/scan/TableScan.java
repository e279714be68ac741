package plaza.scan;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import plaza.lambda.OperatorInvocation;
import plaza.log.InvocationTelemetry;
import plaza.log.Metric;
import plaza.table.InvocationBudget;
import plaza.table.Retry;
import plaza.table.Scans;
import plaza.table.Table;
import plaza.table.Unavailable;
import plaza.text.Malformed;

/// The invocations of a function that performs runs over the whole table. A request names an
/// action, and the state machine sends the responses to `begin`, `read` and `end` back as the next
/// requests.
///
/// An invocation that is repeated, or performed twice at the same time, costs units and changes
/// nothing: each write of a run is conditional on what was read, and the counts of an invocation
/// that did not return are not counted.
///
/// @param function the name of the function
public record TableScan(
        String function, Table table, Clock clock, Retry.Pause pause, ScanWork work) {
    /// The share of a worker. A worker waits for DynamoDB most of the time, and one processor
    /// encodes and decodes more than these units in a second.
    static final int UNITS_PER_WORKER = 1_000;

    /// The number of workers: a tenth of an account's default concurrency. The states of all
    /// segments together have to fit the 256 KiB of a state
    /// (<https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html>).
    public static final int SEGMENTS_MAX = 100;

    /// The highest rate: the default quota of a table.
    public static final int UNITS_PER_SECOND_MAX = 40_000;

    /// The default rate of a run that only reads: half of the read units that every on-demand table
    /// accepts from its first day
    /// (<https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html>).
    /// Callers have the other half.
    public static final int UNITS_PER_SECOND_DEFAULT = 6_000;

    /// How much earlier than planned a scheduled run may begin: a schedule is not exact.
    private static final Duration SCHEDULE_SLACK = Duration.ofHours(1);

    /// The count of a run's read units.
    public static final String READ_UNITS = "readUnits";

    /// The count of a run's write units.
    public static final String WRITE_UNITS = "writeUnits";

    private static final String ACTION = "action";
    private static final String ORDER = "order";
    private static final String RUNNING = "running";
    private static final String RUN = "run";
    private static final String SEGMENT = "segment";
    private static final String SEGMENTS = "segments";
    private static final String READ = "read";
    private static final String END = "end";

    /// The action of a response after which the state machine succeeds.
    private static final String ENDED = "ended";

    /// What is stored about the runs of this function.
    public ScanRecords records() {
        return new ScanRecords(table, function);
    }

    /// Performs the action of a request.
    ///
    /// @throws Malformed if the request is not one of the state machine, or its order is invalid
    /// @throws Unavailable if the table refuses, and nothing was read
    public OperatorInvocation perform(Map<String, Object> event) {
        var request = new PlainFields(event);
        return switch (request.text(ACTION)) {
            case "begin" -> begin(request.map(ORDER), request.texts(RUNNING));
            case READ -> read(request);
            case END -> end(request);
            case "report" ->
                    new OperatorInvocation(
                            "run reported", Map.of(), records().report(work.columns()));
            default -> throw new Malformed("The request has no action that the function performs");
        };
    }

    /// @param running the running executions, of which this is one
    private OperatorInvocation begin(Map<String, Object> order, List<String> running) {
        var plan = work.plan(order);
        var now = clock.instant();
        if (plan.every() != null && (!isDue(plan, now) || running.size() > 1)) {
            return ended("no run begins", Map.of(), Map.of());
        }
        if (running.size() > 1) {
            throw new Malformed("Another run is open: stop it, or wait until it ends");
        }
        var run =
                records()
                        .begin(
                                new ScanRun(
                                        plan.notBefore().isAfter(now) ? plan.notBefore() : now,
                                        plan.subject(),
                                        order,
                                        0,
                                        plan.passes(),
                                        Objects.requireNonNullElseGet(
                                                plan.segments(),
                                                () -> segments(plan.unitsPerSecond())),
                                        plan.unitsPerSecond()));
        return pass(
                "run begins",
                run,
                IntStream.range(0, run.segments())
                        .mapToObj(
                                number -> ScanSegment.beginning(number, Map.of(), run.startedAt()))
                        .toList());
    }

    /// Whether a scheduled run begins now. It measures the age and the result of the last complete
    /// run.
    private boolean isDue(ScanWork.Plan plan, Instant now) {
        var last = records().last(plan.subject());
        if (last == null) {
            var first = records().firstStart();
            measure(first == null ? now : first, now);
            return true;
        }
        measure(last.startedAt(), now);
        work.measure(plan.subject(), last);
        var every = Objects.requireNonNull(plan.every());
        return !last.startedAt().plus(every).minus(SCHEDULE_SLACK).isAfter(now);
    }

    /// @param since when the last complete run began: everything was examined after this time
    private static void measure(Instant since, Instant now) {
        InvocationTelemetry.current()
                .measure(Metric.SCAN_AGE, Duration.between(since, now).toSeconds());
    }

    /// The number of segments for a rate.
    public static int segments(int unitsPerSecond) {
        return Math.min(SEGMENTS_MAX, Math.ceilDiv(unitsPerSecond, UNITS_PER_WORKER));
    }

    private static OperatorInvocation pass(
            String message, ScanRun run, List<ScanSegment> segments) {
        var json = new LinkedHashMap<String, Object>();
        json.put(ACTION, END);
        json.put(RUN, run.json());
        json.put(SEGMENTS, segments.stream().map(ScanSegment::json).toList());
        return new OperatorInvocation(message, Map.of(), json);
    }

    private OperatorInvocation read(PlainFields request) {
        var run = ScanRun.of(request.object(RUN));
        var segment = ScanSegment.of(request.object(SEGMENT));
        var budget = InvocationBudget.current();
        var readBefore = budget.readUnits();
        var writtenBefore = budget.writeUnits();
        var pace = new Pace((double) run.unitsPerSecond() / run.segments(), clock, pause);
        var slice =
                work.read(
                        run,
                        new Scans.Segment(segment.number(), run.segments()),
                        segment.cursor(),
                        pace);
        if (!slice.isRead()
                && slice.notBefore() == null
                && slice.counts().values().stream().allMatch(count -> count == 0)
                && slice.cursor().equals(segment.cursor())) {
            throw new Unavailable(new IllegalStateException("nothing was read"));
        }
        records().add(run, segment.number(), slice.findings(), work.columns().size());
        var counts = new LinkedHashMap<>(slice.counts());
        counts.put(READ_UNITS, (long) Math.ceil(budget.readUnits() - readBefore));
        counts.put(WRITE_UNITS, (long) Math.ceil(budget.writeUnits() - writtenBefore));
        var next =
                new ScanSegment(
                        segment.number(),
                        slice.isRead() ? List.of() : slice.cursor(),
                        sum(List.of(segment.counts(), counts)),
                        Objects.requireNonNullElseGet(slice.notBefore(), clock::instant),
                        slice.isRead());
        var json = new LinkedHashMap<String, Object>();
        json.put(ACTION, READ);
        json.put(RUN, run.json());
        json.put(SEGMENT, next.json());
        return new OperatorInvocation("part of the table read", counts, json);
    }

    private OperatorInvocation end(PlainFields request) {
        var run = ScanRun.of(request.object(RUN));
        var segments = request.objects(SEGMENTS).stream().map(ScanSegment::of).toList();
        requireAllRead(run, segments);
        if (!run.isInLastPass()) {
            var now = clock.instant();
            return pass(
                    "next pass begins",
                    run.inNextPass(),
                    segments.stream()
                            .map(each -> ScanSegment.beginning(each.number(), each.counts(), now))
                            .toList());
        }
        var counts = sum(segments.stream().map(ScanSegment::counts).toList());
        var complete =
                new ScanRecords.Complete(
                        run.startedAt(), clock.instant(), work.found(counts), counts);
        work.completed(run, complete);
        work.measure(run.subject(), complete);
        measure(complete.startedAt(), complete.endedAt());
        records().end(run, complete);
        return ended("run complete", counts, records().report(work.columns()));
    }

    /// A state machine sends what the invocations for all segments returned. Nothing else is a
    /// complete run.
    private static void requireAllRead(ScanRun run, List<ScanSegment> segments) {
        var isComplete =
                segments.size() == run.segments()
                        && segments.stream().allMatch(ScanSegment::isRead)
                        && segments.stream().map(ScanSegment::number).distinct().count()
                                == run.segments();
        if (!isComplete) {
            throw new Malformed("A segment is not read to its end");
        }
    }

    private static OperatorInvocation ended(
            String message, Map<String, ?> facts, Map<String, Object> report) {
        var json = new LinkedHashMap<String, Object>();
        json.put(ACTION, ENDED);
        json.putAll(report);
        return new OperatorInvocation(message, facts, json);
    }

    private static Map<String, Long> sum(List<Map<String, Long>> counts) {
        var sum = new LinkedHashMap<String, Long>();
        counts.forEach(each -> each.forEach((name, count) -> sum.merge(name, count, Long::sum)));
        return sum;
    }
}
