package plaza.reconcile;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.scan.ScanRecords;
import plaza.scan.TableScan;
import plaza.units.Prices;

/// What a run of all checks consumes, how long it takes, and what it costs, by list prices of
/// us-east-1.
///
/// @param items the items of the table
/// @param readUnits for all passes
/// @param workers the invocations that run at the same time
/// @param seconds without the waits for second examinations
public record ReconcileEstimate(long items, long readUnits, int workers, long seconds) {
    /// The read units that a run consumes for each item, until a complete run has measured them:
    /// half a unit for each related item, and its share of both readings and of the lists.
    /// `ReconcileCostTest` measures it on lists of 40; short lists cost more.
    public static final double UNITS_PER_ITEM = 1.1;

    /// The memory of a worker: one processor.
    private static final double WORKER_GB = 1_769 / 1_024.0;

    /// Transitions for each invocation: Wait, Read and IsRead.
    private static final int TRANSITIONS_PER_INVOCATION = 3;

    /// The longest invocation.
    private static final int INVOCATION_SECONDS = 900;

    /// Estimates a run over these items.
    ///
    /// @param last the last complete run, or null
    public static ReconcileEstimate of(
            long items, int unitsPerSecond, ScanRecords.@Nullable Complete last) {
        var read = last == null ? 0 : last.counts().getOrDefault(ReconcileReport.READ, 0L);
        var perItem =
                read == 0 || last == null
                        ? UNITS_PER_ITEM
                        : (double) last.counts().getOrDefault(TableScan.READ_UNITS, 0L) / read;
        var units = Math.round(items * perItem);
        return new ReconcileEstimate(
                items,
                units,
                TableScan.segments(unitsPerSecond),
                Math.ceilDiv(units, unitsPerSecond));
    }

    public double dollars() {
        var invocations = (double) workers * Math.ceilDiv(seconds, INVOCATION_SECONDS);
        return Prices.dollars((double) readUnits, 0)
                + (double) workers * seconds * WORKER_GB * Prices.GB_SECOND
                + invocations * TRANSITIONS_PER_INVOCATION / 1_000 * Prices.THOUSAND_TRANSITIONS;
    }

    Map<String, Object> json() {
        var json = new LinkedHashMap<String, Object>();
        json.put("items", items);
        json.put(TableScan.READ_UNITS, readUnits);
        json.put("workers", workers);
        json.put("seconds", seconds);
        json.put("dollars", String.format(Locale.ROOT, "%.2f", dollars()));
        return json;
    }
}
