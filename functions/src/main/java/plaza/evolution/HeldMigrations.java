package plaza.evolution;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The migrations whose new version is not written yet. While old and new code write the same
/// table, new code can write what old code expects.
///
/// @param ids their ids
public record HeldMigrations(Set<String> ids) {
    /// The environment variable: ids, separated by commas.
    public static final String VARIABLE = "PLAZA_HELD_MIGRATIONS";

    public static final HeldMigrations NONE = new HeldMigrations(Set.of());

    public HeldMigrations {
        ids = Set.copyOf(ids);
    }

    /// Reads the ids from an environment.
    public static HeldMigrations from(Map<String, String> environment) {
        var ids = new TreeSet<String>();
        for (var id : environment.getOrDefault(VARIABLE, "").split(",", -1)) {
            if (!id.isBlank()) {
                ids.add(id.strip());
            }
        }
        return new HeldMigrations(ids);
    }

    /// The value of [#VARIABLE].
    public String text() {
        return String.join(",", new TreeSet<>(ids));
    }

    /// The version in which new items of the migration's kind are written.
    public int written(Migration migration) {
        return ids.contains(migration.id()) ? migration.from() : migration.to();
    }
}
