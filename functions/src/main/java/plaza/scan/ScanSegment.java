package plaza.scan;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How far one segment of the table is read in the current pass.
///
/// @param number from 0
/// @param cursor where the next invocation continues; empty at the beginning
/// @param counts what all invocations of the run have counted in this segment
/// @param notBefore when the next invocation has work to do
/// @param isRead whether the segment is read to its end
record ScanSegment(
        int number,
        List<String> cursor,
        Map<String, Long> counts,
        Instant notBefore,
        boolean isRead) {
    private static final String NUMBER = "number";
    private static final String CURSOR = "cursor";
    private static final String COUNTS = "counts";
    private static final String NOT_BEFORE = "notBefore";
    private static final String IS_READ = "isRead";

    /// The segment before the first invocation of a pass.
    static ScanSegment beginning(int number, Map<String, Long> counts, Instant notBefore) {
        return new ScanSegment(number, List.of(), counts, notBefore, false);
    }

    Map<String, Object> json() {
        var json = new LinkedHashMap<String, Object>();
        json.put(NUMBER, number);
        json.put(CURSOR, cursor);
        json.put(COUNTS, counts);
        json.put(NOT_BEFORE, notBefore.toString());
        json.put(IS_READ, isRead);
        return json;
    }

    static ScanSegment of(PlainFields fields) {
        return new ScanSegment(
                fields.integer(NUMBER),
                fields.texts(CURSOR),
                fields.numbers(COUNTS),
                fields.time(NOT_BEFORE),
                fields.flag(IS_READ));
    }
}
