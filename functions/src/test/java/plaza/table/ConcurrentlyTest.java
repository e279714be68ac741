package plaza.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ConcurrentlyTest {
    private static final int THINGS = 12;

    @Test
    void resultsAreInTheOrderOfTheElements() {
        var things = IntStream.range(0, THINGS).boxed().toList();
        assertThat(Concurrently.map(3, things, thing -> thing + 1))
                .isEqualTo(IntStream.rangeClosed(1, THINGS).boxed().toList());
        assertThat(Concurrently.map(3, List.of(7), thing -> thing + 1)).containsExactly(8);
        assertThat(Concurrently.map(3, List.<Integer>of(), thing -> thing + 1)).isEmpty();
    }

    @Test
    void theNumberOfConcurrentCallsIsLimited() {
        var both = new CountDownLatch(2);
        var atOnce = new AtomicInteger();
        var most = new AtomicInteger();
        var _ =
                Concurrently.map(
                        2,
                        IntStream.range(0, THINGS).boxed().toList(),
                        thing -> {
                            most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
                            both.countDown();
                            await(both);
                            return atOnce.decrementAndGet();
                        });
        assertThat(most).hasValue(2);
    }

    @Test
    void eachThreadUsesTheBudgetOfTheInvocation() {
        var invocation = InvocationBudget.within(Duration.ofMinutes(1));
        assertThat(
                        invocation.run(() ->
                                Concurrently.map(
                                        2, List.of(1, 2), _ -> InvocationBudget.current())))
                .containsExactly(invocation, invocation);
        assertThat(InvocationBudget.current()).isNotSameAs(invocation);
    }

    @Test
    void theExceptionOfOneCallIsRethrown() {
        var fault = new IllegalStateException("fault");
        assertThatThrownBy(() ->
                        Concurrently.map(
                                2,
                                List.of(1, 2, 3),
                                thing -> {
                                    if (thing == 2) {
                                        throw fault;
                                    }
                                    return thing;
                                }))
                .isSameAs(fault);
    }

    @Test
    void aCallThatFailsBeforeAllThreadsHaveStartedIsRethrown() {
        var things = IntStream.range(0, 10_000).boxed().toList();
        assertThatThrownBy(() ->
                        Concurrently.map(
                                things.size(),
                                things,
                                _ -> {
                                    throw new IllegalStateException("fault");
                                }))
                .hasMessage("fault");
    }

    @Test
    void anInterruptedCallerInterruptsTheOtherCallsAndStaysInterrupted() {
        var caller = Thread.currentThread();
        var begun = new CountDownLatch(1);
        try {
            assertThatThrownBy(() ->
                            Concurrently.map(
                                    2,
                                    List.of(1, 2),
                                    _ -> {
                                        if (caller.equals(Thread.currentThread())) {
                                            await(begun);
                                            caller.interrupt();
                                        } else {
                                            begun.countDown();
                                            await(new CountDownLatch(1));
                                        }
                                        return 0;
                                    }))
                    .hasCauseInstanceOf(InterruptedException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void afterAFailureNoOtherCallBegins() {
        var caller = Thread.currentThread();
        var begun = new AtomicInteger();
        assertThatThrownBy(() ->
                        Concurrently.map(
                                1,
                                IntStream.range(0, THINGS).boxed().toList(),
                                _ -> {
                                    assertThat(Thread.currentThread()).isSameAs(caller);
                                    begun.incrementAndGet();
                                    throw new IllegalStateException("fault");
                                }))
                .hasMessage("fault");
        assertThat(begun).hasValue(1);
    }

    @Test
    void anInvocationKeepsAReserveAndMeasuresItsUnits() {
        var invocation = InvocationBudget.within(Duration.ofMinutes(10));
        assertThat(invocation.remaining()).isBetween(Duration.ofMinutes(5), Duration.ofMinutes(10));
        assertThat(InvocationBudget.within(Duration.ofMillis(400)).spendable()).isNegative();
        assertThat(InvocationBudget.current().spendable()).isGreaterThan(Duration.ofMinutes(1));
        invocation.spent(1.5, 2);
        invocation.spent(1, 0.5);
        assertThat(invocation.readUnits()).isEqualTo(2.5);
        assertThat(invocation.writeUnits()).isEqualTo(2.5);
        assertThat(invocation.roundTrips()).isEqualTo(2);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
