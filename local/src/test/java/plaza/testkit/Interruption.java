package plaza.testkit;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import plaza.table.Key;
import plaza.table.Table;
import plaza.table.Write;

/// Runs an action once, before the first matching write of an [InterceptedTable]: something happens
/// after the interrupted work has read, and before it writes.
public final class Interruption implements Consumer<Write> {
    private final Predicate<Write> isDue;
    private final Runnable action;
    private final AtomicBoolean hasRun = new AtomicBoolean();

    private Interruption(Predicate<Write> isDue, Runnable action) {
        this.isDue = isDue;
        this.action = action;
    }

    public static Interruption beforeAnyWrite(Runnable action) {
        return new Interruption(_ -> true, action);
    }

    public static Interruption before(Predicate<Write> isDue, Runnable action) {
        return new Interruption(isDue, action);
    }

    public static Interruption before(Key key, Runnable action) {
        return new Interruption(write -> write.key().equals(key), action);
    }

    @Override
    public void accept(Write write) {
        if (isDue.test(write)) {
            runUnlessRun();
        }
    }

    public void runUnlessRun() {
        if (!hasRun.getAndSet(true)) {
            action.run();
        }
    }

    public boolean hasRun() {
        return hasRun.get();
    }

    public Table on(Table table) {
        return new InterceptedTable(table, this);
    }
}
