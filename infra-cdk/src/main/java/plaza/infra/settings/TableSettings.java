package plaza.infra.settings;

import org.jspecify.annotations.Nullable;

/// The settings of the table.
///
/// @param backups context `backups`: whether AWS Backup keeps copies in addition to point-in-time
///   recovery
/// @param maxReadUnits context `maxReadUnits`: the most read request units per second of the table,
///   and of each global secondary index; 0, the default, means only the quotas of the account
/// @param maxWriteUnits context `maxWriteUnits`: the same for write request units
/// @param restored contexts `table` and `tableStream`: a restored table, which the stack uses in
///   place of the one that it has created; null for the latter
public record TableSettings(
        boolean backups, int maxReadUnits, int maxWriteUnits, @Nullable RestoredTable restored) {
    static TableSettings from(Context context) {
        return new TableSettings(
                context.flag("backups", false),
                context.numberOrZero("maxReadUnits", 0),
                context.numberOrZero("maxWriteUnits", 0),
                RestoredTable.from(context));
    }
}
