package plaza.evolution;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// How far the migrations of a table are.
///
/// @param held the ids of those whose new version is not written yet. While old and new code write
///   the same table, new code can write what old code expects
/// @param proved the ids of those whose proof is stored: the table has no item of the old version
public record MigrationSettings(Set<String> held, Set<String> proved) {
    /// The environment variable of [#held]: ids, separated by commas.
    public static final String HELD = "PLAZA_HELD_MIGRATIONS";

    /// The environment variable of [#proved].
    public static final String PROVED = "PLAZA_PROVED_MIGRATIONS";

    public static final MigrationSettings NONE = new MigrationSettings(Set.of(), Set.of());

    public MigrationSettings {
        held = Set.copyOf(held);
        proved = Set.copyOf(proved);
    }

    /// Reads the ids from an environment.
    public static MigrationSettings from(Map<String, String> environment) {
        return new MigrationSettings(
                ids(environment.getOrDefault(HELD, "")), ids(environment.getOrDefault(PROVED, "")));
    }

    private static Set<String> ids(String text) {
        var ids = new TreeSet<String>();
        for (var id : text.split(",", -1)) {
            if (!id.isBlank()) {
                ids.add(id.strip());
            }
        }
        return ids;
    }

    /// The value of a variable.
    public static String text(Set<String> ids) {
        return String.join(",", new TreeSet<>(ids));
    }

    /// The version in which new items of the migration's kind are written.
    public int written(Migration migration) {
        return held.contains(migration.id()) ? migration.from() : migration.to();
    }

    /// Whether the table has no item of the version before a migration.
    ///
    /// @param id the id of the migration
    public boolean isProved(String id) {
        return proved.contains(id) && !held.contains(id);
    }
}
