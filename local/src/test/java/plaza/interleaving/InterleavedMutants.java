package plaza.interleaving;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import plaza.mutant.ConditionMutant;
import plaza.mutant.MutantTrial;

/// Runs the interleavings with mutants of conditions.
///
/// The whole runs once without a mutant: contested repairs and generations, foreign writes, and
/// pairs of operations. Each mutant then runs those parts in which a condition failed that it would
/// let hold, until one has a difference that is not intended.
public final class InterleavedMutants {
    /// One pair of how many is tried on other states than the sample table.
    private static final int PAIR_SHARE = 16;

    /// Requests to the table of one pair; no pair needs a tenth of them.
    private static final long REQUESTS_MAX = 2_000_000;

    /// Pairs that run with one mutant, and foreign writes and repairs.
    private static final int PARTS_MAX = 60;

    private InterleavedMutants() {}

    /// The result of a mutant.
    ///
    /// @param parts those that the mutant can change
    /// @param tried how many of them ran
    /// @param difference what detected it, or null
    public record Result(int parts, int tried, @Nullable String difference) {}

    /// A part of the interleavings, which returns what is wrong with it, or null.
    private interface Part extends Function<Explorer, @Nullable String> {}

    /// Runs all mutants that occur.
    ///
    /// @param finished receives each mutant with its result
    public static void run(BiConsumer<ConditionMutant, Result> finished) {
        var trial = new MutantTrial();
        var parts = new ArrayList<Part>();
        Consumer<Explorer.Pair> begun =
                pair -> {
                    trial.observe(parts.size());
                    parts.add(mutated -> differenceOrNull(mutated, pair));
                };
        var foreign = InterleavingTest.explorerOfForeignWrites(1, trial::table, begun);
        for (var repair : InterleavingTest.corrupted(foreign)) {
            trial.observe(parts.size());
            Part part = mutated -> acceptedOrNull(mutated, repair);
            parts.add(part);
            var _ = part.apply(foreign);
        }
        for (var run : InterleavingTest.runs(foreign, true)) {
            trial.observe(parts.size());
            Part part = mutated -> acceptedOrNull(mutated, run);
            parts.add(part);
            var _ = part.apply(foreign);
        }
        trial.observe(-1);
        InterleavingTest.exploreForeignWrites(foreign);
        var firstPair = parts.size();
        trial.observe(-1);
        var pairs = InterleavingTest.explorer(1, PAIR_SHARE, trial::table, begun);
        InterleavingTest.explore(pairs);
        InterleavingTest.exploreSeasons(pairs);
        trial.rest();
        for (var mutant : trial.mutants().stream().filter(ConditionMutant::isChosen).toList()) {
            var all = trial.subjectsOf(mutant).stream().map(Integer.class::cast).toList();
            var tried =
                    new ArrayList<>(
                            chosen(all.stream().filter(at -> at >= 0 && at < firstPair).toList()));
            tried.addAll(chosen(all.stream().filter(at -> at >= firstPair).toList()));
            String difference = null;
            for (var at = 0; at < tried.size() && difference == null; at++) {
                var part = parts.get(tried.get(at));
                trial.mutate(mutant, REQUESTS_MAX);
                difference = failureOrNull(part, trial);
                trial.rest();
                if (difference != null && failureOrNull(part, trial) != null) {
                    difference = null;
                }
            }
            finished.accept(mutant, new Result(all.size(), tried.size(), difference));
        }
    }

    /// At most [#PARTS_MAX], evenly chosen.
    private static List<Integer> chosen(List<Integer> all) {
        var step = Math.max(1, Math.ceilDiv(all.size(), PARTS_MAX));
        return IntStream.range(0, all.size())
                .filter(at -> at % step == 0)
                .mapToObj(all::get)
                .toList();
    }

    private static @Nullable String acceptedOrNull(
            Explorer explorer, InterleavingTest.Repair repair) {
        return explorer.stage(repair.state()).contest(repair.check()).stream()
                .findFirst()
                .orElse(null);
    }

    private static @Nullable String acceptedOrNull(Explorer explorer, InterleavingTest.Run run) {
        return explorer.stage(run.state()).contestGenerations(run.operation()).stream()
                .findFirst()
                .map(write -> run.operation().name() + ": " + write.key() + ", another generation")
                .orElse(null);
    }

    private static @Nullable String failureOrNull(Part part, MutantTrial trial) {
        try {
            return part.apply(InterleavingTest.explorer(1, PAIR_SHARE, trial::table, _ -> {}));
        } catch (RuntimeException | StackOverflowError fault) {
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
