package plaza.simulation.fiber;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import plaza.testkit.thread.OwnScheduler;

/// A coroutine that stops at each [#pause] and continues at its next [#step].
///
/// It is a virtual thread whose scheduler is the caller of [#step]: its code runs only on the
/// caller's thread, during that call. A thousand fibers are therefore as deterministic as a loop.
/// Two alternatives cost more: passing a token between real threads needs a context switch of the
/// kernel at each step, and replaying an invocation from the log of its responses costs the square
/// of the number of its calls.
public final class Fiber {
    /// What a thread waits for in a pause, in the sense of [LockSupport#getBlocker].
    private static final Object PAUSED = new Object();

    private final Thread thread;

    /// The code from one stop to the next. Another thread sets it after a stop at its lock.
    private volatile @Nullable Runnable turn;

    private @Nullable Throwable thrown;
    private boolean started;

    public Fiber(Runnable work) {
        thread = OwnScheduler.unstarted(next -> turn = next, () -> perform(work));
    }

    /// Stops the fiber that is running until its next step.
    public static void pause() {
        LockSupport.park(PAUSED);
    }

    /// Runs the fiber until its next pause or its end. A fiber also stops at a lock that another
    /// thread holds, in `System.out` for example: the step waits for it.
    ///
    /// @return whether it has ended
    public boolean step() {
        if (started) {
            LockSupport.unpark(thread);
        } else {
            started = true;
            thread.start();
        }
        do {
            nextTurn().run();
        } while (thread.isAlive() && !PAUSED.equals(LockSupport.getBlocker(thread)));
        return !thread.isAlive();
    }

    private Runnable nextTurn() {
        while (true) {
            var next = turn;
            if (next != null) {
                turn = null;
                return next;
            }
            Thread.onSpinWait();
        }
    }

    /// The exception that ended the fiber, or null.
    public @Nullable Throwable thrown() {
        return thrown;
    }

    private void perform(Runnable work) {
        try {
            work.run();
        } catch (Throwable fault) {
            thrown = fault;
        }
    }
}
