package plaza.infra.settings;

import org.jspecify.annotations.Nullable;

/// The settings of the table.
///
/// @param backups context `backups`: whether AWS Backup keeps copies in addition to point-in-time
///   recovery
/// @param provisioned context `capacity`: `provisioned` for capacity that follows the load, or
///   `on-demand`, the default
/// @param maxReadUnits context `maxReadUnits`: the most read units per second of the table, and of
///   each global secondary index; 0, the default of `prod`, means only the quotas of the account
/// @param maxWriteUnits context `maxWriteUnits`: the same for write units
/// @param minReadUnits context `minReadUnits`: the least capacity of each of them
/// @param minWriteUnits context `minWriteUnits`: the same for write units
/// @param warm contexts `warmReadUnits` and `warmWriteUnits`: the units per second that a new table
///   and each global secondary index accept at once; null for those of every new table
/// @param restored contexts `table` and `tableStream`: a restored table, which the stack uses in
///   place of the one that it has created; null for the latter
public record TableSettings(
        boolean backups,
        boolean provisioned,
        int maxReadUnits,
        int maxWriteUnits,
        int minReadUnits,
        int minWriteUnits,
        @Nullable Warm warm,
        @Nullable RestoredTable restored) {
    private static final int MIN_UNITS = 10;

    /// What every new table accepts at once
    /// (<https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput-scenarios.html>).
    private static final Warm NEW = new Warm(12_000, 4_000);

    /// The throughput that a table accepts without first growing into it.
    public record Warm(int readUnits, int writeUnits) {}

    /// The default of `dev`: some pages a second, and at most some dozen dollars a month.
    private static final int DEV_READ_UNITS = 200;

    private static final int DEV_WRITE_UNITS = 50;

    static TableSettings from(Context context, Stage stage) {
        var isDev = stage == Stage.DEV;
        var capacity = context.text("capacity", "on-demand");
        var provisioned = capacity.equals("provisioned");
        if (!provisioned && !capacity.equals("on-demand")) {
            context.reject("capacity", "must be on-demand or provisioned, not " + capacity);
        }
        var settings =
                new TableSettings(
                        context.flag("backups", false),
                        provisioned,
                        context.numberOrZero("maxReadUnits", isDev ? DEV_READ_UNITS : 0),
                        context.numberOrZero("maxWriteUnits", isDev ? DEV_WRITE_UNITS : 0),
                        context.numberOrZero("minReadUnits", provisioned ? MIN_UNITS : 0),
                        context.numberOrZero("minWriteUnits", provisioned ? MIN_UNITS : 0),
                        warm(context),
                        RestoredTable.from(context));
        requireRange(
                context, "ReadUnits", provisioned, settings.minReadUnits, settings.maxReadUnits);
        requireRange(
                context, "WriteUnits", provisioned, settings.minWriteUnits, settings.maxWriteUnits);
        return settings;
    }

    private static void requireRange(
            Context context, String units, boolean provisioned, int min, int max) {
        if (!provisioned) {
            if (min > 0) {
                context.reject("min" + units, "needs the context capacity=provisioned");
            }
        } else if (max == 0) {
            context.reject(
                    "max" + units,
                    "is the most that auto scaling provisions; capacity=provisioned needs it");
        } else if (min == 0 || min > max) {
            context.reject("min" + units, "must be from 1 to max" + units + ", not " + min);
        }
    }

    private static @Nullable Warm warm(Context context) {
        if (!context.has("warmReadUnits") && !context.has("warmWriteUnits")) {
            return null;
        }
        var warm =
                new Warm(
                        context.number("warmReadUnits", NEW.readUnits()),
                        context.number("warmWriteUnits", NEW.writeUnits()));
        if (warm.readUnits() < NEW.readUnits()) {
            context.reject(
                    "warmReadUnits",
                    "every new table has %d, and less is rejected".formatted(NEW.readUnits()));
        }
        if (warm.writeUnits() < NEW.writeUnits()) {
            context.reject(
                    "warmWriteUnits",
                    "every new table has %d, and less is rejected".formatted(NEW.writeUnits()));
        }
        return warm;
    }
}
