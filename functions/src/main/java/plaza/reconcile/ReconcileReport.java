package plaza.reconcile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import plaza.audit.Check;
import plaza.audit.Drift;

/// The result of one invocation in numbers, with the first differences in detail.
final class ReconcileReport {
    static final String DRIFT = "driftCount";
    static final String REPAIRED = "repaired";
    static final String UNSETTLED = "unsettled";
    static final String ERASED = "erased";
    static final String ERASED_AGAIN = "erasedAgain";

    /// The columns of a difference. Keys contain the ids of users, so a log never has them.
    static final List<String> COLUMNS =
            List.of("check", "pk", "sk", "expected", "found", "repaired");

    /// How many differences a report lists; it counts all of them.
    private static final int LISTED_MAX = 100;

    /// The items that were read, whether a check examines them or not, once for all passes.
    static final String READ = "read";

    private static final String CHECKED = "checked";

    private final List<List<String>> listed = new ArrayList<>();
    private final Map<String, Long> counts = new LinkedHashMap<>();

    ReconcileReport() {
        for (var name : List.of(READ, CHECKED, DRIFT, REPAIRED, UNSETTLED, ERASED)) {
            counts.put(name, 0L);
        }
    }

    void read(int items) {
        count(READ, items);
    }

    void checked(int items) {
        count(CHECKED, items);
    }

    /// Counts the items from which persons who have left were removed.
    void erased(long items) {
        count(ERASED, items);
    }

    /// Counts the users who have left and were in a restored table.
    void erasedAgain(long users) {
        count(ERASED_AGAIN, users);
    }

    /// @param isListed whether the difference can be in the list, which is stored for a year
    void add(Check check, Drift one, boolean isRepaired, boolean isListed) {
        count(DRIFT, 1);
        count(REPAIRED, isRepaired ? 1 : 0);
        count("drift_" + check.name(), 1);
        if (isListed && listed.size() < LISTED_MAX) {
            listed.add(
                    List.of(
                            check.name(),
                            one.about().pk(),
                            one.about().sk(),
                            one.expected(),
                            one.found(),
                            Boolean.toString(isRepaired)));
        }
    }

    void unsettled(long number) {
        count(UNSETTLED, number);
    }

    private void count(String name, long number) {
        counts.merge(name, number, Long::sum);
    }

    /// The number of differences that were found and not repaired.
    static long left(Map<String, Long> counts) {
        return counts.getOrDefault(DRIFT, 0L) - counts.getOrDefault(REPAIRED, 0L);
    }

    List<List<String>> listed() {
        return listed;
    }

    Map<String, Long> counts() {
        return counts;
    }
}
