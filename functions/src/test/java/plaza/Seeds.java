package plaza;

import java.util.SplittableRandom;

/// Random cases that can be played again. Each case has a seed of its own; a failure names it, and
/// `-Dplaza.seed=<seed>` makes every property play that one case only.
public final class Seeds {
    private static final String PROPERTY = "plaza.seed";

    private Seeds() {}

    /// One case of a property.
    public interface Case {
        void play(SplittableRandom random);
    }

    /// Plays the cases of one property.
    public static void forEach(String property, int cases, Case body) {
        Long replayed = Long.getLong(PROPERTY);
        long first = replayed == null ? System.nanoTime() : replayed;
        int count = replayed == null ? cases : 1;
        System.out.println(property + ": " + count + " cases from seed " + first);
        for (int i = 0; i < count; i++) {
            long seed = first + i;
            try {
                body.play(new SplittableRandom(seed));
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(
                        property + " failed; replay with -D" + PROPERTY + "=" + seed, e);
            }
        }
    }
}
