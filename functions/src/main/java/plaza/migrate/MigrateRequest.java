package plaza.migrate;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.lambda.OperatorRequest;
import plaza.text.Malformed;

/// The request of one invocation.
///
/// @param migration the id of the migration to begin, or null
/// @param unitsPerSecond how many write request units the run may consume
/// @param segments how many parts of the table are read at the same time
/// @param oldWritersGoneAt for [Action#PROVE]: when the last function that writes the old version
///   was replaced; null for the time of the request
record MigrateRequest(
        Action action,
        @Nullable String migration,
        int unitsPerSecond,
        int segments,
        @Nullable Instant oldWritersGoneAt) {
    static final int UNITS_PER_SECOND_DEFAULT = 500;
    static final int SEGMENTS_DEFAULT = 4;

    private static final int UNITS_PER_SECOND_MAX = 40_000;
    private static final int SEGMENTS_MAX = 64;

    private static final String ACTION = "action";
    private static final String MIGRATION = "migration";
    private static final String UNITS = "unitsPerSecond";
    private static final String SEGMENTS = "segments";
    private static final String GONE_AT = "oldWritersGoneAt";
    private static final List<String> FIELDS = List.of(ACTION, MIGRATION, UNITS, SEGMENTS, GONE_AT);
    private static final String ID_RULE = "the id of a migration";
    private static final String TIME_RULE = "a time such as 2026-01-31T12:00:00Z";

    /// The id of the migration to begin.
    String migrationId() {
        return Objects.requireNonNull(migration);
    }

    /// What the request asks for.
    enum Action {
        /// Returns the state of the current or last run.
        STATUS(null),
        /// Begins a run that counts and writes nothing.
        PLAN(MigrationRun.Mode.PLAN),
        /// Begins a run that rewrites items.
        MIGRATE(MigrationRun.Mode.MIGRATE),
        /// Begins a run that looks for items of the old version.
        PROVE(MigrationRun.Mode.PROVE),
        /// Continues the run; the schedule and the script repeat it.
        CONTINUE(null),
        /// Stops the run until it is resumed.
        PAUSE(null),
        /// Makes a paused run continue.
        RESUME(null),
        /// Ends the run. What it has rewritten remains.
        CANCEL(null);

        private final MigrationRun.@Nullable Mode begins;

        Action(MigrationRun.@Nullable Mode begins) {
            this.begins = begins;
        }

        /// The mode of the run that it begins, or null if it begins none.
        MigrationRun.@Nullable Mode begins() {
            return begins;
        }

        String word() {
            return MigrationRun.word(this);
        }
    }

    /// Parses `{"action": "migrate", "migration": "member-order", "unitsPerSecond": 500}`.
    ///
    /// @throws Malformed if a field is unknown, missing or invalid, so that a misspelt field does
    ///   not begin a run with a default
    static MigrateRequest from(Map<String, Object> event) {
        var fields = new OperatorRequest(event, FIELDS);
        var action = action(fields);
        var begins = action.begins() != null;
        if (!begins && fields.size() > (fields.has(ACTION) ? 1 : 0)) {
            throw new Malformed(
                    "`" + action.word() + "` takes no other field: it concerns the current run");
        }
        var migration = begins ? fields.text(MIGRATION, "", ID_RULE) : null;
        if (migration != null && migration.isEmpty()) {
            throw OperatorRequest.mustBe(MIGRATION, ID_RULE);
        }
        if (fields.has(GONE_AT) && action != Action.PROVE) {
            throw new Malformed("`oldWritersGoneAt` belongs to `prove`");
        }
        return new MigrateRequest(
                action,
                migration,
                fields.integer(UNITS, UNITS_PER_SECOND_DEFAULT, UNITS_PER_SECOND_MAX),
                fields.integer(SEGMENTS, SEGMENTS_DEFAULT, SEGMENTS_MAX),
                fields.has(GONE_AT) ? time(fields) : null);
    }

    private static Action action(OperatorRequest fields) {
        var words = Stream.of(Action.values()).map(Action::word).collect(Collectors.joining(", "));
        var word = fields.text(ACTION, Action.STATUS.word(), "one of " + words);
        return Stream.of(Action.values())
                .filter(action -> action.word().equals(word))
                .findFirst()
                .orElseThrow(() -> OperatorRequest.mustBe(ACTION, "one of " + words));
    }

    private static Instant time(OperatorRequest fields) {
        try {
            return Instant.parse(fields.text(GONE_AT, "", TIME_RULE));
        } catch (DateTimeParseException _) {
            throw OperatorRequest.mustBe(GONE_AT, TIME_RULE);
        }
    }
}
