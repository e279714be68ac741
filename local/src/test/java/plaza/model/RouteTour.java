package plaza.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Which routes a story is to ask one directly after the other.
///
/// All ordered pairs of routes, each with itself too, are the edges of a graph in which as many
/// lead to a route as from it; so there is a way through all of them that takes each once. It is
/// always the same one, cut into stages: a story goes one, and the stages of consecutive numbers
/// are the whole way.
final class RouteTour {
    /// Calls for one pair; some cannot be had in the world as it is.
    private static final int ATTEMPTS_MAX = 6;

    private final List<String> functions;
    private final List<String> way;
    private int place;
    private int attempts;

    /// @param functions those that the story is about
    /// @param stages into how many the way is cut
    /// @param number the stage's
    RouteTour(List<String> functions, int stages, long number) {
        this.functions = List.copyOf(functions);
        var all = way(functions);
        var stage = Math.floorMod(number, stages);
        var pairs = all.size() - 1;
        way = all.subList(pairs * stage / stages, pairs * (stage + 1) / stages + 1);
    }

    List<String> functions() {
        return functions;
    }

    boolean isDone() {
        return place == way.size() - 1;
    }

    /// The function to be asked next.
    ///
    /// @param before the function that was asked directly before and succeeded, or null
    String next(@Nullable String before) {
        attempts++;
        if (attempts > ATTEMPTS_MAX && !isDone()) {
            place++;
            attempts = 1;
        }
        return way.get(isDone() || !way.get(place).equals(before) ? place : place + 1);
    }

    /// Two calls came one after the other and succeeded.
    void passed(@Nullable String before, String function) {
        if (!isDone() && way.get(place).equals(before) && way.get(place + 1).equals(function)) {
            place++;
            attempts = 0;
        }
    }

    /// Hierholzer's: go on as long as there is a way; whoever is stuck is at the end of it.
    private static List<String> way(List<String> functions) {
        var random = new Random(1);
        var left = new HashMap<String, ArrayDeque<String>>();
        for (var function : functions) {
            var others = new ArrayList<>(functions);
            Collections.shuffle(others, random);
            left.put(function, new ArrayDeque<>(others));
        }
        var way = new ArrayList<String>();
        var open = new ArrayDeque<String>();
        open.push(functions.getFirst());
        while (!open.isEmpty()) {
            var next = left.getOrDefault(open.element(), new ArrayDeque<>()).poll();
            if (next == null) {
                way.add(open.pop());
            } else {
                open.push(next);
            }
        }
        return way.reversed();
    }
}
