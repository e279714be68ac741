package plaza.scan;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/// A run, as each of its invocations receives it.
///
/// @param startedAt a time before the first item is read; it identifies the run
/// @param subject what it examines: runs of one subject examine the same
/// @param order what was requested
/// @param pass the current reading of the whole table, from 0
/// @param passes how often the whole table is read
/// @param segments the number of segments, each of which has one worker
/// @param unitsPerSecond how many read units, and how many write units, all workers together may
///   consume
public record ScanRun(
        Instant startedAt,
        String subject,
        Map<String, Object> order,
        int pass,
        int passes,
        int segments,
        int unitsPerSecond) {
    static final String STARTED_AT = "startedAt";
    static final String SUBJECT = "subject";
    static final String SEGMENTS = "segments";
    static final String UNITS_PER_SECOND = "unitsPerSecond";

    private static final String ORDER = "order";
    private static final String PASS = "pass";
    private static final String PASSES = "passes";

    public ScanRun {
        order = Map.copyOf(order);
    }

    ScanRun startedAt(Instant time) {
        return new ScanRun(time, subject, order, pass, passes, segments, unitsPerSecond);
    }

    boolean isInLastPass() {
        return pass == passes - 1;
    }

    ScanRun inNextPass() {
        return new ScanRun(startedAt, subject, order, pass + 1, passes, segments, unitsPerSecond);
    }

    Map<String, Object> json() {
        var json = new LinkedHashMap<String, Object>();
        json.put(STARTED_AT, startedAt.toString());
        json.put(SUBJECT, subject);
        json.put(ORDER, order);
        json.put(PASS, pass);
        json.put(PASSES, passes);
        json.put(SEGMENTS, segments);
        json.put(UNITS_PER_SECOND, unitsPerSecond);
        return json;
    }

    static ScanRun of(PlainFields fields) {
        return new ScanRun(
                fields.time(STARTED_AT),
                fields.text(SUBJECT),
                fields.map(ORDER),
                fields.integer(PASS),
                fields.integer(PASSES),
                fields.integer(SEGMENTS),
                fields.integer(UNITS_PER_SECOND));
    }
}
