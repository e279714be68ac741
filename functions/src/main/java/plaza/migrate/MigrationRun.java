package plaza.migrate;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.attribute;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.migrate.Tally.Count;
import plaza.table.Item;
import plaza.table.Page;
import plaza.table.PlatformKeys;
import plaza.table.Write;

/// The stored state of a run: everything that the next invocation needs.
///
/// @param order what was requested
/// @param progress how far it is
/// @param leasedUntil the end of the invocation that works on it, or the past
/// @param step increases with each write of the state, and is part of its condition
record MigrationRun(Order order, Progress progress, State state, Instant leasedUntil, long step) {
    /// How long an invocation that began before the last deployment can still write: the longest
    /// time limit of a function.
    static final Duration LONGEST_INVOCATION = Duration.ofMinutes(15);

    private static final String MIGRATION = "migration";
    private static final String MODE = "mode";
    private static final String UNITS_PER_SECOND = "unitsPerSecond";
    private static final String BEGUN_AT = "begunAt";
    private static final String NOT_BEFORE = "notBefore";
    private static final String SEGMENTS = "segments";
    private static final String COUNTS = "counts";
    private static final String FAILURES = "failures";
    private static final String PROGRESS_AT = "progressAt";
    private static final String STATE = "state";
    private static final String LEASED_UNTIL = "leasedUntil";
    private static final String STEP = "step";

    /// What a run does with the items that it finds.
    enum Mode {
        PLAN,
        MIGRATE,
        PROVE
    }

    /// Whether a run continues.
    enum State {
        RUNNING,
        PAUSED,
        CANCELLED,
        DONE;

        /// Whether another run has to wait.
        boolean isOpen() {
            return this == RUNNING || this == PAUSED;
        }
    }

    /// What was requested.
    ///
    /// @param migration the id of the migration
    /// @param unitsPerSecond the limit of write request units
    /// @param notBefore when it may read the table
    record Order(
            String migration, Mode mode, int unitsPerSecond, Instant begunAt, Instant notBefore) {}

    /// How far a run is.
    ///
    /// @param segments the parts of the table
    /// @param failures the first items that were left as they are
    /// @param at when an invocation last made progress
    record Progress(List<Segment> segments, Tally tally, List<Failure> failures, Instant at) {
        /// How many failures are listed; all are counted.
        private static final int FAILURES_MAX = 20;

        Progress {
            segments = List.copyOf(segments);
            failures = List.copyOf(failures);
        }

        static Progress none(int segments, Instant now) {
            return new Progress(
                    Collections.nCopies(segments, Segment.BEGINNING),
                    Tally.NOTHING,
                    List.of(),
                    now);
        }

        /// The progress after more items were handled.
        Progress plus(List<Segment> positions, Tally handled, List<Failure> more, Instant now) {
            var all = new ArrayList<>(failures);
            all.addAll(more);
            return new Progress(
                    positions,
                    tally.plus(handled),
                    all.subList(0, Math.min(all.size(), FAILURES_MAX)),
                    now);
        }

        /// Whether more was read or rewritten than in `before`.
        boolean isBeyond(Progress before) {
            return !segments.equals(before.segments)
                    || tally.get(Count.REWRITTEN) > before.tally.get(Count.REWRITTEN);
        }

        boolean isComplete() {
            return segments.stream().allMatch(Segment::isRead);
        }
    }

    /// How far a part of the table has been read.
    ///
    /// @param after the last item, or null at the beginning
    /// @param isRead whether all of it has been read
    record Segment(Page.@Nullable Position after, boolean isRead) {
        static final Segment BEGINNING = new Segment(null, false);
        private static final int TEXTS = 3;

        private List<String> texts() {
            var key = after == null ? List.of("", "") : after.keyAttributes();
            return List.of(Boolean.toString(isRead), key.get(0), key.get(1));
        }

        private static Segment of(List<String> texts) {
            return new Segment(
                    texts.get(1).isEmpty()
                            ? null
                            : new Page.Position(List.copyOf(texts.subList(1, TEXTS))),
                    Boolean.parseBoolean(texts.getFirst()));
        }
    }

    /// An item that was left as it is.
    record Failure(String pk, String sk, String reason) {
        private static final int TEXTS = 3;

        private static Failure of(List<String> texts) {
            return new Failure(texts.get(0), texts.get(1), texts.get(2));
        }
    }

    MigrationRun at(Progress other) {
        return new MigrationRun(order, other, state, leasedUntil, step);
    }

    MigrationRun in(State other) {
        return new MigrationRun(order, progress, other, leasedUntil, step);
    }

    MigrationRun leasedUntil(Instant end) {
        return new MigrationRun(order, progress, state, end, step);
    }

    /// This state as the next one that is stored.
    MigrationRun next() {
        return new MigrationRun(order, progress, state, leasedUntil, step + 1);
    }

    /// Saves this state, on the condition that it is the one after the stored state.
    Write saving() {
        return Write.Put.of(item()).onlyIf(step == 1 ? absent() : attribute(STEP).is(step - 1));
    }

    private Item item() {
        var positions = new ArrayList<String>();
        progress.segments().forEach(segment -> positions.addAll(segment.texts()));
        var failures = new ArrayList<String>();
        progress.failures()
                .forEach(one -> failures.addAll(List.of(one.pk(), one.sk(), one.reason())));
        return Item.at(PlatformKeys.MIGRATION_RUN.key())
                .with(MIGRATION, order.migration())
                .with(MODE, order.mode().name())
                .with(UNITS_PER_SECOND, order.unitsPerSecond())
                .with(BEGUN_AT, order.begunAt())
                .with(NOT_BEFORE, order.notBefore())
                .with(SEGMENTS, positions)
                .with(COUNTS, progress.tally().numbers())
                .with(FAILURES, failures)
                .with(PROGRESS_AT, progress.at())
                .with(STATE, state.name())
                .with(LEASED_UNTIL, leasedUntil)
                .with(STEP, step)
                .build();
    }

    static MigrationRun from(Item item) {
        var segments = new ArrayList<Segment>();
        var positions = item.texts(SEGMENTS);
        for (var start = 0; start < positions.size(); start += Segment.TEXTS) {
            segments.add(Segment.of(positions.subList(start, start + Segment.TEXTS)));
        }
        var failures = new ArrayList<Failure>();
        var texts = item.texts(FAILURES);
        for (var start = 0; start < texts.size(); start += Failure.TEXTS) {
            failures.add(Failure.of(texts.subList(start, start + Failure.TEXTS)));
        }
        return new MigrationRun(
                new Order(
                        item.text(MIGRATION),
                        Mode.valueOf(item.text(MODE)),
                        Math.toIntExact(item.number(UNITS_PER_SECOND)),
                        item.time(BEGUN_AT),
                        item.time(NOT_BEFORE)),
                new Progress(
                        segments,
                        Tally.ofNumbers(item.numbersByName(COUNTS)),
                        failures,
                        item.time(PROGRESS_AT)),
                State.valueOf(item.text(STATE)),
                item.time(LEASED_UNTIL),
                item.number(STEP));
    }

    /// The name of a state or mode in requests and responses.
    static String word(Enum<?> name) {
        return name.name().toLowerCase(Locale.ROOT);
    }

    /// Whether it should have made progress after `time`, and did not.
    boolean isStalled(Instant time) {
        return state == State.RUNNING
                && progress.at().isBefore(time)
                && order.notBefore().isBefore(time);
    }

    /// The state as the response of an invocation.
    Map<String, Object> json() {
        var json = new LinkedHashMap<String, Object>();
        json.put(MIGRATION, order.migration());
        json.put(MODE, word(order.mode()));
        json.put(STATE, word(state));
        json.put(UNITS_PER_SECOND, order.unitsPerSecond());
        json.put(SEGMENTS, progress.segments().size());
        json.put("segmentsRead", progress.segments().stream().filter(Segment::isRead).count());
        json.putAll(progress.tally().numbers());
        json.put(
                FAILURES,
                progress.failures().stream()
                        .map(one -> Map.of("pk", one.pk(), "sk", one.sk(), "reason", one.reason()))
                        .toList());
        json.put(BEGUN_AT, order.begunAt().toString());
        json.put(PROGRESS_AT, progress.at().toString());
        if (state == State.RUNNING) {
            json.put(NOT_BEFORE, order.notBefore().toString());
        }
        return json;
    }
}
