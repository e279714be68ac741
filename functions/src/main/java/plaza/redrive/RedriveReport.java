package plaza.redrive;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The result of one invocation in numbers, with the first objects that were kept.
final class RedriveReport {
    /// How many kept objects a report lists; it counts all of them.
    private static final int LISTED_MAX = 100;

    private final List<Map<String, Object>> kept = new ArrayList<>();
    private long redriven;
    private long failed;
    private long tooOld;

    /// Counts an object whose records all succeeded; it was deleted.
    void redriven() {
        redriven++;
    }

    /// Counts an object of which at least one record failed.
    void failed(String key, String reason) {
        failed++;
        list(key, reason);
    }

    /// Counts an object that was not sent, because its records are too old.
    void tooOld(String key) {
        tooOld++;
        list(key, "too old");
    }

    private void list(String key, String reason) {
        if (kept.size() < LISTED_MAX) {
            var json = new LinkedHashMap<String, Object>();
            json.put("key", key);
            json.put("reason", reason);
            kept.add(json);
        }
    }

    long examined() {
        return redriven + failed + tooOld;
    }

    /// The facts for the log.
    Map<String, Long> facts() {
        var facts = new LinkedHashMap<String, Long>();
        facts.put("redriven", redriven);
        facts.put("failed", failed);
        facts.put("too_old", tooOld);
        return facts;
    }

    Map<String, Object> json() {
        var json = new LinkedHashMap<String, Object>();
        json.put("redriven", redriven);
        json.put("failed", failed);
        json.put("tooOld", tooOld);
        json.put("kept", kept);
        return json;
    }
}
