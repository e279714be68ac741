package plaza.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// The pairs of routes that a command sequence calls one directly after the other.
///
/// All ordered pairs of routes, including each route with itself, are the edges of a graph in which
/// every route has as many incoming as outgoing edges. So a tour exists that takes each edge once.
/// The tour is always the same. It is cut into sections: a sequence follows one section, and
/// sequences with consecutive numbers follow the whole tour.
final class RouteTour {
    /// Calls for one pair; some pairs cannot succeed in the current state.
    private static final int ATTEMPTS_MAX = 6;

    private final List<String> functions;
    private final List<String> section;
    private int index;
    private int attempts;

    /// @param functions the functions that the sequence calls
    /// @param sections the number of sections of the tour
    /// @param number selects the section, modulo `sections`
    RouteTour(List<String> functions, int sections, long number) {
        this.functions = List.copyOf(functions);
        var tour = tour(functions);
        var own = Math.floorMod(number, sections);
        var pairs = tour.size() - 1;
        section = tour.subList(pairs * own / sections, pairs * (own + 1) / sections + 1);
    }

    /// The number of sections of the tour of which none has more than `pairsMax` pairs.
    static int sections(List<String> functions, int pairsMax) {
        return Math.ceilDiv(functions.size() * functions.size(), pairsMax);
    }

    List<String> functions() {
        return functions;
    }

    boolean isDone() {
        return index == section.size() - 1;
    }

    /// Returns the function to call next.
    ///
    /// @param before the function that was called directly before and succeeded, or null
    String next(@Nullable String before) {
        attempts++;
        if (attempts > ATTEMPTS_MAX && !isDone()) {
            index++;
            attempts = 1;
        }
        return section.get(isDone() || !section.get(index).equals(before) ? index : index + 1);
    }

    /// Records that two calls came one after the other and succeeded.
    void passed(@Nullable String before, String function) {
        if (!isDone()
                && section.get(index).equals(before)
                && section.get(index + 1).equals(function)) {
            index++;
            attempts = 0;
        }
    }

    /// Hierholzer's algorithm: follow unused edges; a node without one is the end of the tour.
    private static List<String> tour(List<String> functions) {
        var random = new Random(1);
        var unused = new HashMap<String, ArrayDeque<String>>();
        for (var function : functions) {
            var others = new ArrayList<>(functions);
            Collections.shuffle(others, random);
            unused.put(function, new ArrayDeque<>(others));
        }
        var tour = new ArrayList<String>();
        var open = new ArrayDeque<String>();
        open.push(functions.getFirst());
        while (!open.isEmpty()) {
            var next = unused.getOrDefault(open.element(), new ArrayDeque<>()).poll();
            if (next == null) {
                tour.add(open.pop());
            } else {
                open.push(next);
            }
        }
        return tour.reversed();
    }
}
