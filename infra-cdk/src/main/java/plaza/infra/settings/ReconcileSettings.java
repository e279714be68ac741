package plaza.infra.settings;

import java.util.stream.IntStream;

/// The settings of the scheduled runs of Reconcile.
///
/// @param everyDays context `reconcileDays`: the days between two runs
/// @param unitsPerSecond context `reconcileUnits`: the read units, and the write units, that a run
///   may consume in a second. If the table has a maximum throughput, half of it by default, so that
///   a run leaves the other half to requests
public record ReconcileSettings(int everyDays, int unitsPerSecond) {
    private static final int DAYS_MAX = 365;
    private static final int UNITS_MAX = 40_000;

    /// Shorter than the 30 days for which a ledger row of a view exists. A run over the table of a
    /// million users costs hundreds of dollars (docs/operations/bill.md).
    private static final int DAYS = 28;

    /// Half of the read units that every on-demand table accepts from its first day.
    private static final int UNITS = 6_000;

    static ReconcileSettings from(Context context, TableSettings table) {
        return new ReconcileSettings(
                within(context, "reconcileDays", DAYS, DAYS_MAX),
                within(context, "reconcileUnits", units(table), UNITS_MAX));
    }

    private static int units(TableSettings table) {
        return IntStream.of(table.maxReadUnits(), table.maxWriteUnits())
                .filter(maximum -> maximum > 0)
                .map(maximum -> Math.max(1, maximum / 2))
                .reduce(UNITS, Math::min);
    }

    private static int within(Context context, String key, int otherwise, int max) {
        var number = context.number(key, otherwise);
        if (number > max) {
            context.reject(key, "must be at most " + max);
        }
        return number;
    }

    /// The order of a scheduled run.
    public String order() {
        return "{\"everyDays\":%d,\"unitsPerSecond\":%d}".formatted(everyDays, unitsPerSecond);
    }
}
