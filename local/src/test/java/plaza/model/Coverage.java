package plaza.model;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The ordered pairs of routes that were called. A pair counts if the second call directly followed
/// the first and both succeeded: rejected calls reveal little about how two routes interact.
final class Coverage {
    private final List<String> functions;
    private final Map<String, Integer> indexes = new HashMap<>();
    private final boolean[][] pairs;
    private final int[] called;
    private final int[] succeeded;

    Coverage(List<String> functions) {
        this.functions = List.copyOf(functions);
        functions.forEach(function -> indexes.put(function, indexes.size()));
        pairs = new boolean[functions.size()][functions.size()];
        called = new int[functions.size()];
        succeeded = new int[functions.size()];
    }

    /// @param before the function that was called directly before and succeeded, or null
    void record(@Nullable String before, String function, boolean isSuccess) {
        called[index(function)]++;
        if (isSuccess) {
            succeeded[index(function)]++;
            if (before != null) {
                pairs[index(before)][index(function)] = true;
            }
        }
    }

    /// Whether a function has directly followed another one and both succeeded.
    boolean has(String before, String function) {
        return pairs[index(before)][index(function)];
    }

    /// The number of functions that a function has not yet directly followed.
    int leftBefore(String function) {
        return (int) Arrays.stream(pairs).filter(row -> !row[index(function)]).count();
    }

    /// The number of functions that have not yet directly followed a function.
    int leftAfter(String function) {
        return (int) functions.stream().filter(after -> !has(function, after)).count();
    }

    /// Returns the functions with the most pairs left, and how many these are.
    List<String> rarest(int count) {
        return functions.stream()
                .sorted(Comparator.comparingInt(this::left).reversed())
                .limit(count)
                .map(function -> function + ' ' + left(function))
                .toList();
    }

    private int left(String function) {
        return leftBefore(function) + leftAfter(function);
    }

    /// Returns the share of all ordered pairs that was called.
    double share() {
        var count = 0;
        for (var row : pairs) {
            for (var isCalled : row) {
                count += isCalled ? 1 : 0;
            }
        }
        return (double) count / (functions.size() * functions.size());
    }

    int calls() {
        return Arrays.stream(called).sum();
    }

    int successes() {
        return Arrays.stream(succeeded).sum();
    }

    List<String> neverSucceeded() {
        return functions.stream().filter(function -> succeeded[index(function)] == 0).toList();
    }

    private int index(String function) {
        var index = indexes.get(function);
        if (index == null) {
            throw new AssertionError("there is no function " + function);
        }
        return index;
    }
}
