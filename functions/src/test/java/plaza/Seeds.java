package plaza;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/// Runs random cases that can be replayed. Each case has its own seed, which a failure reports.
/// `-Dplaza.seed=<seed>` makes every property run only the case of that seed.
/// `-Dplaza.cases=<number>` limits the cases of every property, for mutation tests; with
/// `-Dplaza.seed` it is the number of cases to run from that seed, for a property whose cases share
/// a table.
public final class Seeds {
    private static final String PROPERTY = "plaza.seed";

    private static final String LIMIT = "plaza.cases";

    private static final int CASES_MAX = Integer.getInteger(LIMIT, Integer.MAX_VALUE);

    /// Whether `-Pdeep` runs the whole of each long test instead of a sample.
    public static final boolean DEEP = Boolean.getBoolean("plaza.deep");

    private Seeds() {}

    /// The number of cases of a long test.
    ///
    /// @param sample the number in `verify`
    /// @param whole the number with `-Pdeep`
    public static int number(int sample, int whole) {
        return DEEP ? whole : sample;
    }

    /// One of so many cases in `verify`, chosen by a seed that is printed; all with `-Pdeep`.
    public static <T> List<T> sample(String property, int oneOf, List<T> cases) {
        if (DEEP) {
            return cases;
        }
        long seed = Long.getLong(PROPERTY, System.nanoTime());
        var shuffled = new ArrayList<>(cases);
        Collections.shuffle(shuffled, new Random(seed));
        var sample = shuffled.subList(0, Math.ceilDiv(cases.size(), oneOf));
        System.out.printf(
                "%s: %d of %d cases from seed %d%n", property, sample.size(), cases.size(), seed);
        return sample;
    }

    /// The body of a property.
    public interface Case {
        void run(SplittableRandom random);
    }

    /// Runs the cases of a property.
    public static void forEach(String property, int cases, Case body) {
        Long replayed = Long.getLong(PROPERTY);
        long first = replayed == null ? System.nanoTime() : replayed;
        int count = replayed == null ? Math.min(cases, CASES_MAX) : Integer.getInteger(LIMIT, 1);
        System.out.println(property + ": " + count + " cases from seed " + first);
        for (int i = 0; i < count; i++) {
            long seed = first + i;
            try {
                body.run(new SplittableRandom(seed));
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(
                        "%s failed; replay with -D%s=%d: %s"
                                .formatted(property, PROPERTY, seed, e.getMessage()),
                        e);
            }
        }
    }
}
