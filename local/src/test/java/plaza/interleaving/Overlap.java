package plaza.interleaving;

import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/// Two operations of which each is interrupted by the other. Each has a thread of its own, but only
/// one of them runs at a time.
final class Overlap {
    private Overlap() {}

    /// Runs `gap` requests of the first operation, `gapOfSecond` requests of the second one, the
    /// rest of the first, and the rest of the second.
    ///
    /// @return the responses of both
    static List<List<String>> run(
            Function<RecordingTable.Gate, List<String>> first,
            int gap,
            Function<RecordingTable.Gate, List<String>> second,
            int gapOfSecond) {
        var turnOfFirst = new Semaphore(0);
        var turnOfSecond = new Semaphore(0);
        var responses = new AtomicReference<List<String>>(List.of());
        var sentBySecond = new AtomicInteger();
        var thread =
                Thread.ofVirtual()
                        .unstarted(() -> {
                            responses.set(
                                    second.apply(_ -> {
                                        if (sentBySecond.getAndIncrement() == gapOfSecond) {
                                            turnOfFirst.release();
                                            turnOfSecond.acquireUninterruptibly();
                                        }
                                    }));
                            turnOfFirst.release();
                        });
        var sentByFirst = new AtomicInteger();
        var responsesOfFirst =
                first.apply(_ -> {
                    if (sentByFirst.getAndIncrement() == gap) {
                        thread.start();
                        turnOfFirst.acquireUninterruptibly();
                    }
                });
        turnOfSecond.release();
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
        return List.of(responsesOfFirst, responses.get());
    }
}
