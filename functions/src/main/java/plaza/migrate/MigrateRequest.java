package plaza.migrate;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.lambda.OperatorRequest;
import plaza.scan.TableScan;
import plaza.text.Malformed;

/// The order of a run.
///
/// @param migration the id of the migration
/// @param unitsPerSecond the rate of the run
/// @param writeUnitsPerSecond for [Mode#PLAN]: the rate of the planned run
/// @param segments how many parts of the table are read at the same time, or null for what the rate
///   needs
/// @param oldWritersGoneAt for [Mode#PROVE]: when the last function that writes the old version was
///   replaced; null for the time of the request
record MigrateRequest(
        Mode mode,
        String migration,
        int unitsPerSecond,
        int writeUnitsPerSecond,
        @Nullable Integer segments,
        @Nullable Instant oldWritersGoneAt) {
    /// The default rate of a run that writes.
    static final int WRITE_UNITS_PER_SECOND_DEFAULT = 500;

    private static final String ACTION = "action";
    private static final String MIGRATION = "migration";
    private static final String UNITS = "unitsPerSecond";
    private static final String SEGMENTS = "segments";
    private static final String GONE_AT = "oldWritersGoneAt";
    private static final List<String> FIELDS = List.of(ACTION, MIGRATION, UNITS, SEGMENTS, GONE_AT);
    private static final String ID_RULE = "the id of a migration";

    /// What a run does with the items that it finds.
    enum Mode {
        /// Counts them.
        PLAN,
        /// Rewrites them.
        MIGRATE,
        /// Looks for items of the old version.
        PROVE;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// Parses `{"action": "migrate", "migration": "member-order", "unitsPerSecond": 500}`.
    ///
    /// @throws Malformed if a field is unknown, missing or invalid, so that a misspelt field does
    ///   not begin a run with a default
    static MigrateRequest from(Map<String, Object> order) {
        var fields = new OperatorRequest(order, FIELDS);
        var mode = mode(fields);
        var migration = fields.text(MIGRATION, "", ID_RULE);
        if (migration.isEmpty()) {
            throw OperatorRequest.mustBe(MIGRATION, ID_RULE);
        }
        if (fields.has(GONE_AT) && mode != Mode.PROVE) {
            throw new Malformed("`oldWritersGoneAt` belongs to `prove`");
        }
        return new MigrateRequest(
                mode,
                migration,
                fields.integer(
                        UNITS,
                        mode == Mode.MIGRATE
                                ? WRITE_UNITS_PER_SECOND_DEFAULT
                                : TableScan.UNITS_PER_SECOND_DEFAULT,
                        TableScan.UNITS_PER_SECOND_MAX),
                fields.integer(
                        UNITS, WRITE_UNITS_PER_SECOND_DEFAULT, TableScan.UNITS_PER_SECOND_MAX),
                fields.has(SEGMENTS) ? fields.integer(SEGMENTS, 1, TableScan.SEGMENTS_MAX) : null,
                fields.has(GONE_AT) ? fields.time(GONE_AT) : null);
    }

    private static Mode mode(OperatorRequest fields) {
        var words = Stream.of(Mode.values()).map(Mode::word).collect(Collectors.joining(", "));
        var word = fields.text(ACTION, "", "one of " + words);
        return Stream.of(Mode.values())
                .filter(mode -> mode.word().equals(word))
                .findFirst()
                .orElseThrow(() -> OperatorRequest.mustBe(ACTION, "one of " + words));
    }
}
