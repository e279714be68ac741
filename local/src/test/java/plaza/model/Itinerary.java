package plaza.model;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// Which routes one story is to ask directly after which: its share of all ordered pairs. The
/// shares of consecutive numbers are everything, so that each story needs to know of no other.
final class Itinerary {
    private final List<String> functions;
    private final Set<List<String>> left = new HashSet<>();

    /// @param functions those that the story is about
    /// @param shares into how many shares the pairs are divided
    /// @param number the story's
    Itinerary(List<String> functions, int shares, long number) {
        this.functions = List.copyOf(functions);
        // always the same division
        var random = new SplittableRandom(1);
        for (var before : functions) {
            for (var after : functions) {
                if (random.nextInt(shares) == Math.floorMod(number, shares)) {
                    left.add(List.of(before, after));
                }
            }
        }
    }

    List<String> functions() {
        return functions;
    }

    /// Those of `candidates` that are still to come after `before`, best first those from which it
    /// goes on.
    List<String> after(@Nullable String before, List<String> candidates) {
        var wanted = new ArrayList<String>();
        var most = 0L;
        for (var candidate : candidates) {
            if (before == null || left.contains(List.of(before, candidate))) {
                var onward =
                        left.stream().filter(pair -> pair.getFirst().equals(candidate)).count();
                if (onward > most) {
                    wanted.clear();
                    most = onward;
                }
                if (onward == most) {
                    wanted.add(candidate);
                }
            }
        }
        return wanted.isEmpty() && before != null ? after(null, candidates) : wanted;
    }

    void passed(@Nullable String before, @Nullable String after) {
        if (before != null && after != null) {
            left.remove(List.of(before, after));
        }
    }
}
