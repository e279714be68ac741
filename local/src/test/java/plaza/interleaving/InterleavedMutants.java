package plaza.interleaving;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import plaza.mutant.ConditionMutant;
import plaza.mutant.MutantTrial;

/// Runs the interleavings with mutants of conditions.
///
/// The whole runs once without a mutant: contested repairs, foreign writes, and pairs of
/// operations. Each mutant then runs those parts in which a condition failed that it would let
/// hold, until one has a difference that is not intended.
public final class InterleavedMutants {
    /// Requests to the table of one pair; no pair needs a tenth of them.
    private static final long REQUESTS_MAX = 2_000_000;

    /// Pairs that run with one mutant, and foreign writes and repairs.
    private static final int PARTS_MAX = 60;

    private InterleavedMutants() {}

    /// The result of a mutant.
    ///
    /// @param parts those that the mutant could change
    /// @param difference what detected it, or null
    public record Result(int parts, @Nullable String difference) {}

    /// A part of the interleavings, which returns what is wrong with it, or null.
    private interface Part extends Function<Explorer, @Nullable String> {}

    /// The results of all mutants that occur.
    public static Map<ConditionMutant, Result> run() {
        var trial = new MutantTrial();
        var parts = new ArrayList<Part>();
        var explorer =
                InterleavingTest.explorer(
                        trial::table,
                        pair -> {
                            trial.observe(parts.size());
                            parts.add(mutated -> differenceOrNull(mutated, pair));
                        });
        for (var repair : InterleavingTest.corrupted(explorer)) {
            trial.observe(parts.size());
            Part part = mutated -> acceptedOrNull(mutated, repair);
            parts.add(part);
            requireNone(part.apply(explorer));
        }
        trial.observe(-1);
        InterleavingTest.exploreForeignWrites(explorer);
        var firstPair = parts.size();
        trial.observe(-1);
        InterleavingTest.explore(explorer);
        trial.rest();
        requireNone(
                InterleavingTest.unintended(explorer).stream()
                        .findFirst()
                        .map(Explorer.Difference::toString)
                        .orElse(null));
        var results = new TreeMap<ConditionMutant, Result>();
        for (var mutant : trial.mutants()) {
            var all = trial.subjectsOf(mutant).stream().map(Integer.class::cast).toList();
            var tried =
                    new ArrayList<>(
                            chosen(all.stream().filter(at -> at >= 0 && at < firstPair).toList()));
            tried.addAll(chosen(all.stream().filter(at -> at >= firstPair).toList()));
            String difference = null;
            for (var at = 0; at < tried.size() && difference == null; at++) {
                trial.mutate(mutant, REQUESTS_MAX);
                difference = failureOrNull(parts.get(tried.get(at)), trial);
            }
            trial.rest();
            results.put(mutant, new Result(tried.size(), difference));
        }
        return results;
    }

    /// At most [#PARTS_MAX], evenly chosen.
    private static List<Integer> chosen(List<Integer> all) {
        var step = Math.max(1, Math.ceilDiv(all.size(), PARTS_MAX));
        return IntStream.range(0, all.size())
                .filter(at -> at % step == 0)
                .mapToObj(all::get)
                .toList();
    }

    private static void requireNone(@Nullable String wrong) {
        if (wrong != null) {
            throw new IllegalStateException("without a mutant: " + wrong);
        }
    }

    private static @Nullable String acceptedOrNull(
            Explorer explorer, InterleavingTest.Repair repair) {
        return explorer.stage(repair.state()).contest(repair.check()).stream()
                .findFirst()
                .orElse(null);
    }

    private static @Nullable String failureOrNull(Part part, MutantTrial trial) {
        try {
            return part.apply(InterleavingTest.explorer(trial::table, _ -> {}));
        } catch (RuntimeException fault) {
            return fault.toString();
        }
    }

    private static @Nullable String differenceOrNull(Explorer explorer, Explorer.Pair pair) {
        explorer.explore(pair);
        return InterleavingTest.unintended(explorer).stream()
                .findFirst()
                .map(found -> found.between() + " in " + found.interrupted())
                .orElse(null);
    }
}
