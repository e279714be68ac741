package plaza.migrate;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
    private static final Set<String> FIELDS = Set.of(ACTION, MIGRATION, UNITS, SEGMENTS, GONE_AT);

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
        /// Lets a paused run continue.
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

    /// Parses `{"action": "migrate", "migration": "liked-posts", "unitsPerSecond": 500}`.
    ///
    /// @throws IllegalArgumentException if a field is unknown, missing or invalid, so that a
    ///   misspelt field does not begin a run with a default
    static MigrateRequest from(Map<String, Object> event) {
        if (!FIELDS.containsAll(event.keySet())) {
            throw new IllegalArgumentException(
                    "The request takes only the fields "
                            + FIELDS.stream().sorted().collect(Collectors.joining(", ")));
        }
        var action = action(event.getOrDefault(ACTION, Action.STATUS.word()));
        var begins = action.begins() != null;
        var allowed = begins ? List.copyOf(FIELDS) : List.of(ACTION);
        if (!allowed.containsAll(event.keySet())) {
            throw new IllegalArgumentException(
                    "`" + action.word() + "` takes no other field: it concerns the current run");
        }
        if (begins && !(event.get(MIGRATION) instanceof String)) {
            throw new IllegalArgumentException("`migration` must be the id of a migration");
        }
        if (event.containsKey(GONE_AT) && action != Action.PROVE) {
            throw new IllegalArgumentException("`oldWritersGoneAt` belongs to `prove`");
        }
        return new MigrateRequest(
                action,
                begins ? (String) event.get(MIGRATION) : null,
                number(event, UNITS, UNITS_PER_SECOND_DEFAULT, UNITS_PER_SECOND_MAX),
                number(event, SEGMENTS, SEGMENTS_DEFAULT, SEGMENTS_MAX),
                time(event));
    }

    private static Action action(Object word) {
        return Stream.of(Action.values())
                .filter(action -> action.word().equals(word))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "`action` must be one of "
                                        + Stream.of(Action.values())
                                                .map(Action::word)
                                                .collect(Collectors.joining(", "))));
    }

    private static int number(Map<String, Object> event, String name, int standard, int max) {
        // the deployed function receives a Long
        if (event.getOrDefault(name, standard) instanceof Number number
                && (number instanceof Integer || number instanceof Long)
                && number.longValue() >= 1
                && number.longValue() <= max) {
            return number.intValue();
        }
        throw new IllegalArgumentException("`" + name + "` must be an integer from 1 to " + max);
    }

    private static @Nullable Instant time(Map<String, Object> event) {
        if (!event.containsKey(GONE_AT)) {
            return null;
        }
        try {
            return Instant.parse(String.valueOf(event.get(GONE_AT)));
        } catch (DateTimeParseException malformed) {
            throw new IllegalArgumentException(
                    "`oldWritersGoneAt` must be a time such as 2026-01-31T12:00:00Z", malformed);
        }
    }
}
