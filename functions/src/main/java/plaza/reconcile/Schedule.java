package plaza.reconcile;

import static plaza.table.Condition.absent;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.table.Condition;
import plaza.table.Condition.Predicate;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Table;
import plaza.table.Write;

/// The run that the schedule makes, a slice per invocation, its place kept in the table.
///
/// The schedule invokes every quarter of an hour within one night of the week. The first invocation
/// begins a run, the others go on with it; once it is over they do nothing. A run that one night
/// does not finish goes on in the next.
record Schedule(Table table, Clock clock) {
    /// How long after the beginning of a run no other is begun: longer than a night, shorter than a
    /// week.
    static final Duration PAUSE = Duration.ofDays(2);

    private static final String BEGUN_AT = "begunAt";
    private static final String STEP = "step";
    private static final String PLACE = "place";
    private static final String CHECKED = "checked";
    private static final String DRIFT = "driftCount";

    private enum Refusal {
        MOVED_ON
    }

    /// A run as it lies in the table.
    ///
    /// @param place empty when it is over
    private record Saved(Instant begunAt, long step, List<String> place, long checked, long drift) {
        static Saved from(@Nullable Item item) {
            return item == null
                    ? new Saved(Instant.EPOCH, 0, List.of(), 0, 0)
                    : new Saved(
                            item.time(BEGUN_AT),
                            item.number(STEP),
                            item.texts(PLACE),
                            item.number(CHECKED),
                            item.number(DRIFT));
        }

        Item item() {
            return Item.at(KeySpace.reconcileRun())
                    .with(BEGUN_AT, begunAt)
                    .with(STEP, step)
                    .with(PLACE, place)
                    .with(CHECKED, checked)
                    .with(DRIFT, drift)
                    .build();
        }
    }

    /// Does the next slice of the run, if there is one to do.
    Map<String, Object> goOn(
            ReconcileRequest order, Function<ReconcileRequest, Reconcile.Done> slice) {
        var saved = Saved.from(table.getConsistent(KeySpace.reconcileRun()));
        if (saved.place().isEmpty()) {
            if (saved.begunAt().plus(PAUSE).isAfter(clock.instant())) {
                return new Report().json(new RunCursor(null, null, false, List.of()));
            }
            saved = new Saved(clock.instant(), saved.step(), RunCursor.BEGINNING.texts(), 0, 0);
        }
        var done = slice.apply(order.from(RunCursor.of(saved.place())));
        save(saved, done);
        return done.json();
    }

    /// Of two invocations that did the same slice only one moves on.
    private void save(Saved before, Reconcile.Done done) {
        var after =
                new Saved(
                        before.begunAt(),
                        before.step() + 1,
                        done.place().isEnd() ? List.of() : done.place().texts(),
                        before.checked() + done.report().checked(),
                        before.drift() + done.report().drift());
        var _ = table.write(Write.Put.of(after.item()).onlyIf(unmoved(before)));
    }

    private static Condition unmoved(Saved before) {
        return before.step() == 0
                ? absent().otherwise(Refusal.MOVED_ON)
                : new Condition(new Predicate.NumberIs(STEP, before.step()), Refusal.MOVED_ON);
    }
}
