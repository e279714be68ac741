package plaza.interleaving;

import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import plaza.mutant.ConditionMutant;
import plaza.mutant.MutantTrial;

/// Runs the interleavings with mutants of conditions.
///
/// The whole runs once without a mutant. Each mutant then runs those pairs of operations in which a
/// condition failed that it would let hold, until one has a difference that is not intended.
public final class InterleavedMutants {
    /// Requests to the table of one pair; no pair needs a tenth of them.
    private static final long REQUESTS_MAX = 2_000_000;

    /// Pairs that run with one mutant, evenly chosen.
    private static final int PAIRS_MAX = 60;

    private InterleavedMutants() {}

    /// The result of a mutant.
    ///
    /// @param pairs those that the mutant could change
    /// @param difference what detected it, or null
    public record Result(int pairs, @Nullable String difference) {}

    /// The results of all mutants that occur.
    public static Map<ConditionMutant, Result> run() {
        var trial = new MutantTrial();
        var pairs = new ArrayList<Explorer.Pair>();
        var explorer =
                InterleavingTest.explorer(
                        trial::table,
                        pair -> {
                            trial.observe(pairs.size());
                            pairs.add(pair);
                        });
        trial.observe(-1);
        InterleavingTest.explore(explorer);
        trial.rest();
        if (!InterleavingTest.unintended(explorer).isEmpty()) {
            throw new IllegalStateException(
                    "without a mutant: " + InterleavingTest.unintended(explorer));
        }
        var results = new TreeMap<ConditionMutant, Result>();
        for (var mutant : trial.mutants()) {
            var tried =
                    trial.subjectsOf(mutant).stream()
                            .map(Integer.class::cast)
                            .filter(at -> at >= 0)
                            .map(pairs::get)
                            .toList();
            String difference = null;
            var step = Math.ceilDiv(tried.size(), PAIRS_MAX);
            for (var at = 0; at < tried.size() && difference == null; at += step) {
                trial.mutate(mutant, REQUESTS_MAX);
                var mutated = InterleavingTest.explorer(trial::table, _ -> {});
                difference = differenceOrNull(mutated, tried.get(at));
            }
            trial.rest();
            results.put(mutant, new Result(tried.size(), difference));
        }
        return results;
    }

    private static @Nullable String differenceOrNull(Explorer explorer, Explorer.Pair pair) {
        try {
            explorer.explore(pair);
        } catch (RuntimeException fault) {
            return fault.toString();
        }
        return InterleavingTest.unintended(explorer).stream()
                .findFirst()
                .map(found -> found.between() + " in " + found.interrupted())
                .orElse(null);
    }
}
