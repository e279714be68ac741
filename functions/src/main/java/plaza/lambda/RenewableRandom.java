package plaza.lambda;

import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// The random source of a function, for post ids, request tokens, the nonces of cursors and the
/// jitter of retries.
///
/// There is only one, so that only one has to be renewed after a restore. Otherwise two copies of a
/// snapshot would continue with the same numbers.
final class RenewableRandom implements RandomGenerator {
    private final Supplier<? extends RandomGenerator> sources;

    private volatile RandomGenerator source;

    /// @param sources creates a source that is independent of the previous one
    RenewableRandom(Supplier<? extends RandomGenerator> sources) {
        this.sources = sources;
        this.source = sources.get();
    }

    @Override
    public long nextLong() {
        return source.nextLong();
    }

    /// Replaces the source with a new one.
    void renew() {
        source = sources.get();
    }
}
