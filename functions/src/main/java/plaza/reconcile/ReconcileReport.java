package plaza.reconcile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import plaza.audit.Check;
import plaza.audit.Drift;

/// The result of one step in numbers, with the first differences in detail.
final class ReconcileReport {
    /// How many differences a report lists; it counts all of them.
    private static final int LISTED_MAX = 100;

    private final List<Map<String, Object>> listed = new ArrayList<>();
    private final Map<String, Long> countsByCheck = new LinkedHashMap<>();
    private long checked;
    private long drift;
    private long repaired;
    private long unsettled;

    void checked(int items) {
        checked += items;
    }

    void add(Check check, Drift one, boolean isRepaired) {
        drift++;
        repaired += isRepaired ? 1 : 0;
        countsByCheck.merge(check.name(), 1L, Long::sum);
        if (listed.size() < LISTED_MAX) {
            var json = new LinkedHashMap<String, Object>();
            json.put("check", check.name());
            json.put("pk", one.about().pk());
            json.put("sk", one.about().sk());
            json.put("expected", one.expected());
            json.put("found", one.found());
            json.put("repaired", isRepaired);
            listed.add(json);
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

    /// The facts for the log: numbers only, since keys hold the ids of users.
    Map<String, Long> facts() {
        var facts = new LinkedHashMap<String, Long>();
        facts.put("checked", checked);
        facts.put("drift_count", drift);
        facts.put("repaired", repaired);
        facts.put("unsettled", unsettled);
        countsByCheck.forEach((check, count) -> facts.put("drift_" + check, count));
        return facts;
    }

    /// The response of the invocation; `next` and `notBefore` are absent when the run has ended.
    Map<String, Object> json(RunCursor cursor) {
        var json = new LinkedHashMap<String, Object>();
        json.put("checked", checked);
        json.put("driftCount", drift);
        json.put("repaired", repaired);
        json.put("unsettled", unsettled);
        json.put("driftByCheck", countsByCheck);
        json.put("drift", listed);
        if (!cursor.isEnd()) {
            json.put("next", cursor.texts());
            var notBefore = cursor.notBefore();
            if (notBefore != null) {
                json.put("notBefore", notBefore.toString());
            }
        }
        return json;
    }
}
