package plaza.lambda;

import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Where everything random in a function comes from: post ids, request tokens, the jitter of
/// retries. One source, so that there is one to be renewed after a restore; two copies of a
/// snapshot would otherwise go on with the same numbers.
final class RenewableRandom implements RandomGenerator {
    private final Supplier<? extends RandomGenerator> sources;

    private volatile RandomGenerator source;

    /// @param sources makes a source that owes nothing to the one before
    RenewableRandom(Supplier<? extends RandomGenerator> sources) {
        this.sources = sources;
        this.source = sources.get();
    }

    @Override
    public long nextLong() {
        return source.nextLong();
    }

    /// Goes on with a new source.
    void renew() {
        source = sources.get();
    }
}
