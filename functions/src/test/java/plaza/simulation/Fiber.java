package plaza.simulation;

import java.lang.reflect.Constructor;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A coroutine that stops at each [#pause] and continues at its next [#step].
///
/// It is a virtual thread whose scheduler is the caller of [#step]: its code runs only on the
/// caller's thread, during that call. A thousand fibers are therefore as deterministic as a loop.
/// Two alternatives cost more: passing a token between real threads needs a context switch of the
/// kernel at each step, and replaying an invocation from the log of its responses costs the square
/// of the number of its calls. The constructor that takes a scheduler is not public in the JDK,
/// hence `--add-opens` in the build.
final class Fiber {
    private static final Constructor<?> BUILDER = builder();

    private final Thread thread;
    private @Nullable Runnable turn;
    private @Nullable Throwable thrown;
    private boolean started;

    Fiber(Runnable work) {
        Executor scheduler = next -> turn = next;
        try {
            thread =
                    ((Thread.Builder.OfVirtual) BUILDER.newInstance(scheduler))
                            .unstarted(() -> perform(work));
        } catch (ReflectiveOperationException fault) {
            throw new LinkageError(
                    "virtual threads with an own scheduler are not available", fault);
        }
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

    private static Constructor<?> builder() {
        try {
            var constructor =
                    Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder")
                            .getDeclaredConstructor(Executor.class);
            constructor.setAccessible(true);
            return constructor;
        } catch (ReflectiveOperationException | RuntimeException fault) {
            throw new LinkageError(
                    "the simulator needs --add-opens java.base/java.lang=ALL-UNNAMED", fault);
        }
    }
}
