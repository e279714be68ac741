package plaza.reconcile;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.attribute;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.PlatformKeys;
import plaza.table.Table;
import plaza.table.Write;

/// The run of the weekly schedule, one step per invocation, with its cursor in the table.
///
/// The schedule invokes the function every quarter of an hour during one night of the week. The
/// first invocation begins a run and the others continue it; once it has ended they do nothing. A
/// run that does not end in one night continues in the next.
record ScheduledRun(Table table, Clock clock, Checks checks) {
    /// The minimum time between the beginnings of two runs: longer than a night, shorter than a
    /// week.
    static final Duration INTERVAL_MIN = Duration.ofDays(2);

    private static final String BEGUN_AT = "begunAt";
    private static final String STEP = "step";
    private static final String CURSOR = "cursor";
    private static final String CHECKED = "checked";
    private static final String DRIFT = "driftCount";

    /// The stored state of a run.
    ///
    /// @param cursor empty when the run has ended
    private record Saved(
            Instant begunAt, long step, List<String> cursor, long checked, long drift) {
        static Saved from(@Nullable Item item) {
            return item == null
                    ? new Saved(Instant.EPOCH, 0, List.of(), 0, 0)
                    : new Saved(
                            item.time(BEGUN_AT),
                            item.number(STEP),
                            item.texts(CURSOR),
                            item.number(CHECKED),
                            item.number(DRIFT));
        }

        Saved after(ReconcileStep.Result result) {
            return new Saved(
                    begunAt,
                    step + 1,
                    result.cursor().isEnd() ? List.of() : result.cursor().texts(),
                    checked + result.report().checked(),
                    drift + result.report().drift());
        }

        Item item() {
            return Item.at(PlatformKeys.RECONCILE_RUN.key())
                    .with(BEGUN_AT, begunAt)
                    .with(STEP, step)
                    .with(CURSOR, cursor)
                    .with(CHECKED, checked)
                    .with(DRIFT, drift)
                    .build();
        }
    }

    /// Performs the next step of the run, or nothing if no run is due.
    Map<String, Object> proceed(
            ReconcileRequest request, Function<ReconcileRequest, ReconcileStep.Result> step) {
        var saved = Saved.from(table.getConsistent(PlatformKeys.RECONCILE_RUN.key()));
        if (saved.cursor().isEmpty()) {
            if (saved.begunAt().plus(INTERVAL_MIN).isAfter(clock.instant())) {
                return new ReconcileReport().json(RunCursor.END);
            }
            saved = new Saved(clock.instant(), saved.step(), RunCursor.BEGINNING.texts(), 0, 0);
        }
        var result = step.apply(request.at(RunCursor.of(saved.cursor(), checks)));
        // Of two invocations that performed the same step, only one saves it.
        var _ =
                table.write(
                        Write.Put.of(saved.after(result).item()).onlyIf(isAtStep(saved.step())));
        return result.json();
    }

    private static Condition isAtStep(long step) {
        return step == 0 ? absent() : attribute(STEP).is(step);
    }
}
