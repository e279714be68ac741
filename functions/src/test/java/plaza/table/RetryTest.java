package plaza.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Retries with recorded pauses instead of real ones.
final class RetryTest {
    private static final long SEED = 4_711;

    private final List<Duration> pauses = new ArrayList<>();
    private final AtomicInteger attempts = new AtomicInteger();

    @Test
    void aSuccessfulAttemptIsNotRepeated() {
        assertThat(retry(SEED).optimistically(() -> result(attempts.incrementAndGet() == 1)))
                .isEqualTo("done");

        assertThat(attempts).hasValue(1);
        assertThat(pauses).isEmpty();
    }

    @Test
    void failedAttemptsPauseLongerEachTimeWithJitter() {
        assertThat(retry(SEED).optimistically(() -> result(attempts.incrementAndGet() == 5)))
                .isEqualTo("done");

        assertThat(attempts).hasValue(5);
        assertThat(pauses).hasSize(4).doesNotHaveDuplicates();
        for (var number = 0; number < pauses.size(); number++) {
            var cap = Math.min(10L << number, 50);
            assertThat(pauses.get(number)).isBetween(Duration.ZERO, Duration.ofMillis(cap));
        }
        var first = List.copyOf(pauses);
        pauses.clear();
        attempts.set(0);
        var _ = retry(SEED + 1).optimistically(() -> result(attempts.incrementAndGet() == 5));
        assertThat(pauses).isNotEqualTo(first);
    }

    @Test
    void theLastFailedAttemptThrowsUnavailable() {
        assertThatThrownBy(() -> retry(SEED).optimistically(() -> result(attempts.get() < 0)))
                .isInstanceOf(Unavailable.class);

        assertThat(pauses).hasSize(5);
    }

    @Test
    void anInvocationWithoutTimeLeftDoesNotPause() {
        var invocation = InvocationBudget.within(Duration.ZERO);

        assertThatThrownBy(() ->
                        invocation.run(() ->
                                retry(SEED)
                                        .optimistically(
                                                () -> result(attempts.incrementAndGet() < 0))))
                .isInstanceOf(Unavailable.class);

        assertThat(attempts).hasValue(1);
        assertThat(pauses).isEmpty();
    }

    /// [Concurrently] interrupts the calls whose results are no longer needed.
    @Test
    void anInterruptedThreadDoesNotPause() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() ->
                        retry(SEED).optimistically(() -> result(attempts.incrementAndGet() < 0)))
                .isInstanceOf(Unavailable.class);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(attempts).hasValue(1);
        assertThat(pauses).isEmpty();
    }

    @Test
    void onlyATransientFaultIsRetried() {
        var numbers = new ArrayList<Integer>();
        assertThat(
                        retry(SEED)
                                .<String>call(
                                        "GetItem",
                                        number -> {
                                            numbers.add(number);
                                            if (number < 3) {
                                                throw new IllegalStateException("passes");
                                            }
                                            return "done";
                                        },
                                        IllegalStateException.class::isInstance))
                .isEqualTo("done");
        assertThat(numbers).containsExactly(1, 2, 3);
        assertThat(pauses).hasSize(2);

        var lasting = new IllegalArgumentException("lasts");
        assertThatThrownBy(() ->
                        retry(SEED)
                                .call(
                                        "GetItem",
                                        _ -> {
                                            throw lasting;
                                        },
                                        IllegalStateException.class::isInstance))
                .isSameAs(lasting);
        assertThat(pauses).hasSize(2);
    }

    @Test
    void theStandardHasTwelveAttemptsAndUsesTheGivenJitter() {
        var standard = Retry.standard(new SplittableRandom(SEED));
        assertThat(standard.attemptsMax()).isEqualTo(12);
        assertThat(standard.first()).isEqualTo(Duration.ofMillis(20));
        assertThat(standard.longest()).isEqualTo(Duration.ofSeconds(1));
        assertThat(standard.jitter().get().nextLong())
                .isEqualTo(new SplittableRandom(SEED).nextLong());
        assertThat(Retry.standard().jitter().get()).isNotNull();
    }

    private Retry retry(long seed) {
        var chance = new SplittableRandom(seed);
        return new Retry(
                6, Duration.ofMillis(10), Duration.ofMillis(50), () -> chance, pauses::add);
    }

    private static Attempt<String> result(boolean isDone) {
        return isDone ? Attempt.done("done") : Attempt.tryAgain();
    }
}
