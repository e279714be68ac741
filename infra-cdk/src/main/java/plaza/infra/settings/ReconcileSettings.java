package plaza.infra.settings;

/// The settings of the scheduled runs of Reconcile.
///
/// @param everyDays context `reconcileDays`: the days between two runs
/// @param unitsPerSecond context `reconcileUnits`: the read units, and the write units, that a run
///   may consume in a second
public record ReconcileSettings(int everyDays, int unitsPerSecond) {
    private static final int DAYS_MAX = 365;
    private static final int UNITS_MAX = 40_000;

    static ReconcileSettings from(Context context) {
        return new ReconcileSettings(
                within(context, "reconcileDays", 28, DAYS_MAX),
                within(context, "reconcileUnits", 6_000, UNITS_MAX));
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
