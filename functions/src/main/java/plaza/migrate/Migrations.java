package plaza.migrate;

import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import plaza.evolution.ContextMigrations;
import plaza.evolution.Migration;
import plaza.table.ItemKind;
import plaza.text.Malformed;

/// The migrations that [Migrate] can run. Those of one kind follow each other without a gap.
///
/// @param all in the order in which they were declared
public record Migrations(List<Migration> all) {
    /// Those of these contexts.
    public static Migrations of(List<ContextMigrations> contexts) {
        return new Migrations(
                contexts.stream().flatMap(context -> context.migrations().stream()).toList());
    }

    public Migrations {
        all = List.copyOf(all);
        var ids = new HashSet<String>();
        for (var migration : all) {
            if (!ids.add(migration.id())) {
                throw new IllegalArgumentException("two migrations have one id");
            }
        }
        for (var migration : all) {
            if (migration.from() != 1 && before(migration, all) == null) {
                throw new IllegalArgumentException("the version before is not declared");
            }
        }
    }

    /// Returns the migration of that id.
    ///
    /// @throws Malformed naming all ids, if there is none
    Migration named(String id) {
        return all.stream()
                .filter(migration -> migration.id().equals(id))
                .findFirst()
                .orElseThrow(() ->
                        new Malformed(
                                "No migration has this id. "
                                        + (all.isEmpty()
                                                ? "This release has none."
                                                : "This release has: "
                                                        + all.stream()
                                                                .map(Migration::id)
                                                                .collect(
                                                                        Collectors.joining(
                                                                                ", ")))));
    }

    /// Returns the migration whose result is what `migration` rewrites, or null if that is the
    /// first version.
    @Nullable Migration before(Migration migration) {
        return before(migration, all);
    }

    /// The newest version of a kind.
    public int newest(ItemKind kind) {
        return all.stream()
                .filter(migration -> migration.kind() == kind)
                .mapToInt(Migration::to)
                .max()
                .orElse(1);
    }

    private static @Nullable Migration before(Migration migration, List<Migration> all) {
        return all.stream()
                .filter(other -> other.kind() == migration.kind() && other.to() == migration.from())
                .findFirst()
                .orElse(null);
    }
}
