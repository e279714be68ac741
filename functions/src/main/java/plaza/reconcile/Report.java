package plaza.reconcile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What one slice found and did.
final class Report {
    /// How many differences a report names; it counts all of them.
    static final int LISTED_MAX = 100;

    private final List<Map<String, Object>> listed = new ArrayList<>();
    private final Map<String, Long> countsByCheck = new LinkedHashMap<>();
    private long checked;
    private long drift;
    private long repaired;
    private long unsettled;

    void checked(int items) {
        checked += items;
    }

    void add(Drift one, boolean isRepaired) {
        drift++;
        repaired += isRepaired ? 1 : 0;
        countsByCheck.merge(one.check().label(), 1L, Long::sum);
        if (listed.size() < LISTED_MAX) {
            listed.add(one.json(isRepaired));
        }
    }

    void unsettled(long count) {
        unsettled += count;
    }

    long drift() {
        return drift;
    }

    long checked() {
        return checked;
    }

    /// The facts for the log: numbers, and of the differences no more than the checks' names.
    Map<String, Long> facts() {
        var facts = new LinkedHashMap<String, Long>();
        facts.put("checked", checked);
        facts.put("drift_count", drift);
        facts.put("repaired", repaired);
        facts.put("unsettled", unsettled);
        countsByCheck.forEach((check, count) -> facts.put("drift_" + check, count));
        return facts;
    }

    /// The answer of the invocation; `next` and `notBefore` are absent when the run is over.
    Map<String, Object> json(RunCursor place) {
        var json = new LinkedHashMap<String, Object>();
        json.put("checked", checked);
        json.put("driftCount", drift);
        json.put("repaired", repaired);
        json.put("unsettled", unsettled);
        json.put("driftByCheck", countsByCheck);
        json.put("drift", listed);
        if (!place.isEnd()) {
            json.put("next", place.texts());
            var notBefore = place.notBefore();
            if (notBefore != null) {
                json.put("notBefore", notBefore.toString());
            }
        }
        return json;
    }
}
