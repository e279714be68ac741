package plaza.simulation;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Many worlds, and what they say when one goes wrong.
final class Worlds {
    private Worlds() {}

    /// Lives through the seeds from `first` to `end`, exclusive, and says how fast.
    static void all(long first, long end) {
        var began = System.nanoTime();
        silently(() -> {
            for (var seed = first; seed < end; seed++) {
                one(seed);
            }
            return true;
        });
        var seconds = (System.nanoTime() - began) / 1e9;
        System.out.printf(
                Locale.ROOT,
                "%,d seeds in %.1f s, %,.0f seeds/s%n",
                end - first,
                seconds,
                (end - first) / seconds);
    }

    private static void one(long seed) {
        try {
            World.live(seed, Flaw.NONE);
        } catch (Throwable wrong) {
            throw new AssertionError(
                    "seed " + seed + " went wrong; its story: -Dplaza.seed=" + seed, wrong);
        }
    }

    /// The first seed below `end` in which a wrong design is caught, and what is seen of it.
    static @Nullable Catch caught(Flaw flaw, long end) {
        return silently(() -> {
            for (var seed = 0L; seed < end; seed++) {
                try {
                    World.live(seed, flaw);
                } catch (Wrong wrong) {
                    return new Catch(seed, wrong.symptom());
                }
            }
            return null;
        });
    }

    /// Where a wrong design was caught.
    record Catch(long seed, Wrong.Symptom symptom) {}

    /// Lives through one seed and prints its story.
    static void retell(long seed) {
        var story = new StringBuilder();
        try {
            silently(() -> {
                World.retell(seed, Flaw.NONE, story);
                return true;
            });
        } finally {
            System.out.println(story);
        }
    }

    /// The functions log each injected fault; millions of them would be no use to anybody.
    private static <T extends @Nullable Object> T silently(Supplier<T> work) {
        var err = System.err;
        System.setErr(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        try {
            return work.get();
        } finally {
            System.setErr(err);
        }
    }
}
