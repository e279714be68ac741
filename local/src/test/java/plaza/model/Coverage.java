package plaza.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which routes were asked after which. A pair counts where the second call came directly after the
/// first and both succeeded: a refusal says little of what two routes do to each other.
final class Coverage {
    private final List<String> functions;
    private final Map<String, Integer> places = new HashMap<>();
    private final boolean[][] pairs;
    private final int[] asked;
    private final int[] succeeded;

    Coverage(List<String> functions) {
        this.functions = List.copyOf(functions);
        functions.forEach(function -> places.put(function, places.size()));
        pairs = new boolean[functions.size()][functions.size()];
        asked = new int[functions.size()];
        succeeded = new int[functions.size()];
    }

    /// @param before the function that was asked directly before and succeeded, or null
    void note(@Nullable String before, String function, boolean isSuccess) {
        asked[place(function)]++;
        if (isSuccess) {
            succeeded[place(function)]++;
            if (before != null) {
                pairs[place(before)][place(function)] = true;
            }
        }
    }

    boolean isSeen(String before, String function) {
        return pairs[place(before)][place(function)];
    }

    /// The part of all ordered pairs that was seen.
    double share() {
        var all = functions.size() * functions.size();
        return 1 - (double) missing().size() / all;
    }

    int calls() {
        return Arrays.stream(asked).sum();
    }

    int successes() {
        return Arrays.stream(succeeded).sum();
    }

    List<String> neverSucceeded() {
        return functions.stream().filter(function -> succeeded[place(function)] == 0).toList();
    }

    List<String> missing() {
        var missing = new ArrayList<String>();
        for (var before : functions) {
            for (var function : functions) {
                if (!isSeen(before, function)) {
                    missing.add(before + " " + function);
                }
            }
        }
        return missing;
    }

    private int place(String function) {
        var place = places.get(function);
        if (place == null) {
            throw new AssertionError("no function " + function);
        }
        return place;
    }
}
