package plaza.simulation;

import java.util.Locale;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// Runs many simulations and reports the seed of one that fails.
final class Simulations {
    private Simulations() {}

    /// The number of seeds after which a long run prints its progress.
    private static final long PIECE = 100_000;

    /// Runs the seeds from `first` to `end`, exclusive, on all processors (each simulation on one
    /// of them), and prints the rate.
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
            Simulation.run(seed, WrongDesign.NONE);
        } catch (Throwable wrong) {
            throw new AssertionError(
                    "seed " + seed + " failed; print its trace with -Dplaza.seed=" + seed, wrong);
        }
    }

    /// Returns the first seed from `first` to `end`, exclusive, that detects a wrong design, with
    /// its symptom; null if none does.
    static @Nullable Catch caught(WrongDesign design, long first, long end) {
        for (var seed = first; seed < end; seed++) {
            try {
                Simulation.run(seed, design);
            } catch (SimulationFailure wrong) {
                return new Catch(seed, wrong.symptom());
            }
        }
        return null;
    }

    /// Returns how many of the first seeds detect a wrong design.
    static long failed(WrongDesign design, long seeds) {
        return LongStream.range(0, seeds)
                .parallel()
                .filter(seed -> caught(design, seed, seed + 1) != null)
                .count();
    }

    /// The detection of a wrong design.
    record Catch(long seed, SimulationFailure.Symptom symptom) {}

    /// Runs one seed and prints its trace.
    static void printTrace(long seed) {
        var trace = new StringBuilder();
        try {
            Simulation.runTraced(seed, WrongDesign.NONE, trace);
        } finally {
            System.out.println(trace);
        }
    }
}
