package plaza.scan;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.table.Scans;

/// What a function does with the items of the table in a run.
public interface ScanWork {
    /// How the run of an order begins.
    ///
    /// @param subject what the run examines: runs of one subject examine the same
    /// @param every for an order of the schedule, the time between two runs, or null. If a complete
    ///   run began more recently, or a run is open, no run begins
    /// @param passes how often it reads the whole table
    /// @param unitsPerSecond the rate of all workers together
    /// @param segments the number of segments, or null for what the rate needs
    /// @param notBefore when it may begin to read
    record Plan(
            String subject,
            @Nullable Duration every,
            int passes,
            int unitsPerSecond,
            @Nullable Integer segments,
            Instant notBefore) {}

    /// What one invocation has read of a segment.
    ///
    /// @param cursor where the next invocation continues
    /// @param isRead whether the segment is read to its end
    /// @param notBefore when the next invocation has work to do, or null for at once
    /// @param counts what the invocation counted
    /// @param findings the first items that an operator looks at, each as one row of [#columns]
    record Slice(
            List<String> cursor,
            boolean isRead,
            @Nullable Instant notBefore,
            Map<String, Long> counts,
            List<List<String>> findings) {}

    /// The names of the columns of a finding.
    List<String> columns();

    /// Checks an order.
    ///
    /// @throws plaza.text.Malformed if it is invalid, or may not be performed now
    Plan plan(Map<String, Object> order);

    /// Reads a part of a segment, as far as the time of the invocation allows.
    Slice read(ScanRun run, Scans.Segment segment, List<String> cursor, Pace pace);

    /// The number of differences that a run has left: 0 proves that there was none.
    long found(Map<String, Long> counts);

    /// Records the result of a complete run for other functions.
    default void completed(ScanRun run, ScanRecords.Complete complete) {}

    /// Measures the result of the last complete run of a subject.
    default void measure(String subject, ScanRecords.Complete complete) {}
}
