package plaza.simulation;

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
final class Fiber {
    private final Thread thread;
    private @Nullable Runnable turn;
    private @Nullable Throwable thrown;
    private boolean started;

    Fiber(Runnable work) {
        thread = OwnScheduler.unstarted(next -> turn = next, () -> perform(work));
    }

    /// Stops the fiber that is running until its next step.
    static void pause() {
        LockSupport.park();
    }

    /// Runs the fiber until its next pause or its end.
    ///
    /// @return whether it has ended
    boolean step() {
        if (started) {
            LockSupport.unpark(thread);
        } else {
            started = true;
            thread.start();
        }
        for (var next = turn; next != null; next = turn) {
            turn = null;
            next.run();
        }
        return !thread.isAlive();
    }

    /// The exception that ended the fiber, or null.
    @Nullable Throwable thrown() {
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
