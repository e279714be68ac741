package plaza.migrate;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.evolution.Migration;
import plaza.migrate.Tally.Count;
import plaza.scan.ScanRecords;
import plaza.scan.TableScan;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.PlatformKeys;
import plaza.table.Write;
import plaza.units.Prices;

/// What runs have found out about a migration: an estimate, and the proof that no old item is left.
///
/// @param plan null before the first `plan`
/// @param proof null unless the last `prove` found no old item
record MigrationRecord(@Nullable Plan plan, @Nullable Proof proof) {
    private static final String PLANNED_AT = "plannedAt";
    private static final String OLD = "old";
    private static final String WRITE_UNITS = "writeUnits";
    private static final String READ_UNITS = "readUnits";
    private static final String UNITS_PER_SECOND = "unitsPerSecond";
    private static final String PROVED_AT = "provedAt";
    private static final String READ = "read";

    /// The result of `plan`.
    ///
    /// @param old items to rewrite
    /// @param writeUnits what their rewrites consume
    /// @param readUnits what reading the table once consumes
    /// @param unitsPerSecond the rate for which the duration is computed
    record Plan(Instant at, long old, long writeUnits, long readUnits, long unitsPerSecond) {
        private Map<String, Object> json() {
            var json = new LinkedHashMap<String, Object>();
            json.put("at", at.toString());
            json.put(OLD, old);
            json.put(READ_UNITS, readUnits);
            json.put(WRITE_UNITS, writeUnits);
            json.put("seconds", Math.ceilDiv(Math.max(readUnits, writeUnits), unitsPerSecond));
            json.put(
                    "dollars",
                    String.format(
                            Locale.ROOT,
                            "%.2f",
                            Prices.dollars((double) readUnits, (double) writeUnits)));
            return json;
        }
    }

    /// The result of `prove`.
    ///
    /// @param at when the reading ended
    /// @param read the items of all kinds
    record Proof(Instant at, long read) {}

    static Key key(Migration migration) {
        return PlatformKeys.MIGRATION_RECORD.key(migration.id());
    }

    static MigrationRecord from(@Nullable Item item) {
        if (item == null) {
            return new MigrationRecord(null, null);
        }
        var plannedAt = item.timeOrNull(PLANNED_AT);
        var provedAt = item.timeOrNull(PROVED_AT);
        return new MigrationRecord(
                plannedAt == null
                        ? null
                        : new Plan(
                                plannedAt,
                                item.number(OLD),
                                item.number(WRITE_UNITS),
                                item.number(READ_UNITS),
                                item.number(UNITS_PER_SECOND)),
                provedAt == null ? null : new Proof(provedAt, item.number(READ)));
    }

    /// The write that records the result of a complete run, or null if there is nothing to record.
    static Write.@Nullable Update recording(
            Migration migration, MigrateRequest request, ScanRecords.Complete complete) {
        var counts = complete.counts();
        var endedAt = complete.endedAt().toEpochMilli();
        var update = Write.Update.of(key(migration));
        return switch (request.mode()) {
            case PLAN ->
                    update.set(PLANNED_AT, endedAt)
                            .set(OLD, Count.OLD.of(counts))
                            .set(WRITE_UNITS, Count.PLANNED_UNITS.of(counts))
                            .set(READ_UNITS, counts.getOrDefault(TableScan.READ_UNITS, 0L))
                            .set(UNITS_PER_SECOND, request.writeUnitsPerSecond());
            case MIGRATE -> null;
            case PROVE ->
                    complete.found() == 0
                            ? update.set(PROVED_AT, endedAt).set(READ, Count.READ.of(counts))
                            : withoutProof(migration);
        };
    }

    /// The write that removes the proof.
    static Write.Update withoutProof(Migration migration) {
        return Write.Update.of(key(migration)).remove(PROVED_AT).remove(READ);
    }

    Map<String, Object> json(Migration migration) {
        var json = new LinkedHashMap<String, Object>();
        json.put("migration", migration.id());
        json.put("kind", migration.kind().toString());
        json.put("from", migration.from());
        json.put("to", migration.to());
        json.put("rule", migration.rule());
        if (plan != null) {
            json.put("plan", plan.json());
        }
        if (proof != null) {
            json.put("proof", Map.of("at", proof.at().toString(), READ, proof.read()));
        }
        return json;
    }
}
