package plaza.testkit.thread;

import java.lang.reflect.Constructor;
import java.util.concurrent.Executor;

/// Creates virtual threads that run on a scheduler of the test. A virtual thread that such a thread
/// creates has the same scheduler.
///
/// The constructor that takes a scheduler is not public in the JDK, hence `--add-opens` in the
/// build.
public final class OwnScheduler {
    private static final Constructor<?> BUILDER = builder();

    private OwnScheduler() {}

    /// Returns a thread that runs `work` as tasks of `scheduler`: one task from each stop to the
    /// next.
    public static Thread unstarted(Executor scheduler, Runnable work) {
        try {
            return ((Thread.Builder.OfVirtual) BUILDER.newInstance(scheduler)).unstarted(work);
        } catch (ReflectiveOperationException fault) {
            throw new LinkageError(
                    "virtual threads with an own scheduler are not available", fault);
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
                    "deterministic threads need --add-opens java.base/java.lang=ALL-UNNAMED",
                    fault);
        }
    }
}
