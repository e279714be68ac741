package plaza.simulation;

import java.lang.reflect.Constructor;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Code that stops where it says [#pause], and goes on when it is given its next [#step].
///
/// It is a virtual thread whose scheduler is the caller of [#step]: its code runs on the caller's
/// own thread, inside that call, and never otherwise. So a thousand fibres are as deterministic as
/// a loop. Handing a baton to real threads would be as deterministic, but every hand-over would be
/// a switch of the kernel, and doing an invocation again from the log of its answers costs the
/// square of its calls. The JDK keeps the constructor that takes a scheduler to itself; hence
/// `--add-opens` in the build.
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
            throw new LinkageError("no virtual thread with a scheduler of its own", fault);
        }
    }

    /// Stops the fibre that is running until its next step.
    static void pause() {
        LockSupport.park();
    }

    /// Runs the fibre to its next pause or its end.
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

    /// What ended it, or null where it came to its end.
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
