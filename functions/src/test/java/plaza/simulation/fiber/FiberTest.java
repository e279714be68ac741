package plaza.simulation.fiber;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class FiberTest {
    @Test
    void aStepEndsAtThePause() {
        var trace = new ArrayList<String>();
        var fiber =
                new Fiber(() -> {
                    trace.add("first");
                    Fiber.pause();
                    trace.add("second");
                });

        assertFalse(fiber.step());
        assertEquals(List.of("first"), trace);
        assertTrue(fiber.step());
        assertEquals(List.of("first", "second"), trace);
    }

    @Test
    void aLockOfAnotherThreadIsNoPause() throws InterruptedException {
        var lock = new Object();
        var inFiber = new CompletableFuture<Thread>();
        var trace = new ArrayList<String>();
        var fiber =
                new Fiber(() -> {
                    trace.add("waits");
                    inFiber.complete(Thread.currentThread());
                    synchronized (lock) {
                        trace.add("holds the lock");
                    }
                    Fiber.pause();
                    trace.add("ends");
                });
        var steps =
                new Thread(() -> {
                    trace.add("ended: " + fiber.step());
                    trace.add("ended: " + fiber.step());
                });

        synchronized (lock) {
            steps.start();
            while (inFiber.join().getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
        }
        steps.join();

        assertEquals(
                List.of("waits", "holds the lock", "ended: false", "ends", "ended: true"), trace);
    }
}
