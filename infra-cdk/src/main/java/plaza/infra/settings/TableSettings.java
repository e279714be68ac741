package plaza.infra.settings;

import org.jspecify.annotations.Nullable;

/// The settings of the table.
///
/// @param backups context `backups`: whether AWS Backup keeps copies in addition to point-in-time
///   recovery
/// @param maxReadUnits context `maxReadUnits`: the most read request units per second of the table,
///   and of each global secondary index; 0, the default of `prod`, means only the quotas of the
///   account
/// @param maxWriteUnits context `maxWriteUnits`: the same for write request units
/// @param warm contexts `warmReadUnits` and `warmWriteUnits`: the units per second that a new table
///   and each global secondary index accept at once; null for those of every new table
/// @param restored contexts `table` and `tableStream`: a restored table, which the stack uses in
///   place of the one that it has created; null for the latter
public record TableSettings(
        boolean backups,
        int maxReadUnits,
        int maxWriteUnits,
        @Nullable Warm warm,
        @Nullable RestoredTable restored) {
    /// What every new table accepts at once
    /// (<https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html>).
    private static final Warm NEW = new Warm(12_000, 4_000);

    /// The throughput that a table accepts without first growing into it.
    public record Warm(int readUnits, int writeUnits) {}

    /// The default of `dev`: some pages a second, and at most some dozen dollars a month.
    private static final int DEV_READ_UNITS = 200;

    private static final int DEV_WRITE_UNITS = 50;

    static TableSettings from(Context context, Stage stage) {
        var isDev = stage == Stage.DEV;
        return new TableSettings(
                context.flag("backups", false),
                context.numberOrZero("maxReadUnits", isDev ? DEV_READ_UNITS : 0),
                context.numberOrZero("maxWriteUnits", isDev ? DEV_WRITE_UNITS : 0),
                warm(context),
                RestoredTable.from(context));
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
