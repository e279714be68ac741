package plaza.simulation;

import java.util.Locale;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// Many worlds, and what they say when one goes wrong.
final class Simulations {
    private Simulations() {}

    /// So many seeds are spread over the processors at a time; then a long run says how far it is.
    private static final long PIECE = 100_000;

    /// Lives through the seeds from `first` to `end`, exclusive, on all processors (no world is on
    /// two), and says how fast.
    static void all(long first, long end) {
        var began = System.nanoTime();
        for (var from = first; from < end; from += PIECE) {
            var to = Math.min(end, from + PIECE);
            LongStream.range(from, to).parallel().forEach(Simulations::one);
            progress(first, to, (System.nanoTime() - began) / 1e9);
        }
    }

    private static void progress(long first, long to, double seconds) {
        System.out.printf(
                Locale.ROOT,
                "seeds %,d to %,d in %,.1f s, %,.0f seeds/s%n",
                first,
                to,
                seconds,
                (to - first) / seconds);
    }

    private static void one(long seed) {
        try {
            Simulation.live(seed, WrongDesign.NONE);
        } catch (Throwable wrong) {
            throw new AssertionError(
                    "seed " + seed + " went wrong; its story: -Dplaza.seed=" + seed, wrong);
        }
    }

    /// The first seed from `first` to `end`, exclusive, in which a wrong design is caught, and what
    /// is seen of it.
    static @Nullable Catch caught(WrongDesign flaw, long first, long end) {
        for (var seed = first; seed < end; seed++) {
            try {
                Simulation.live(seed, flaw);
            } catch (SimulationFailure wrong) {
                return new Catch(seed, wrong.symptom());
            }
        }
        return null;
    }

    /// Where a wrong design was caught.
    record Catch(long seed, SimulationFailure.Symptom symptom) {}

    /// Lives through one seed and prints its story.
    static void retell(long seed) {
        var story = new StringBuilder();
        try {
            Simulation.retell(seed, WrongDesign.NONE, story);
        } finally {
            System.out.println(story);
        }
    }
}
